//! What belongs to somebody at a table when they sign in, and when they are to be forgotten.

use super::viewers::End;
use super::{Refused, Room, unix_time};
use crate::game::Status;
use crate::record::Record;
use crate::token::SessionHash;
use crate::wire::lobby::TableSettings;
use jantaku_rules::seat::Seat;

impl Room {
    /// All that a guest has here goes to the account that they have signed in to. If that has a seat here already, the guest's is given up.
    pub(super) async fn claim(&mut self, guest: SessionHash, player: SessionHash) -> Result<(), Refused> {
        let is_over = matches!(self.game.status(), Status::Over | Status::Closed);
        if is_over || guest == player || !self.game.knows(guest) {
            return Ok(());
        }
        let seat = self.game.seat_of(guest);
        if seat.is_some() && self.game.seat_of(player).is_some() {
            self.leave_seat(guest).await?;
        }
        match seat.filter(|_| self.game.seat_of(player).is_none()) {
            // Nodes of earlier versions can read this.
            Some(seat) if self.game.has_only_a_seat(guest) => {
                let (seat, session) = (seat.0, player);
                self.keep(Record::Moved { seat, session }).await;
            }
            _ => {
                let (from, session) = (guest, player);
                self.keep(Record::Claimed { from, session }).await;
            }
        }
        // The browser comes back as the account.
        if let Some(seat) = seat {
            self.viewers.unseat(seat, End::Restart);
        }
        self.viewers.let_go(guest, End::Restart);
        self.players_changed();
        Ok(())
    }

    /// Somebody who is to be forgotten gives up everything here; refused while they play.
    pub(super) async fn withdraw(&mut self, sessions: &[SessionHash]) -> Result<(), Refused> {
        for session in sessions {
            self.withdraw_one(*session).await?;
        }
        Ok(())
    }

    async fn withdraw_one(&mut self, session: SessionHash) -> Result<(), Refused> {
        if matches!(self.game.status(), Status::Over | Status::Closed) {
            return Ok(());
        }
        let plays = |seat: Seat| !self.game.chairs[usize::from(seat.0)].left;
        if self.game.seat_of(session).is_some_and(plays) {
            return Err(Refused::StillPlays);
        }
        if self.game.is_referee(session) {
            self.keep(Record::NoReferee).await;
        }
        if session == self.game.owner && self.game.setup.listed {
            // The address that lists the table goes with its owner. Whoever is host then can list it again.
            let unlisted = TableSettings {
                listed: Some(false),
                ..TableSettings::default()
            };
            self.keep(Record::Settings(unlisted)).await;
        }
        if session == self.game.host
            && let Some(next) = self.heir(session)
        {
            self.keep(Record::Host { seat: next.0 }).await;
        }
        let at = unix_time();
        self.keep(Record::Withdrawn { session, at }).await;
        self.viewers.let_go(session, End::Restart);
        if self.game.is_deserted() {
            self.close().await;
        }
        self.players_changed();
        Ok(())
    }

    /// Who is host after somebody who does not come back: a friend who is there, anybody who is there, or anybody.
    fn heir(&self, session: SessionHash) -> Option<Seat> {
        let stays = |seat: &Seat| {
            let chair = &self.game.chairs[usize::from(seat.0)];
            self.game.is_person(*seat) && !chair.left && self.game.seat_of(session) != Some(*seat)
        };
        let others: Vec<Seat> = self.game.seats().filter(stays).collect();
        let is_present = |seat: &&Seat| self.viewers.seat(**seat).is_present();
        let friend = others
            .iter()
            .find(|seat| is_present(seat) && self.game.is_friend(**seat));
        let present = || others.iter().find(|seat| is_present(seat));
        friend.or_else(present).or_else(|| others.first()).copied()
    }
}
