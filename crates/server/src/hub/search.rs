//! Finished games by player and rulebook, page by page.

use super::Hub;
use crate::machine::spawn_blocking;
use crate::room::Refused;
use crate::store::{Finished, Summary};
use crate::token::SessionHash;
use crate::wire::lobby::{GamePage, SearchGames};
use std::sync::Arc;
use unicode_normalization::UnicodeNormalization;

/// Games of a page.
const PAGE: usize = 20;
/// Games that are read at a time, and for one page at most: whoever looks for a rare name asks for the next page.
const AT_ONCE: usize = 500;
const MOST: usize = 5000;

impl Hub {
    /// Finished games that a session may see and that match, the latest first.
    pub(crate) async fn search_games(
        self: &Arc<Hub>,
        asked: SearchGames,
        session: Option<SessionHash>,
    ) -> Result<GamePage, Refused> {
        let hub = Arc::clone(self);
        let search = move || {
            let mut before = asked.after.as_deref().and_then(place_of);
            let player = plain(&asked.player);
            let mut games = Vec::new();
            for _ in 0..MOST / AT_ONCE {
                let found = hub.around.store.finished_before(before.clone(), AT_ONCE);
                let found = found.map_err(|_| Refused::NotStored)?;
                let is_all = found.len() < AT_ONCE;
                for game in found {
                    if games.len() == PAGE {
                        let next = before.as_ref().map(written);
                        return Ok(GamePage { games, next });
                    }
                    before = Some((game.summary.ended, game.summary.id.clone()));
                    if is_shown(&game, session) && matches(&game.summary, &player, &asked.rules) {
                        games.push(game.summary.into());
                    }
                }
                if is_all {
                    return Ok(GamePage { games, next: None });
                }
            }
            let next = before.as_ref().map(written);
            Ok(GamePage { games, next })
        };
        spawn_blocking(search).await.map_err(|_| Refused::Broken)?
    }
}

fn is_shown(game: &Finished, session: Option<SessionHash>) -> bool {
    game.listed || session.is_some_and(|session| game.sessions.contains(&session))
}

/// Did somebody with this in the name play by this rulebook, with whatever options and overlays?
fn matches(game: &Summary, player: &str, rules: &str) -> bool {
    let is_meant = || {
        let rest = game.rules.strip_prefix(rules);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['(', '+']))
    };
    let plays = || game.names.iter().any(|name| plain(name).contains(player));
    (rules.is_empty() || is_meant()) && (player.is_empty() || plays())
}

/// A name however it was typed.
fn plain(name: &str) -> String {
    name.trim().nfkc().flat_map(char::to_lowercase).collect()
}

/// Where a page ends, as the next one is asked for.
fn written((ended, id): &(u32, String)) -> String {
    format!("{ended}-{id}")
}

fn place_of(text: &str) -> Option<(u32, String)> {
    let (ended, id) = text.split_once('-')?;
    Some((ended.parse().ok()?, id.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_games_by_a_part_of_a_name_and_by_rulebook() {
        let game = |rules: &str, names: &[&str]| Summary {
            id: String::new(),
            name: String::new(),
            rules: rules.to_owned(),
            rulebook: serde_json::from_value(
                serde_json::json!({ "en": "", "de": "", "ja": "", "romaji": "", "zh": "" }),
            )
            .unwrap(),
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            cast: Vec::new(),
            points: Vec::new(),
            places: Vec::new(),
            ended: 0,
            left: Vec::new(),
            void: false,
        };
        let games = [
            game("zan(nagashi=win)", &["Mika", "Sora"]),
            game("tenhou", &["ＭＩＫＡ 2", "Jun"]),
            game("tenhou-sanma", &["Jun"]),
        ];
        let found = |player: &str, rules: &str| games.each_ref().map(|game| matches(game, &plain(player), rules));
        assert_eq!(found(" mika ", ""), [true, true, false]);
        assert_eq!(found("", "zan"), [true, false, false]);
        assert_eq!(found("jun", "tenhou"), [false, true, false]);
        assert_eq!(found("nobody", ""), [false; 3]);
        assert_eq!(found("", ""), [true; 3]);
    }
}
