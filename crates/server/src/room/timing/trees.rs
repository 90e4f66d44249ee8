//! Boosted decision trees, the usual choice for guessing a yes or no from a few numbers: they find thresholds, repeats and
//! combinations by themselves. Nothing in them is random.

/// How many trees, how deep, how fast, and how many rows a leaf has at least.
const TREES: usize = 80;
const DEPTH: u32 = 3;
const RATE: f64 = 0.15;
const LEAST: usize = 40;
/// Into how many parts the range of a number is cut.
const BINS: usize = 32;

/// Numbers that something is guessed from; a column for each.
pub(super) type Columns = Vec<Vec<f32>>;

pub(super) struct Trees {
    trees: Vec<Tree>,
}

enum Tree {
    Leaf(f64),
    Split {
        column: usize,
        below: f32,
        sides: Box<[Tree; 2]>,
    },
}

impl Trees {
    /// Learns from these rows what the answers depend on, beyond what is already known to speak for a yes.
    pub(super) fn learned(columns: &Columns, answers: &[bool], rows: &[usize], known: &[f64]) -> Trees {
        let cuts: Vec<Vec<f32>> = columns.iter().map(|column| cuts(column, rows)).collect();
        let bins = |(column, cuts): (&Vec<f32>, &Vec<f32>)| -> Vec<u8> {
            let bin = |value: &f32| cuts.partition_point(|cut| cut <= value) as u8;
            column.iter().map(bin).collect()
        };
        let mut learner = Learner {
            bins: columns.iter().zip(&cuts).map(bins).collect(),
            cuts,
            gradients: vec![0.0; answers.len()],
            curvatures: vec![0.0; answers.len()],
        };
        let mut scores = known.to_vec();
        let mut trees = Vec::new();
        for _ in 0..TREES {
            for &row in rows {
                let chance = 1.0 / (1.0 + f64::exp(-scores[row]));
                learner.gradients[row] = f64::from(u8::from(answers[row])) - chance;
                learner.curvatures[row] = chance * (1.0 - chance);
            }
            let tree = learner.grow(rows.to_vec(), DEPTH);
            for &row in rows {
                scores[row] += tree.score(columns, row);
            }
            trees.push(tree);
        }
        Trees { trees }
    }

    /// How much speaks for a yes.
    pub(super) fn score(&self, columns: &Columns, row: usize) -> f64 {
        self.trees.iter().map(|tree| tree.score(columns, row)).sum()
    }
}

impl Tree {
    fn score(&self, columns: &Columns, row: usize) -> f64 {
        match self {
            Tree::Leaf(score) => *score,
            Tree::Split { column, below, sides } => {
                let side = usize::from(columns[*column][row] >= *below);
                sides[side].score(columns, row)
            }
        }
    }
}

struct Learner {
    bins: Vec<Vec<u8>>,
    cuts: Vec<Vec<f32>>,
    gradients: Vec<f64>,
    curvatures: Vec<f64>,
}

/// What the rows of a bin or a leaf add up to.
#[derive(Clone, Copy, Default)]
struct Sum {
    rows: usize,
    gradient: f64,
    curvature: f64,
}

impl Sum {
    fn and(self, other: Sum) -> Sum {
        Sum {
            rows: self.rows + other.rows,
            gradient: self.gradient + other.gradient,
            curvature: self.curvature + other.curvature,
        }
    }

    fn without(self, other: Sum) -> Sum {
        Sum {
            rows: self.rows - other.rows,
            gradient: self.gradient - other.gradient,
            curvature: self.curvature - other.curvature,
        }
    }

    fn gain(self) -> f64 {
        self.gradient * self.gradient / (self.curvature + 1.0)
    }
}

impl Learner {
    fn grow(&self, rows: Vec<usize>, depth: u32) -> Tree {
        let best = if depth == 0 { None } else { self.best_split(&rows) };
        let Some((column, bin)) = best else {
            let sum = self.sum(&rows);
            return Tree::Leaf(RATE * sum.gradient / (sum.curvature + 1.0));
        };
        let (left, right) = rows.into_iter().partition(|row| self.bins[column][*row] <= bin);
        Tree::Split {
            column,
            below: self.cuts[column][usize::from(bin)],
            sides: Box::new([self.grow(left, depth - 1), self.grow(right, depth - 1)]),
        }
    }

    fn sum(&self, rows: &[usize]) -> Sum {
        rows.iter().fold(Sum::default(), |sum, row| sum.and(self.of(*row)))
    }

    fn of(&self, row: usize) -> Sum {
        Sum {
            rows: 1,
            gradient: self.gradients[row],
            curvature: self.curvatures[row],
        }
    }

    /// The column and the last bin of the left side that separate the answers best.
    fn best_split(&self, rows: &[usize]) -> Option<(usize, u8)> {
        let all = self.sum(rows);
        let mut best = (all.gain() + 1e-6, None);
        for (column, bins) in self.bins.iter().enumerate() {
            let mut sums = [Sum::default(); BINS];
            for &row in rows {
                let sum = &mut sums[usize::from(bins[row])];
                *sum = sum.and(self.of(row));
            }
            let mut left = Sum::default();
            for (bin, sum) in sums.iter().enumerate().take(self.cuts[column].len()) {
                left = left.and(*sum);
                let right = all.without(left);
                let gain = left.gain() + right.gain();
                if left.rows >= LEAST && right.rows >= LEAST && gain > best.0 {
                    best = (gain, Some((column, bin as u8)));
                }
            }
        }
        best.1
    }
}

/// Where to cut a column so that about as many rows lie in each part.
fn cuts(column: &[f32], rows: &[usize]) -> Vec<f32> {
    let mut values: Vec<f32> = rows.iter().map(|row| column[*row]).collect();
    values.sort_by(f32::total_cmp);
    let mut cuts: Vec<f32> = (1..BINS).map(|part| values[part * values.len() / BINS]).collect();
    cuts.dedup();
    cuts.retain(|cut| *cut > values[0]);
    cuts
}
