//! Scoring and settling a win allocate nothing.

#[path = "scoring/random_win.rs"]
mod random_win;

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::score::score;
use jantaku_rules::settlement::HandState;
use jantaku_rules::settlement::wins::{Winner, settle_wins};
use random_win::{Chance, random_win};

#[test]
fn scoring_does_not_allocate() {
    let counting = allocation_counter::measure(|| drop(std::hint::black_box(Box::new(0_u8))));
    assert_eq!(counting.count_total, 1, "the counter counts");
    let library = Library::builtin();
    for (seed, spec) in (1..).zip([
        "tenhou",
        "zan",
        "zung-jung",
        "ryanzou-chankan+hana(variation=1)",
        "sanmatsuri",
    ]) {
        let rules = library.rules(spec).expect("a rulebook");
        let mut chance = Chance(seed);
        let wins: Vec<_> = (0..500).map(|_| random_win(&rules, &mut chance)).collect();
        let hand = HandState::bare(rules.seats());
        let mut moved = 0;
        let counted = allocation_counter::measure(|| {
            for win in &wins {
                if let Ok(score) = score(&rules, win) {
                    moved += settle_wins(&rules, &hand, &[Winner::of(&rules, win, &score)]).len();
                }
            }
        });
        assert!(moved > 0, "{spec}");
        assert_eq!(counted.count_total, 0, "{spec}");
    }
}
