//! Bots that only look at the legal actions.

use jantaku_bots::Bot;
use jantaku_bots::habit::Habit;
use jantaku_rules::tile::{Kind, Tile};
use jantaku_table::{Action, Actions};

const NORTH: Tile = Tile::plain(Kind::NORTH);

#[track_caller]
fn check(mut bot: Habit, legal: &[Action], chosen: Action) {
    let legal: Actions = legal.iter().copied().collect();
    for _ in 0..20 {
        assert_eq!(bot.choose_unseen(&legal), Some(chosen));
    }
}

#[test]
fn habits_rank_actions() {
    let drawn = Action::Discard {
        tile: NORTH,
        drawn: true,
    };
    let kept = Action::Discard {
        tile: NORTH,
        drawn: false,
    };
    check(Habit::tsumogiri(1), &[Action::Tsumo, Action::Kita, kept, drawn], drawn);
    check(
        Habit::tsumogiri(1),
        &[Action::Ron, Action::Daiminkan, Action::Pass],
        Action::Pass,
    );
    check(
        Habit::call_everything(1),
        &[Action::Pon([NORTH; 2]), Action::Pass],
        Action::Pon([NORTH; 2]),
    );
    check(Habit::kan_happy(1), &[Action::Tsumo, Action::Kita, kept], Action::Kita);
    check(Habit::kan_happy(1), &[Action::Ron, Action::Pass], Action::Ron);
}

#[test]
fn random_takes_every_action_eventually() {
    let legal: Actions = [Action::Ron, Action::Daiminkan, Action::Pass].into_iter().collect();
    let mut bot = Habit::random(1);
    let chosen: Vec<_> = (0..100).filter_map(|_| bot.choose_unseen(&legal)).collect();
    assert!(legal.iter().all(|action| chosen.contains(action)));
}
