//! Refusals as HTTP answers: a status, a word for programs, and a sentence for people.

use crate::room::Refused;
use crate::wire::lobby::ErrorBody;
use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        let (status, error) = match self {
            Refused::NotSeated => (StatusCode::FORBIDDEN, "not-seated"),
            Refused::NotHost => (StatusCode::FORBIDDEN, "not-host"),
            Refused::NotOwner => (StatusCode::FORBIDDEN, "not-owner"),
            Refused::SentAway => (StatusCode::FORBIDDEN, "sent-away"),
            Refused::WrongCode => (StatusCode::FORBIDDEN, "wrong-code"),
            Refused::InvitedOnly => (StatusCode::FORBIDDEN, "invited-only"),
            Refused::NoTestWalls => (StatusCode::FORBIDDEN, "no-test-walls"),
            Refused::NotSignedIn => (StatusCode::FORBIDDEN, "not-signed-in"),
            Refused::WrongPassword => (StatusCode::FORBIDDEN, "wrong-password"),
            Refused::BadPassword => (StatusCode::BAD_REQUEST, "bad-password"),
            Refused::StillPlays => (StatusCode::CONFLICT, "still-plays"),
            Refused::TooManyFriends => (StatusCode::CONFLICT, "too-many-friends"),
            Refused::NoFriend => (StatusCode::CONFLICT, "no-friend"),
            Refused::WrongPasskey => (StatusCode::FORBIDDEN, "wrong-passkey"),
            Refused::TooManyPasskeys => (StatusCode::CONFLICT, "too-many-passkeys"),
            Refused::LastWayIn => (StatusCode::CONFLICT, "last-way-in"),
            Refused::NoPasskeysHere => (StatusCode::CONFLICT, "no-passkeys-here"),
            Refused::Banned => (StatusCode::FORBIDDEN, "banned"),
            Refused::NoSeat => (StatusCode::CONFLICT, "no-seat"),
            Refused::NoLateJoining => (StatusCode::CONFLICT, "no-late-joining"),
            Refused::HasReferee => (StatusCode::CONFLICT, "has-referee"),
            Refused::NotNow => (StatusCode::CONFLICT, "not-now"),
            Refused::NotOver => (StatusCode::CONFLICT, "not-over"),
            Refused::NotTenhou => (StatusCode::CONFLICT, "not-tenhou"),
            Refused::TooManyInvites => (StatusCode::TOO_MANY_REQUESTS, "too-many-invites"),
            Refused::TooOften => (StatusCode::TOO_MANY_REQUESTS, "too-often"),
            Refused::TooManyListed => (StatusCode::TOO_MANY_REQUESTS, "too-many-listed"),
            Refused::ReviewsBusy => (StatusCode::SERVICE_UNAVAILABLE, "reviews-busy"),
            Refused::NoTable => (StatusCode::NOT_FOUND, "no-table"),
            Refused::TooManyTables => (StatusCode::SERVICE_UNAVAILABLE, "too-many-tables"),
            Refused::DiskUsed => (StatusCode::INSUFFICIENT_STORAGE, "disk-used"),
            Refused::DiskUsedHere => (StatusCode::INSUFFICIENT_STORAGE, "disk-used-here"),
            Refused::ReservedName => (StatusCode::BAD_REQUEST, "reserved-name"),
            Refused::MixedAlphabets => (StatusCode::BAD_REQUEST, "mixed-alphabets"),
            Refused::BadSeats => (StatusCode::BAD_REQUEST, "bad-seats"),
            Refused::BadBot => (StatusCode::BAD_REQUEST, "bad-bot"),
            Refused::BadRules => (StatusCode::BAD_REQUEST, "bad-rules"),
            Refused::BadClock => (StatusCode::BAD_REQUEST, "bad-clock"),
            Refused::BadWalls => (StatusCode::BAD_REQUEST, "bad-walls"),
            Refused::NoBook => (StatusCode::NOT_FOUND, "no-book"),
            Refused::NotYourBook => (StatusCode::FORBIDDEN, "not-your-book"),
            Refused::NameTaken => (StatusCode::CONFLICT, "name-taken"),
            Refused::TooManyBooks => (StatusCode::TOO_MANY_REQUESTS, "too-many-books"),
            Refused::NoYaku => (StatusCode::NOT_FOUND, "no-yaku"),
            Refused::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
            Refused::NotStored => (StatusCode::SERVICE_UNAVAILABLE, "not-stored"),
            Refused::Updating => (StatusCode::SERVICE_UNAVAILABLE, "updating"),
            Refused::SigningBusy => (StatusCode::SERVICE_UNAVAILABLE, "signing-busy"),
            Refused::DamagedAccount => (StatusCode::INTERNAL_SERVER_ERROR, "damaged-account"),
            Refused::Damaged => (StatusCode::INTERNAL_SERVER_ERROR, "damaged"),
            Refused::Broken => (StatusCode::INTERNAL_SERVER_ERROR, "broken"),
        };
        answer(status, error, &self.to_string())
    }
}

pub(super) fn answer(status: StatusCode, error: &str, says: &str) -> Response {
    let body = ErrorBody {
        error: error.to_owned(),
        says: says.to_owned(),
    };
    (status, Json(body)).into_response()
}
