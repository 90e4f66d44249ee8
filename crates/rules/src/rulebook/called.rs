//! What players call a key, where its name and meaning say it in other words.

/// Keys with the words of players for them.
const CALLED: &[(&str, &str)] = &[
    ("tiles.reds", "aka dora red fives akadora"),
    ("wall.dead-wall", "wanpai"),
    ("claims.kuikae", "swap calling"),
    ("claims.winners", "atamahane head bump double ron triple ron"),
    ("kan.indicator", "kandora kan dora"),
    ("kan.closed-robbed-by", "chankan ankan"),
    ("kan.fourth", "suukaikan suukan sanra abortive draw"),
    ("riichi.needs-points", "1000 points"),
    ("riichi.last-points", "1000 points"),
    ("furiten.passing", "temporary furiten doujun"),
    ("furiten.passing-in-riichi", "permanent furiten"),
    ("aside.kita", "nukidora pei"),
    ("pocchi.wild", "shiro pocchi almighty"),
    ("dora.kan-ura", "kanura"),
    ("value.minimum", "shibari"),
    ("value.kiriage", "rounded rounding up"),
    ("value.counted-yakuman", "kazoe sanbaiman 13 han"),
    ("value.yakuman-add", "double yakuman multiple compound"),
    ("value.four-of-a-kind-pairs", "chiitoitsu"),
    ("fu.double-wind", "renpuuhai"),
    ("payment.honba-ron", "tsumibou counters repeat"),
    ("payment.honba-tsumo", "tsumibou counters repeat"),
    ("payment.sticks-to", "kyoutaku deposits"),
    (
        "pao.yaku",
        "sekinin barai responsibility liability daisangen daisuushii",
    ),
    ("draws.noten", "bappu noten penalty exhaustive draw ryuukyoku"),
    ("draws.nine-terminals", "kyuushu kyuuhai abortive draw"),
    ("draws.four-winds", "suufon renda abortive draw"),
    ("draws.four-riichi", "suucha riichi abortive draw"),
    ("draws.triple-ron", "sanchahou abortive draw"),
    ("draws.nagashi", "nagashi mangan"),
    ("game.start", "starting points genten"),
    ("game.rounds", "hanchan tonpuu east-south length"),
    ("game.dealer-stays", "renchan repeat"),
    ("game.bust", "tobi busting bankruptcy below zero"),
    ("game.overtime", "west round shaanyuu extension sudden death"),
    ("game.yame", "agari yame agariyame tenpai yame"),
    ("game.leftover-sticks", "deposits kyoutaku end of the game"),
    ("result.return-points", "kaeshi genten 30000"),
    ("result.uma", "placement bonus"),
    ("result.oka", "top bonus first place"),
    ("penalty.chombo", "false win mistake"),
    ("penalty.dead-hand", "agari houki tenpai forfeit"),
];

/// The words of players for a key; empty if its name and meaning have them.
#[must_use]
pub fn called(key: &str) -> &'static str {
    CALLED
        .iter()
        .find(|(name, _)| *name == key)
        .map_or("", |(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::settings::Key;

    #[test]
    fn knows_no_other_keys() {
        for (name, _) in CALLED {
            assert!(Key::named(name).is_some(), "{name}");
        }
    }
}
