//! Friends over HTTP: requests, answers, who is there, invitations to a table.

use super::account::{Answer, Asked, OurSite, signed_in, too_often};
use super::allowance::Allowance;
use super::api::{done, unreadable};
use super::{Peer, Site};
use crate::accounts::{Act, Friends, Stored, Target};
use crate::cluster::Request;
use crate::room::Refused;
use crate::token::{self, CodeHash};
use crate::wire::friends::{
    AddFriend, AnswerInvitation, ChangeFriend, FriendAct, FriendInfo, FriendsInfo, FriendsNews, InviteFriend, MetInfo,
    RequestInfo, TableInvitation,
};
use crate::wire::lobby::Joined;
use crate::wire::table::PlayerKind;
use axum::extract::{Extension, State};
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use axum::{Json, Router};
use std::sync::Arc;
use std::time::Duration;

/// What an account may ask of others in ten minutes.
pub(super) const REQUESTS: Allowance = Allowance {
    at_once: 60,
    often: 60,
    span: Duration::from_secs(600),
};

pub(super) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/api/friends", get(friends))
        .route("/api/friends/news", get(news))
        .route("/api/friends/add", post(add))
        .route("/api/friends/change", post(change))
        .route("/api/friends/code", post(code))
        .route("/api/friends/invite", post(invite))
        .route("/api/friends/answer", post(answer))
}

async fn friends(State(site): OurSite, headers: HeaderMap) -> Answer {
    let (_, own) = signed_in(&site, &headers).await?;
    let kept = site.accounts.friends(&own.id, false).await?;
    Ok(Json(info(&site, &own, kept).await?).into_response())
}

/// A new code; the one before leads nowhere.
async fn code(State(site): OurSite, headers: HeaderMap) -> Answer {
    let (_, own) = signed_in(&site, &headers).await?;
    may_ask(&site, &own)?;
    let kept = site.accounts.friends(&own.id, true).await?;
    Ok(Json(info(&site, &own, kept).await?).into_response())
}

async fn news(State(site): OurSite, headers: HeaderMap) -> Answer {
    let news = match signed_in(&site, &headers).await {
        Ok((_, own)) => {
            let kept = site.accounts.known_friends(&own.id).await?;
            FriendsNews {
                requests: kept.waiting.len() as u32,
                invitations: invitations(&site, &own, &kept).await?,
            }
        }
        Err(Refused::NotSignedIn) => FriendsNews::default(),
        Err(refused) => return Err(refused),
    };
    Ok(Json(news).into_response())
}

async fn add(State(site): OurSite, headers: HeaderMap, asked: Asked<AddFriend>) -> Answer {
    let Json(asked) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let (_, own) = signed_in(&site, &headers).await?;
    may_ask(&site, &own)?;
    let target = match asked {
        AddFriend { code: Some(code), .. } => Target::Code(code),
        AddFriend {
            table: Some(table),
            seat: Some(seat),
            ..
        } => {
            let met = site.hub.met(own.account.players()).await?;
            let met = met.into_iter().find(|met| met.table == table && met.seat == seat);
            let met = met.ok_or(Refused::NotSeated)?;
            Target::Met {
                session: met.session,
                name: met.name,
                table,
                seat,
            }
        }
        AddFriend { .. } => return Err(Refused::WrongCode),
    };
    site.accounts.ask_friend(&own.id, target).await?;
    Ok(done())
}

