//! What `jantaku score` accepts can happen at a table: random claims, and for each one that is scored a game that leads to it,
//! played on a wall that is stacked as the game goes on. The table must accept the same win and pay the same.
//!
//! `JANTAKU_CLAIMS=10000 cargo test --package jantaku-scenario --test reachable -- --nocapture` tries as many claims.

mod claims;
mod game;

use claims::{Dice, random_claim};
use jantaku_rules::facts::of_reading::of_melds;
use jantaku_rules::reading::{MeldSets, Set};
use jantaku_rules::rulebook::choices::FourKans;
use jantaku_rules::rulebook::library::Library;
use jantaku_rules::rulebook::rules::Rules;
use jantaku_rules::tile::Kind;
use jantaku_rules::win::By;
use jantaku_wire::score_json::Claim;
use jantaku_wire::score_json::request::Request;
use jantaku_wire::score_json::response::Response;
use std::collections::BTreeMap;
use std::sync::Arc;

const BOOKS: [&str; 12] = [
    "riichi",
    "tenhou",
    "tenhou-sanma",
    "ema-2025",
    "sanmatsuri",
    "zan",
    "zung-jung",
    "zung-jung(bonus-tiles=yes)",
    "ryanzou-chankan",
    "ryanzou-chankan(pocchi=after-riichi)",
    "ryanzou-chankan+hana(variation=1)",
    "ryanzou-chankan+hana(variation=2)",
];

/// Claims that are scored although no game here leads to them, with the reason.
///
/// Every game here is played on a wall that is cut before the last tile, and with enough points that nobody goes bust. Indicators
/// may be left out of a claim: the table then turns some that point at nothing. Circumstances that a call, a kan or a tile set aside
/// has ended are dropped by `score` itself. `sorted_in` belongs to tables with real tiles.
fn exception(rules: &Rules, claim: &Claim) -> Option<&'static str> {
    let win = &claim.win;
    let settings = &rules.settings;
    let kans = win.melds.iter().filter(|meld| meld.kind.is_kan()).count();
    let turned = win.dora.len().saturating_sub(1).max(kans);
    let ends = settings.kan.four_score_alone || settings.kan.fourth == FourKans::AbortiveDraw;
    let certain = of_melds(&MeldSets::new(win.melds.iter().filter_map(Set::of_meld)));
    let tiles = win.hand.iter().chain(win.melds.iter().flat_map(|meld| &meld.tiles));
    let all = tiles.chain([&win.tile]).chain(&win.dora).chain(&win.ura);
    let plain_haku = all
        .filter(|tile| tile.kind() == Kind::HAKU && !tile.is_pocchi())
        .count();
    let named = |yaku: u16| claim.pao.iter().any(|(id, _)| *id == yaku);
    if win.tile.kind().is_flower() {
        Some("the last of all flowers wins whatever the hand and the circumstances are, so they are not looked at")
    } else if turned >= 4 && ends && !(win.rinshan && kans == 4) {
        Some(
            "the fourth kan ends the hand with the next discard; the value of four kans is still a question that people ask",
        )
    } else if rules.pao.iter().any(|pao| pao.when.holds(&certain) && !named(pao.yaku)) {
        Some("liability is left out: the scorer does not guess who fed the deciding set")
    } else if win.riichi.declared() && (win.riichi.is_double() || win.rinshan) && !win.melds.is_empty() {
        Some("a closed kan after riichi: whether the kan was allowed in riichi is not judged from the finished hand")
    } else if settings.tiles.pocchi && plain_haku > 3 {
        Some("one of four haku is the pocchi, which is a haku in every way")
    } else if win.by == By::RobbingAKan && win.payer_riichi {
        Some("a closed kan by a player in riichi: that player's hand is not part of the claim")
    } else if game::skips_the_winner(rules, claim) {
        Some("the discarder's turn came round again, past the winner, through calls of others")
    } else {
        None
    }
}

#[test]
fn accepted_claims_can_be_reached() {
    let count = std::env::var("JANTAKU_CLAIMS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(1_200);
    let library = Library::builtin();
    let (mut tried, mut refused, mut no_win, mut reached) = (0, 0, 0, 0);
    let mut exceptions: BTreeMap<&str, usize> = BTreeMap::new();
    let mut failed = Vec::new();
    let books = BOOKS.map(|book| Arc::new(library.rules(book).expect("a rulebook")));
    let mut dice = Dice(20_261);
    for rules in books.iter().cycle() {
        if tried >= count {
            break;
        }
        let Some((hand, from)) = random_claim(rules, &mut dice) else {
            continue;
        };
        tried += 1;
        let from = (!hand.win.by.is_tsumo() || dice.percent(5)).then_some(from);
        let Ok(hand) = hand.finish(from) else {
            refused += 1;
            continue;
        };
        let request = Request {
            id: None,
            rules: rules.spec.clone(),
            hand,
        };
        let Ok(claim) = Claim::of(rules, &request) else {
            refused += 1;
            continue;
        };
        let Response::Sheet(sheet) = claim.settle(rules, None) else {
            no_win += 1;
            continue;
        };
        match game::reach(rules, &claim, &request.hand, &sheet, &mut dice) {
            Ok(()) => reached += 1,
            Err(why) => match exception(rules, &claim) {
                Some(reason) => *exceptions.entry(reason).or_default() += 1,
                None => failed.push(format!("{}: {why}\n  {:?}", rules.spec, request.hand)),
            },
        }
    }
    println!("{tried} claims: {refused} refused, {no_win} no win, {reached} reached, exceptions {exceptions:#?}");
    assert!(
        failed.is_empty(),
        "{} cannot be reached:\n{}",
        failed.len(),
        failed[..failed.len().min(12)].join("\n")
    );
    assert!(
        reached * 6 > tried,
        "only {reached} of {tried} claims were scored and reached"
    );
}
