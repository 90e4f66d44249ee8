//! Where in the wall the tiles of concealed hands and of kans that lie face down stood.

use super::World;
use jantaku_rules::tile::Tile;
use jantaku_rules::win::MeldKind;
use jantaku_table::Event;
use jantaku_table::event::Source;
use jantaku_table::wall::deal_places;

impl<F> World<F> {
    /// Follows every concealed tile from its place in the wall.
    pub(super) fn follow(&mut self, event: &Event, number: usize) {
        let row = self.table.wall().row();
        let find = |places: &[usize], tile: Tile, last: bool| {
            let is = |&place: &usize| row[place] == tile;
            if last {
                places.iter().rposition(is)
            } else {
                places.iter().position(is)
            }
        };
        match event {
            Event::Dealt { seat, .. } => {
                let wind = self.table.wind(*seat).index();
                self.places[usize::from(seat.0)] = deal_places(self.table.seats())[wind].to_vec();
            }
            Event::Drew { seat, source, .. } => {
                let live = *source == Source::Live;
                let drew =
                    |event: &&Event| matches!(event, Event::Drew { source, .. } if (*source == Source::Live) == live);
                let number = self.events[..number].iter().filter(drew).count();
                let place = if live {
                    13 * self.table.seats() + number
                } else {
                    self.table.wall().replacement_place(number)
                };
                self.places[usize::from(seat.0)].push(place);
            }
            Event::Discarded { seat, tile, drawn } => {
                let places = &mut self.places[usize::from(seat.0)];
                if let Some(place) = find(places, *tile, *drawn) {
                    places.remove(place);
                }
            }
            Event::SetAside { seat, tile } => {
                let places = &mut self.places[usize::from(seat.0)];
                if let Some(place) = find(places, *tile, true) {
                    places.remove(place);
                }
            }
            Event::Called { seat, meld, .. } => {
                let discarded = self.events[..number].iter().rev().find_map(|event| match event {
                    Event::Discarded { tile, .. } => Some(*tile),
                    _ => None,
                });
                let mut own = meld.tiles.clone();
                if let Some(place) = own.iter().position(|tile| Some(*tile) == discarded) {
                    own.remove(place);
                }
                let places = &mut self.places[usize::from(seat.0)];
                for &tile in &own {
                    find(places, tile, false).map(|place| places.remove(place));
                }
            }
            Event::KanDeclared { seat, meld } => {
                let own = if meld.kind == MeldKind::Kakan { 1 } else { 4 };
                let places = &mut self.places[usize::from(seat.0)];
                let mut kan = Vec::new();
                for &tile in &meld.tiles[..own] {
                    kan.extend(find(places, tile, false).map(|place| places.remove(place)));
                }
                let face_down = self.table.rules().settings.kan.face_down && meld.kind == MeldKind::Ankan;
                if face_down && !self.viewer.sees_hand_of(*seat) {
                    self.face_down.push((*seat, kan));
                }
            }
            Event::KanTurned { seat, .. } => self.face_down.retain(|(owner, _)| owner != seat),
            _ => {}
        }
    }
}
