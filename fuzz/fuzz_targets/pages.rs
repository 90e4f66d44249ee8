//! Pages of a damaged database and of its log: whatever they hold, reading them ends, and every row has one of the shapes.
#![no_main]

use jantaku_server::store::pages::{Column, Pages};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let shapes = [
        vec![Column::Row, Column::Text, Column::Integer, Column::Text, Column::Blob],
        vec![
            Column::Row,
            Column::Text,
            Column::Integer,
            Column::Integer,
            Column::TextOrNull,
            Column::Blob,
        ],
        vec![Column::Text, Column::Text],
        vec![Column::Row, Column::IntegerOrNull, Column::Integer],
    ];
    // The first two bytes tell where the log begins.
    let Some((size, rest)) = bytes.split_at_checked(2) else {
        return;
    };
    let at = usize::from(u16::from_be_bytes([size[0], size[1]])).min(rest.len());
    for (file, log) in [rest.split_at(at), (rest, rest)] {
        let pages = Pages::of(file, log);
        for row in [false, true]
            .into_iter()
            .flat_map(|earlier_first| pages.rows(&shapes, earlier_first))
        {
            assert_eq!(row.values.len(), shapes[row.table].len());
        }
    }
});
