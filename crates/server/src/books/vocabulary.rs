//! What a rulebook can say, and what the one that it builds on has.

use super::check::worth;
use crate::rulebooks::Offer;
use crate::wire::books::vocabulary::{
    ClauseWord, FactKind, FactWord, KeyChoice, KeyField, KeyShape, KeyWord, LimitWord, Vocabulary, YakuWord,
};
use jantaku_rules::facts::{self, FactInfo, Meaning, VOCABULARY};
use jantaku_rules::rulebook::called::called;
use jantaku_rules::rulebook::limits;
use jantaku_rules::rulebook::resolved::{Resolved, ResolvedYaku};
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::rulebook::setting::{Field, Shape};
use jantaku_rules::rulebook::settings::{Key, Settings};
use jantaku_wire::value_json::to_json;

/// The vocabulary for a rulebook that builds on this one.
pub(crate) fn of(offer: &Offer, base: &Rules, resolved: &Resolved) -> Vocabulary {
    let names = |overlay: bool| {
        let sources = offer.library.sources().filter(move |source| source.overlay == overlay);
        sources.map(|source| source.id.clone()).collect()
    };
    let limit = |limit: &limits::Limit| LimitWord {
        what: limit.what.to_owned(),
        most: limit.most as u32,
    };
    let clause = |clause: &jantaku_rules::rulebook::clause::Clause| ClauseWord {
        id: clause.id.clone(),
        rulebook: clause.rulebook.clone(),
        says: clause.says.clone(),
        etiquette: clause.etiquette,
    };
    Vocabulary {
        facts: VOCABULARY.iter().map(fact).collect(),
        keys: Key::ALL.iter().map(|key| key_word(*key, base)).collect(),
        yaku: resolved
            .yaku
            .iter()
            .map(|yaku| yaku_word(yaku, base, resolved))
            .collect(),
        clauses: base.clauses.iter().map(clause).collect(),
        limits: limits::ALL.iter().map(limit).collect(),
        overlays: names(true),
        books: names(false),
    }
}

fn fact(fact: &FactInfo) -> FactWord {
    let (kind, most) = match fact.meaning {
        Meaning::Flag(_) => (FactKind::Flag, None),
        Meaning::Count(count) => (FactKind::Count, Some(count.most)),
        Meaning::AnyOf { .. } | Meaning::NoneBut { .. } => (FactKind::Tiles, None),
    };
    FactWord {
        name: fact.name.to_owned(),
        usage: fact.usage(),
        kind,
        most,
        says: fact.doc.to_owned(),
        called: facts::called(fact.name).to_owned(),
        example: fact.example.to_owned(),
    }
}

fn key_word(key: Key, base: &Rules) -> KeyWord {
    let info = key.info();
    let clause = base.clause(base.because(key));
    KeyWord {
        section: info.name.split('.').next().unwrap_or_default().to_owned(),
        says: info.doc.to_owned(),
        called: called(&info.name).to_owned(),
        expected: info.shape.expected(),
        shape: shape(&info.shape),
        base: to_json(&base.settings.value(key)),
        default: to_json(&Settings::default().value(key)),
        clause: clause.map(|clause| clause.id.clone()).unwrap_or_default(),
        key: info.name,
    }
}

fn shape(of: &Shape) -> KeyShape {
    match of {
        Shape::Flag => KeyShape::Flag,
        Shape::True => KeyShape::True,
        Shape::Number { from, to } => KeyShape::Number { from: *from, to: *to },
        Shape::Text => KeyShape::Text,
        Shape::Tiles => KeyShape::Tiles,
        Shape::Word(words) => KeyShape::Word {
            words: words
                .iter()
                .map(|(word, says)| KeyChoice {
                    word: (*word).to_owned(),
                    says: says.trim().to_owned(),
                })
                .collect(),
        },
        Shape::List(each) => KeyShape::List {
            of: Box::new(shape(each)),
        },
        Shape::Record(fields) => KeyShape::Record {
            fields: fields.iter().map(field).collect(),
        },
    }
}

fn field(of: &Field) -> KeyField {
    KeyField {
        name: of.name.clone(),
        says: of.doc.trim().to_owned(),
        required: of.required,
        shape: shape(&of.shape),
    }
}

fn yaku_word(yaku: &ResolvedYaku, base: &Rules, resolved: &Resolved) -> YakuWord {
    let played = base.yaku.iter().find(|played| played.id == yaku.id);
    let clause = resolved.clause(yaku.because());
    YakuWord {
        id: yaku.id.clone(),
        names: (&yaku.names).into(),
        when: yaku.when.as_ref().map(|when| when.value.clone()).unwrap_or_default(),
        worth: played.map(worth).unwrap_or_default(),
        clause: clause.map(|clause| clause.clause.id.clone()).unwrap_or_default(),
        played: yaku.played,
    }
}
