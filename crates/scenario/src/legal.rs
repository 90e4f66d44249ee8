//! What a seat may do now, written like the lines of a script without the seat.

use jantaku_rules::notation;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::{Kind, Mark, Tile};
use jantaku_table::{Action, Table};

/// The lines that this seat could play now. Passing has no line and is not listed.
pub(super) fn lines(table: &Table, seat: Seat) -> Vec<String> {
    let legal = table.legal(seat);
    let special = |pair: &[Tile; 2]| pair.iter().filter(|tile| tile.mark() != Mark::Plain).count();
    let pons = || {
        legal.iter().filter_map(|action| match action {
            Action::Pon(pair) => Some(pair),
            _ => None,
        })
    };
    let usual_pon = pons().min_by_key(|pair| special(pair));
    let mut lines: Vec<String> = Vec::new();
    for action in &legal {
        let line = match action {
            Action::Pon(pair) if Some(pair) == usual_pon => Some("pon".to_owned()),
            other => line(*other),
        };
        // The drawn tile and the same one held are one line.
        lines.extend(line.filter(|line| !lines.contains(line)));
    }
    lines
}

fn line(action: Action) -> Option<String> {
    let tiles = |tiles: &[Tile]| notation::sorted(tiles);
    let kind = |kind: Kind| notation::in_order(&[Tile::plain(kind)]);
    Some(match action {
        Action::Discard { tile, .. } => format!("discard {}", tiles(&[tile])),
        Action::Riichi { tile, open: false, .. } => format!("riichi {}", tiles(&[tile])),
        Action::Riichi { tile, open: true, .. } => format!("open-riichi {}", tiles(&[tile])),
        Action::Tsumo => "tsumo".to_owned(),
        Action::Ankan(of) => format!("ankan {}", kind(of)),
        Action::Kakan(of) => format!("kakan {}", kind(of)),
        Action::Kita => "kita".to_owned(),
        Action::NineTerminals => "nine-terminals".to_owned(),
        Action::Ron => "ron".to_owned(),
        Action::Pon(pair) => format!("pon {}", tiles(&pair)),
        Action::Chii(pair) => format!("chii {}", tiles(&pair)),
        Action::Daiminkan => "daiminkan".to_owned(),
        Action::Nagashi => "nagashi".to_owned(),
        Action::Tenpai => "tenpai".to_owned(),
        Action::Noten => "noten".to_owned(),
        Action::EndGame => "end-game".to_owned(),
        Action::Pass | Action::PlayOn => return None,
    })
}
