//! What statistics count must add up, whatever is played.

use jantaku_audit::simulation::Simulation;
use jantaku_audit::statistics;
use jantaku_rules::rulebook::library::Library;
use jantaku_table::Party;
use std::num::NonZeroUsize;
use std::sync::Arc;

fn played(spec: &str, games: u64, threads: usize) -> (Simulation, jantaku_audit::tally::Tally) {
    let simulation = Simulation {
        rules: Arc::new(Library::builtin().rules(spec).expect("a rulebook of ours")),
        bots: vec!["greedy".to_owned()],
        games,
        seed: 3,
        threads: NonZeroUsize::new(threads).expect("a thread"),
        check: None,
        rig: 0,
    };
    let tally = simulation.run(&|| ()).expect("a bot of ours").tally;
    (simulation, tally)
}

#[test]
fn counts_add_up() {
    for spec in ["zan", "zung-jung", "sanmatsuri", "ryanzou-chankan", "tenhou"] {
        let (simulation, tally) = played(spec, 20, 1);
        let wins: u64 = tally.seats.iter().map(|seat| seat.wins).sum();
        assert!(wins > 20, "{spec}");
        assert_eq!(tally.values.values().sum::<u64>(), wins, "{spec}");
        assert_eq!(tally.lengths.values().sum::<u64>(), tally.games, "{spec}");
        let hands: u64 = tally
            .lengths
            .iter()
            .map(|(hands, games)| u64::from(*hands) * games)
            .sum();
        assert_eq!(hands, tally.hands, "{spec}");
        let seats = simulation.rules.seats();
        let players: u64 = tally.places.iter().map(|place| place.players).sum();
        assert_eq!(players, tally.games * seats as u64, "{spec}");
        let (points, of_places): (i64, i64) = (
            tally.seats.iter().map(|seat| seat.points).sum(),
            tally.places.iter().map(|place| place.points).sum(),
        );
        assert_eq!(points, of_places, "{spec}");
        // Whoever comes first has the most.
        assert!(
            tally.places[0].points / 20 > tally.places[seats - 1].points / 20,
            "{spec}"
        );
    }
}

/// A win receives what the events of the game pay to the winner, not the sticks on the table.
#[test]
fn values_are_what_other_players_pay() {
    use jantaku_bots::arena::{Arena, Watcher};
    use jantaku_rules::seat::Seat;
    use jantaku_rules::transfer::Amount;
    use jantaku_table::{Event, Table};

    #[derive(Default)]
    struct Payments(i64);
    impl Watcher for Payments {
        fn events(&mut self, _table: &Table, events: &[Event]) {
            let winners: Vec<Seat> = events
                .iter()
                .filter_map(|event| match event {
                    Event::Won { seat, .. } => Some(*seat),
                    _ => None,
                })
                .collect();
            for event in events {
                if let Event::Paid {
                    from: Party::Seat(_),
                    to: Party::Seat(to),
                    amount: Amount::Points(points),
                    ..
                } = event
                    && winners.contains(to)
                {
                    self.0 += i64::from(points.0);
                }
            }
        }
    }
    let rules = Arc::new(Library::builtin().rules("tenhou").unwrap());
    let mut all = Payments::default();
    for seed in 3..23 {
        Arena::new(&rules, &["greedy"], seed).unwrap().play(&mut all).unwrap();
    }
    let (_, tally) = played("tenhou", 20, 1);
    let paid: i64 = tally.values.iter().map(|(value, wins)| value * *wins as i64).sum();
    assert_eq!(paid, all.0);
    assert!(paid < tally.worth);
}

#[test]
fn threads_change_nothing() {
    let (one, alone) = played("zan", 12, 1);
    let (_, together) = played("zan", 12, 3);
    assert_eq!(statistics::as_json(&one, &alone), statistics::as_json(&one, &together));
}
