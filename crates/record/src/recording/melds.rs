//! Melds as a record lays them: what was called from whom, and what the caller added.

use super::{RecordingError, Round};
use crate::game::RecordEvent;
use crate::meld::MeldRecord;
use jantaku_rules::seat::Seat;
use jantaku_rules::tile::Tile;
use jantaku_rules::win::{Meld, MeldKind};

impl Round {
    pub(super) fn called(&self, meld: &Meld, from: Seat) -> Result<MeldRecord, RecordingError> {
        let moved = self.events.iter().rev().find_map(RecordEvent::moved);
        let (_, called) = moved.ok_or(RecordingError::Events)?;
        let own = without(&meld.tiles, &[called])?;
        Ok(match (meld.kind, own[..].try_into(), own[..].try_into()) {
            (MeldKind::Chii, Ok(two), _) => MeldRecord::chii(from, called, two),
            (_, Ok(two), _) => MeldRecord::pon(from, called, two),
            (_, _, Ok(three)) => MeldRecord::daiminkan(from, called, three),
            _ => return Err(RecordingError::Events),
        })
    }

    pub(super) fn kan(&self, caller: Seat, kan: &Meld) -> Result<MeldRecord, RecordingError> {
        if kan.kind == MeldKind::Ankan {
            let tiles = kan.tiles.as_slice().try_into();
            return tiles.map(MeldRecord::ankan).map_err(|_| RecordingError::Events);
        }
        let is_same = |tile: Tile| kan.tiles.first().is_some_and(|first| first.kind() == tile.kind());
        let pon = self.events.iter().find_map(|event| match *event {
            RecordEvent::Call {
                seat,
                meld: MeldRecord::Pon { from, called, own },
            } if seat == caller && is_same(called) => Some((from, called, own)),
            _ => None,
        });
        let (from, called, own) = pon.ok_or(RecordingError::Events)?;
        let added = without(&kan.tiles, &[called, own[0], own[1]])?;
        let added = added.first().ok_or(RecordingError::Events)?;
        Ok(MeldRecord::kakan(from, called, own, *added))
    }

    /// The melds of a player as they lie at the end: a kan takes the place of the pon it was added to.
    pub(super) fn melds_of(&self, player: Seat) -> Vec<MeldRecord> {
        let mut melds: Vec<MeldRecord> = Vec::new();
        for event in &self.events {
            let RecordEvent::Call { seat, meld } = event else {
                continue;
            };
            if *seat != player {
                continue;
            }
            let is_pon = |pon: &MeldRecord| matches!(pon, MeldRecord::Pon { .. }) && pon.kind() == meld.kind();
            let place = melds.iter().position(is_pon);
            match place.filter(|_| matches!(meld, MeldRecord::Kakan { .. })) {
                Some(place) => melds[place] = *meld,
                None => melds.push(*meld),
            }
        }
        melds
    }
}

/// What is left of a meld.
fn without(tiles: &[Tile], taken: &[Tile]) -> Result<Vec<Tile>, RecordingError> {
    let mut rest = tiles.to_vec();
    for tile in taken {
        let place = rest.iter().position(|one| one == tile);
        rest.remove(place.ok_or(RecordingError::Events)?);
    }
    Ok(rest)
}
