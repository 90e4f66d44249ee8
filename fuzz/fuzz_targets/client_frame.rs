//! What a browser says to the table: a frame that is read says the same when it is written again, and its action is judged.
#![no_main]

use jantaku_fuzz::play::any_table;
use jantaku_server::wire::frame::ClientFrame;
use jantaku_table::Action;
use jantaku_wire::action_json::ActionJson;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(frame) = serde_json::from_str::<ClientFrame>(text) else {
        return;
    };
    let written = serde_json::to_string(&frame).expect("a frame in JSON");
    assert_eq!(serde_json::from_str::<ClientFrame>(&written).ok(), Some(frame.clone()));
    let ClientFrame::Act { n, a } = frame else { return };
    let Ok(action) = Action::try_from(&a) else { return };
    assert_eq!(Action::try_from(&ActionJson::from(action)), Ok(action));
    let table = any_table(n);
    for seat in table.all_seats() {
        assert_eq!(table.decide(seat, action).is_ok(), table.legal(seat).contains(&action));
    }
});
