//! Pao: which part of a yakuman hand a player answers for who fed its deciding set.

use super::wins::{Liability, Winner};
use crate::rulebook::choices::PaoCovers;
use crate::rulebook::settings::{Key, Settings};
use crate::seat::Wind;
use crate::value::Value;
use arrayvec::ArrayVec;

/// A hand divided by who answers for it.
pub(super) struct Split {
    pub(super) key: Key,
    /// What each liable player answers for; each player once.
    pub(super) liable: ArrayVec<Liability, 4>,
    /// What is paid as if nobody were liable; none if others answer for all of it.
    pub(super) rest: Option<Value>,
}

impl Split {
    /// The one player who answers for everything.
    pub(super) fn answers_for_all(&self) -> Option<Wind> {
        match self.liable.as_slice() {
            [only] if self.rest.is_none() => Some(only.liable),
            _ => None,
        }
    }
}

/// Who stands beside the liable players, if anybody.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Payer {
    /// Nobody: everybody pays a tsumo.
    Nobody,
    /// Who discarded the winning tile.
    Discarder(Wind),
    /// Who fed a kan and so stands in a discarder's place.
    Feeder(Wind),
}

impl Payer {
    pub(super) fn seat(self) -> Option<Wind> {
        match self {
            Payer::Nobody => None,
            Payer::Discarder(seat) | Payer::Feeder(seat) => Some(seat),
        }
    }
}

/// Divides a hand. A player who pays as discarder or feeder is not liable beside it.
pub(super) fn split(settings: &Settings, win: &Winner, payer: Payer) -> Split {
    let all = win.value.yakuman();
    let (played, key) = match payer {
        Payer::Nobody => (settings.pao.tsumo, Key::PaoTsumo),
        Payer::Discarder(_) => (settings.pao.ron, Key::PaoRon),
        Payer::Feeder(_) => (settings.pao.after_kan, Key::PaoAfterKan),
    };
    let mut liable = within_value(settings, win);
    if settings.pao.covers == PaoCovers::WholeHand
        && let [only] = liable.as_mut_slice()
    {
        only.yakuman = all;
    }
    liable.retain(|part| played && Some(part.liable) != payer.seat());
    if liable.is_empty() {
        return Split {
            key,
            liable,
            rest: Some(win.value),
        };
    }
    let answered: u8 = liable.iter().map(|part| part.yakuman).sum();
    match payer {
        _ if answered >= all => Split {
            key,
            liable,
            rest: None,
        },
        Payer::Discarder(_) | Payer::Feeder(_) if !settings.pao.ron_of_several => Split {
            key: Key::PaoRonOfSeveral,
            liable: ArrayVec::new(),
            rest: Some(win.value),
        },
        _ => Split {
            key: match payer {
                Payer::Nobody => Key::PaoCovered,
                _ => Key::PaoRonOfSeveral,
            },
            liable,
            rest: Some(Value::Yakuman(all - answered)),
        },
    }
}

/// The liabilities of a hand, together no more than the hand is worth: where only one yakuman counts, a hand with two is still one.
fn within_value(settings: &Settings, win: &Winner) -> ArrayVec<Liability, 4> {
    let mut left = win.value.yakuman();
    let others = win.liable.iter().filter(|part| part.liable != win.seat);
    let parts = others.map(|part| {
        let yakuman = part.yakuman.min(left);
        left -= yakuman;
        Liability { yakuman, ..*part }
    });
    let played = !settings.pao.yaku.is_empty();
    parts.filter(|part| played && part.yakuman > 0).collect()
}
