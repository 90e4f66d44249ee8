//! A mean with its 95 % confidence interval.

/// A mean of independent samples, and the interval that covers the true one in 95 of 100 runs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
}

impl Estimate {
    /// The estimate from these samples. A single sample says nothing about its error, so the interval is infinite; `None`
    /// without samples.
    pub fn of(samples: &[f64]) -> Option<Estimate> {
        let n = samples.len() as f64;
        if samples.is_empty() {
            return None;
        }
        let mean = samples.iter().sum::<f64>() / n;
        let squares: f64 = samples.iter().map(|sample| (sample - mean).powi(2)).sum();
        let reach = if samples.len() > 1 {
            student(n - 1.0) * (squares / (n - 1.0) / n).sqrt()
        } else {
            f64::INFINITY
        };
        Some(Estimate {
            mean,
            low: mean - reach,
            high: mean + reach,
        })
    }
}

/// The two-sided 95 % quantile of Student's t, by the first terms of its expansion around the normal quantile.
fn student(freedom: f64) -> f64 {
    const Z: f64 = 1.959_964;
    let first = (Z.powi(3) + Z) / 4.0;
    let second = (5.0 * Z.powi(5) + 16.0 * Z.powi(3) + 3.0 * Z) / 96.0;
    let third = (3.0 * Z.powi(7) + 19.0 * Z.powi(5) + 17.0 * Z.powi(3) - 15.0 * Z) / 384.0;
    Z + first / freedom + second / freedom.powi(2) + third / freedom.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_match_printed_tables() {
        // Student's t for 95 %, two-sided: 5, 10, 30 and 100 degrees of freedom.
        for (freedom, printed) in [(5.0, 2.571), (10.0, 2.228), (30.0, 2.042), (100.0, 1.984)] {
            let found = student(freedom);
            assert!((found - printed).abs() < 0.004, "{freedom}: {found}");
        }
    }

    #[test]
    fn interval_is_worked_out_by_hand() {
        // Mean 3, sum of squares 10, variance 2.5, standard error √0.5; t for four degrees is 2.776.
        let found = Estimate::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert!((found.mean - 3.0).abs() < 1e-12);
        assert!((found.high - (3.0 + 2.776 * 0.5f64.sqrt())).abs() < 0.02, "{found:?}");
        assert!((found.low + found.high - 6.0).abs() < 1e-12);
        assert_eq!(Estimate::of(&[7.0]).unwrap().high, f64::INFINITY);
        assert_eq!(Estimate::of(&[]), None);
    }
}
