//! The log of a finished game, with every tile visible.

use crate::game::{Game, Start};
use crate::record::Sitter;
use crate::telling::Telling;
use crate::wire::agreement::RulingJson;
use jantaku_record::log::{FairStepJson, Header, Line, LogPlayer, Signer, Told, Writer};
use jantaku_table::fair::Bytes32;
use jantaku_table::lots::Lots;
use jantaku_wire::event_json::EventJson;
use jantaku_wire::hex::Hex32;

/// The whole game, from failed starts to the result, signed.
pub(crate) fn written(game: &Game, signer: &Signer) -> String {
    let mut writer = Writer::new(&Header {
        table: Some(game.id.to_string()),
        rules: game.setup.rules.clone(),
        ..Header::of(&game.rules, players(game))
    });
    for (start, missing) in &game.voided {
        write_start(&mut writer, game, start);
        let missing = missing.clone();
        writer.line(&Line::Fair(FairStepJson::Void { missing }));
    }
    write_start(&mut writer, game, &game.start);
    if let Some(Lots { draw, secret, order }) = game.lots() {
        let (draw, secret) = (draw.into(), Hex32(secret));
        writer.line(&Line::Fair(FairStepJson::Lots { draw, secret, order }));
    }
    let mut telling = Telling::new(&game.rules);
    let mut opened = 0;
    for (at, event) in game.events.iter().enumerate() {
        for ruling in game.rulings.iter().filter(|ruling| ruling.at == at) {
            let note = serde_json::json!({ "ruling": RulingJson::from(ruling) });
            writer.line(&Line::Note(note));
        }
        let told = telling.tell(event, |hand| game.wall(hand));
        for sheet in &told.sheets {
            writer.line(&Line::Sheet(serde_json::to_value(sheet).unwrap_or_default()));
        }
        if let Some(rest) = &told.rest {
            writer.line(&Line::Sheet(serde_json::to_value(rest).unwrap_or_default()));
        }
        writer.line(&Line::Told(Told {
            e: EventJson::of(event, &game.rules, |seat| seat.0),
            left: Some(told.left),
            spare: told.spare,
        }));
        if telling.hands_over() > opened {
            opened = telling.hands_over();
            if let Some(secret) = game.secret(opened).map(Hex32) {
                writer.line(&Line::Fair(FairStepJson::Opened { hand: opened, secret }));
            }
        }
        if let Some(result) = told.over {
            writer.line(&Line::Over(result));
        }
    }
    writer.close_signed(signer)
}

/// Who played, by seat; bots by their level.
pub(crate) fn players(game: &Game) -> Vec<LogPlayer> {
    game.chairs.iter().map(|chair| player(&chair.sitter)).collect()
}

fn player(sitter: &Sitter) -> LogPlayer {
    match sitter {
        Sitter::Open => LogPlayer {
            name: String::new(),
            bot: None,
        },
        Sitter::Person { name, .. } => LogPlayer {
            name: name.clone(),
            bot: None,
        },
        Sitter::Bot { id } => LogPlayer {
            name: id.clone(),
            bot: Some(id.clone()),
        },
    }
}

fn write_start(writer: &mut Writer, game: &Game, start: &Start) {
    let hexes = |all: &Vec<Option<Bytes32>>| all.iter().map(|one| one.map(Hex32)).collect();
    let steps = [
        start.head.map(|head| FairStepJson::Chain {
            s0: Hex32(head),
            rules: start.rules.map(Hex32),
            lots: game.lots_promise(start).map(Hex32),
        }),
        start.commits.as_ref().map(|commits| FairStepJson::Commits {
            commits: hexes(commits),
        }),
        start.reveals.as_ref().map(|reveals| FairStepJson::Reveals {
            reveals: hexes(reveals),
        }),
    ];
    for step in steps.into_iter().flatten() {
        writer.line(&Line::Fair(step));
    }
}
