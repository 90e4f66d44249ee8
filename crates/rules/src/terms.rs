//! What the players of a rulebook call things, for messages about hands.

use crate::rulebook::rules::Rules;
use crate::sheet::says_kong;
use crate::win::MeldKind;

/// The words of one kind of mahjong in an English sentence. Keywords that people type are the same everywhere.
#[derive(PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Terms {
    pub chii: &'static str,
    pub pon: &'static str,
    pub kan: &'static str,
    pub closed_kan: &'static str,
    pub tsumo: &'static str,
    pub ron: &'static str,
    pub yaku: &'static str,
    /// Several of them.
    pub yakus: &'static str,
}

impl Terms {
    pub const JAPANESE: &'static Terms = &Terms {
        chii: "chii",
        pon: "pon",
        kan: "kan",
        closed_kan: "closed kan",
        tsumo: "tsumo",
        ron: "ron",
        yaku: "yaku",
        yakus: "yaku",
    };
    pub const CHINESE: &'static Terms = &Terms {
        chii: "chow",
        pon: "pung",
        kan: "kong",
        closed_kan: "concealed kong",
        tsumo: "self-draw",
        ron: "win by discard",
        yaku: "pattern",
        yakus: "patterns",
    };

    /// Those of a rulebook.
    #[must_use]
    pub fn of(rules: &Rules) -> &'static Terms {
        if says_kong(rules) {
            Terms::CHINESE
        } else {
            Terms::JAPANESE
        }
    }

    pub(crate) const fn meld(&self, kind: MeldKind) -> &'static str {
        match kind {
            MeldKind::Chii => self.chii,
            MeldKind::Pon => self.pon,
            MeldKind::Daiminkan | MeldKind::Kakan => self.kan,
            MeldKind::Ankan => self.closed_kan,
        }
    }
}
