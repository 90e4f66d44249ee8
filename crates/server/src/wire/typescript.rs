//! The TypeScript twin of the wire types: `web/src/wire.ts` is this and nothing else.

use super::account::*;
use super::advice::{CandidateJson, CurrencyWord, DecisionJson, HintJson, ReviewJson, ReviewProgress, TallyJson};
use super::agreement::{
    AgreementJson, HowWord, OutcomeJson, QuestionJson, RefereeInfo, RequestJson, RulingJson, RulingOn,
};
use super::books::changes::*;
use super::books::check::*;
use super::books::vocabulary::*;
use super::books::*;
use super::chat::{EmoteWord, PhraseWord, SayJson};
use super::fair::{FairInfo, FairStep, LotsJson};
use super::frame::{ClientFrame, ServerFrame};
use super::friends::*;
use super::lesson::*;
use super::lobby::*;
use super::passkeys::*;
use super::prompt::{AfterJson, BarredJson, PromptJson, RefusalJson, WaitJson};
use super::result::{ResultJson, ResultLine, UnitWord};
use super::sheet::HandSheet;
use super::table::{ClockJson, PenaltyWord, PlayerInfo, PlayerKind, Status, TableInfo};
use super::why::WhyWord;
use super::worth::WorthJson;
use crate::company::{Leaving, Seating, StandIn, Talk};
use crate::tally::Tally;
use crate::test_wall::TestWall;
use jantaku_wire::action_json::ActionJson;
use jantaku_wire::event_json::{
    CallWord, EventJson, PartyJson, ReasonWord, SourceWord, StandingJson, SticksWord, WhatWord, WinWord, WindWord,
};
use jantaku_wire::score_json::LineRow;
use jantaku_wire::score_json::offered::{Liable, Offered, Settling};
use jantaku_wire::score_json::response::{DoraRow, Sheet, TransferRow, YakuRow};
use ts_rs::{Config, TS};

/// Declares each of the types, in this order.
macro_rules! declare {
    ($($name:ty),+ $(,)?) => {{
        let config = Config::new().with_large_int("number");
        let mut text = String::from("// Made from crates/server/src/wire by `make wire`. Do not edit.\n");
        $(
            text.push_str(&format!("\nexport {}\n", <$name as TS>::decl(&config)));
        )+
        text
    }};
}

fn typescript() -> String {
    declare![
        ServerFrame,
        ClientFrame,
        AgreementJson,
        QuestionJson,
        RequestJson,
        OutcomeJson,
        HowWord,
        RulingJson,
        RulingOn,
        RefereeInfo,
        PenaltyWord,
        ActionJson,
        EventJson<u8>,
        StandingJson<u8>,
        PartyJson<u8>,
        SticksWord,
        WindWord,
        SourceWord,
        CallWord,
        WinWord,
        ReasonWord,
        WhatWord,
        HintJson,
        CandidateJson,
        CurrencyWord,
        ReviewJson,
        ReviewProgress,
        TallyJson,
        DecisionJson,
        PromptJson,
        AfterJson,
        WaitJson,
        WorthJson,
        BarredJson,
        RefusalJson,
        WhyWord,
        Sheet,
        LineRow,
        HandSheet,
        YakuRow,
        DoraRow,
        TransferRow,
        Offered,
        Liable,
        Settling,
        ResultJson,
        ResultLine,
        UnitWord,
        TableInfo,
        PlayerInfo,
        PlayerKind,
        Status,
        ClockJson,
        FairInfo,
        FairStep,
        LotsJson,
        Seating,
        Leaving,
        Talk,
        StandIn,
        SayJson,
        PhraseWord,
        EmoteWord,
        LessonJson,
        Figures,
        TopicJson,
        ClauseJson,
        YakuJson,
        ExampleJson,
        NearRequest,
        NearJson,
        NearYaku,
        RulebookInfo,
        OptionInfo,
        ChoiceInfo,
        AlsoJson,
        NamesJson,
        BotInfo,
        CreateTable,
        TestWall,
        Created,
        FindGame,
        FoundGame,
        FillAfter,
        FillSeats,
        JoinTable,
        Joined,
        Withdraw,
        Withdrawn,
        SeatLink,
        InviteTo,
        Invitation,
        TableSettings,
        TableList,
        TableSummary,
        GameSummary,
        GamePage,
        PlayAgain,
        OpenAccount,
        EnterAccount,
        ChangePassword,
        SignOut,
        DeleteAccount,
        AccountInfo,
        DeviceInfo,
        OwnGame,
        Statistics,
        BookStatistics,
        YakuCount,
        Tally,
        FriendsInfo,
        FriendInfo,
        RequestInfo,
        MetInfo,
        TableInvitation,
        FriendsNews,
        AddFriend,
        ChangeFriend,
        FriendAct,
        InviteFriend,
        AnswerInvitation,
        PasskeyList,
        PasskeyInfo,
        AskChallenge,
        PasskeyPurpose,
        PasskeyChallenge,
        PasskeyAnswer,
        RemovePasskey,
        BookInfo,
        BookOrigin,
        BookList,
        SaveBook,
        ChangeBook,
        SavedBook,
        EditionInfo,
        BookEdition,
        BookChange,
        ChangeKind,
        LineChange,
        LineKind,
        BookError,
        BrokenBook,
        BookConflict,
        CheckBook,
        CheckedBook,
        BookSummary,
        CheckedExample,
        CheckedYaku,
        TestHand,
        TryHand,
        TriedHand,
        Vocabulary,
        FactWord,
        FactKind,
        KeyWord,
        KeyShape,
        KeyChoice,
        KeyField,
        YakuWord,
        ClauseWord,
        LimitWord,
        Meanings,
        ErrorMeaning,
        CompareBooks,
        AfterChange,
        ChangesJob,
        JobState,
        Changes,
        YakuChange,
        Played,
        PlaceMeans,
        ErrorBody,
    ]
}

#[test]
fn the_client_has_the_types_of_the_server() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/wire.ts");
    let expected = typescript();
    if std::env::var_os("JANTAKU_WRITE_WIRE").is_some() {
        std::fs::write(path, &expected).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == expected, "web/src/wire.ts is old: run `make wire`");
}
