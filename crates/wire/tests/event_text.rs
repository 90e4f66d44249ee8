//! Events as lines for people.

use jantaku_rules::rulebook::library::Library;
use jantaku_rules::seat::Seat;
use jantaku_table::Event;
use jantaku_wire::event_text::tell;

#[test]
fn the_yame_question_has_a_line() {
    let rules = Library::builtin().rules("zan").expect("a rulebook");
    let line = tell(&Event::YameAsked { seat: Seat(1) }, &rules, &|seat| {
        format!("Player {}", seat.0)
    });
    assert_eq!(line.as_deref(), Some("Player 1 may end the game"));
}