async fn change(State(site): OurSite, headers: HeaderMap, asked: Asked<ChangeFriend>) -> Answer {
    let Json(ChangeFriend { id, act }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let (_, own) = signed_in(&site, &headers).await?;
    may_ask(&site, &own)?;
    let act = match act {
        FriendAct::Accept => Act::Accept,
        FriendAct::Decline => Act::Decline,
        FriendAct::Remove => Act::Remove,
        FriendAct::Block => Act::Block,
        FriendAct::Unblock => Act::Unblock,
        FriendAct::Withdraw => Act::Withdraw,
    };
    site.accounts.change_friend(&own.id, &id, act).await?;
    Ok(done())
}

async fn invite(State(site): OurSite, headers: HeaderMap, asked: Asked<InviteFriend>) -> Answer {
    let Json(InviteFriend { id, table }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let (_, own) = signed_in(&site, &headers).await?;
    may_ask(&site, &own)?;
    site.hub.may_invite_to(&table, own.account.player)?;
    site.accounts.invite_friend(&own.id, &id, &table).await?;
    Ok(done())
}

/// Whoever accepts gets an invitation of the friend's that is made for this and used at once: no code has to be kept.
async fn answer(
    State(site): OurSite,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    asked: Asked<AnswerInvitation>,
) -> Answer {
    let Json(AnswerInvitation { from, table, accept }) = match asked {
        Ok(asked) => asked,
        Err(rejected) => return Ok(unreadable(&rejected)),
    };
    let (_, own) = signed_in(&site, &headers).await?;
    may_ask(&site, &own)?;
    if !accept {
        site.accounts.end_invitation(&own.id, &from, &table).await?;
        let none = Joined {
            seat: None,
            waits: false,
        };
        return Ok(Json(none).into_response());
    }
    let kept = site.accounts.known_friends(&own.id).await?;
    let is_meant = |invitation: &TableInvitation| invitation.from == from && invitation.table == table;
    let open = invitations(&site, &own, &kept).await?;
    if !open.iter().any(is_meant) {
        return Err(Refused::WrongCode);
    }
    let friend = site.accounts.others(&own.id, vec![from.clone()], true).await?;
    let friend = friend.first().ok_or(Refused::WrongCode)?;
    let session = own.account.player;
    let code = CodeHash::of(&token::code().map_err(Refused::from)?);
    if !site.hub.belongs(&table, Some(session)) {
        let players = site.hub.info(&table).await?.players;
        // An open seat before that of a bot.
        let open = (0..).zip(&players).find(|(_, player)| player.kind == PlayerKind::Open);
        let invite = Request::Invite(friend.account.player, code, open.map(|(seat, _)| seat));
        site.hub.request::<u8>(&table, invite).await?;
    }
    let join = Request::Join {
        session,
        name: own.account.name.clone(),
        code: Some(code),
        place: peer.place(),
    };
    let joined: Joined = site.hub.request(&table, join).await?;
    site.accounts.end_invitation(&own.id, &from, &table).await?;
    Ok(Json(joined).into_response())
}

/// May this account ask something of others?
fn may_ask(site: &Site, own: &Stored) -> Result<(), Refused> {
    match site.allowances.friends.take_for(own.account.player) {
        true => Ok(()),
        false => Err(too_often(site)),
    }
}

/// The invitations to tables that are on, from those who are still friends.
async fn invitations(site: &Site, own: &Stored, kept: &Friends) -> Result<Vec<TableInvitation>, Refused> {
    let open: Vec<_> = kept.open_invitations().cloned().collect();
    let from = open.iter().map(|invited| invited.account.clone()).collect();
    let friends = site.accounts.others(&own.id, from, true).await?;
    let shown = open.into_iter().filter_map(|invited| {
        let friend = friends.iter().find(|friend| friend.id == invited.account)?;
        site.hub.may_invite_to(&invited.table, friend.account.player).ok()?;
        Some(TableInvitation {
            from: invited.account,
            name: friend.account.name.clone(),
            table: invited.table,
            at: invited.at as u32,
        })
    });
    Ok(shown.collect())
}

pub(super) async fn info(site: &Site, own: &Stored, kept: Friends) -> Result<FriendsInfo, Refused> {
    let invitations = invitations(site, own, &kept).await?;
    let accounts = |list: &[crate::accounts::Entry]| list.iter().map(|entry| entry.account.clone()).collect();
    let friends = site.accounts.others(&own.id, accounts(&kept.friends), true).await?;
    let [waiting, blocked] = [&kept.waiting, &kept.blocked];
    let waiting_for = site.accounts.others(&own.id, accounts(waiting), false).await?;
    let are_blocked = site.accounts.others(&own.id, accounts(blocked), false).await?;
    let since = |list: &[crate::accounts::Entry], id: &str| {
        let entry = list.iter().find(|entry| entry.account == id);
        entry.map_or(0, |entry| entry.at as u32)
    };
    let named = |list: &[crate::accounts::Entry], found: &[Stored]| {
        let one = |stored: &Stored| RequestInfo {
            id: stored.id.clone(),
            name: stored.account.name.clone(),
            at: since(list, &stored.id),
        };
        found.iter().map(one).collect::<Vec<_>>()
    };
    let friend = |stored: &Stored| {
        let table = site.hub.plays_at(stored.account.player);
        let listed = table.as_ref().filter(|table| table.listed);
        FriendInfo {
            id: stored.id.clone(),
            name: stored.account.name.clone(),
            since: since(&kept.friends, &stored.id),
            online: is_online(site, stored),
            plays: table.is_some(),
            table: listed.map(|table| table.id.clone()),
            rulebook: listed.map(|table| table.rulebook.clone()),
        }
    };
    let is_asked = |met: &crate::hub::Met| {
        let place = (met.table.clone(), met.seat);
        kept.asked.iter().any(|asked| asked.met.as_ref() == Some(&place))
    };
    let is_friend = |met: &crate::hub::Met| {
        friends
            .iter()
            .any(|friend| friend.account.players().contains(&met.session))
    };
    let met = site.hub.met(own.account.players()).await?.into_iter();
    let met = met.filter(|met| !is_asked(met) && !is_friend(met));
    let met = met.map(|met| MetInfo {
        table: met.table,
        seat: met.seat,
        name: met.name,
    });
    Ok(FriendsInfo {
        code: kept.code.clone(),
        waiting: named(waiting, &waiting_for),
        blocked: named(blocked, &are_blocked),
        asked: kept
            .asked
            .iter()
            .map(|asked| RequestInfo {
                id: asked.id.clone(),
                name: asked.name.clone(),
                at: asked.at as u32,
            })
            .collect(),
        friends: friends.iter().map(friend).collect(),
        invitations,
        met: met.collect(),
    })
}

/// Was this friend here a moment ago, or sits connected at a table?
fn is_online(site: &Site, friend: &Stored) -> bool {
    site.presence.is_online(friend.account.player) || site.hub.is_at_a_table(friend.account.player)
}
