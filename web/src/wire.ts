// Made from crates/server/src/wire by `make wire`. Do not edit.

export type ServerFrame = { "t": "hello", 
/**
 * The own seat; none for spectators.
 */
seat: number | null, 
/**
 * Does the viewer start the game, and say who may come?
 */
host: boolean, 
/**
 * Does the viewer decide on penalties?
 */
referee: boolean, 
/**
 * The number of the next numbered frame. If it is 1 though more was asked for, begin anew.
 */
next: number, table: TableInfo, 
/**
 * The fair wall, once the start has begun.
 */
fair: FairInfo | null, } | { "t": "e", n: number, 
/**
 * Tiles left to draw in turn, after it.
 */
left: number, 
/**
 * Replacement tiles left, where the rulebook keeps some apart.
 */
spare: number | null, 
/**
 * Encoded once for all who see the same of it.
 */
e: EventJson<number>, 
/**
 * What is on no winner's sheet, as the hand is settled.
 */
sheet?: HandSheet, } | { "t": "sheet", n: number, seat: number, 
/**
 * Who was the dealer, east on the sheet.
 */
dealer: number, sheet: Sheet, } | { "t": "over", n: number, result: ResultJson, } | { "t": "prompt" } & PromptJson | { "t": "hint" } & HintJson | { "t": "refused" } & RefusalJson | { "t": "clock", seat: number, 
/**
 * Milliseconds for the decision; none without a clock.
 */
ms: number | null, 
/**
 * Milliseconds in the bank after that. Claims have a bank that only their player sees.
 */
bank: number, } | { "t": "players", players: Array<PlayerInfo>, status: Status, 
/**
 * The seat of the host, if one sits.
 */
host: number | null, 
/**
 * The table of the rematch, once there is one.
 */
next: string | null, 
/**
 * When the time of a timed game is up, in seconds since 1970; none before it begins.
 */
ends: number | null, 
/**
 * As in the table's own information: the host may change them.
 */
spectators: boolean, listed: boolean, late: boolean, invited_only: boolean, hints: boolean, talk: Talk, 
/**
 * After the game, the seats whose people left before its end.
 */
left: Array<number>, 
/**
 * When bots take the seats that are still open, in seconds since 1970; none for never.
 */
fills: number | null, } | { "t": "said", seat: number, say: SayJson, } | { "t": "muted", seats: Array<number>, } | { "t": "invites", live: Array<string>, } | { "t": "done", 
/**
 * Who took the last of these decisions.
 */
by: StandIn, 
/**
 * Earlier hands in which something was done.
 */
hands: number, 
/**
 * The decisions of this hand.
 */
acts: Array<EventJson<number>>, } | { "t": "agreement" } & AgreementJson | { "t": "awaited", 
/**
 * Who; nobody when the next hand begins.
 */
seats: Array<number>, 
/**
 * Milliseconds until the next hand is dealt without them.
 */
ms: number, 
/**
 * Has the table agreed to a break?
 */
resting: boolean, } | { "t": "fair" } & FairInfo | { "t": "pong" } | { "t": "notice", 
/**
 * `stopping`, `disk-full`, `not-stored`, `cut-off`, `damaged`, `closed`, `closed-by-operator`; empty when it goes on.
 */
what: string, };

export type ClientFrame = { "t": "act", 
/**
 * The `n` of the prompt that it answers.
 */
n: number, a: ActionJson, } | { "t": "hint", 
/**
 * The `n` of the prompt.
 */
n: number, } | { "t": "ping" } | { "t": "commit", 
/**
 * SHA-256 of the commitment's text, 64 hex digits.
 */
hash: string, } | { "t": "reveal", 
/**
 * The 32 bytes, 64 hex digits.
 */
entropy: string, } | { "t": "ready" } | { "t": "not-ready" } | { "t": "back" } | { "t": "say", say: SayJson, } | { "t": "mute", seat: number, on: boolean, } | { "t": "ask", what: RequestJson, } | { "t": "vote", n: number, agrees: boolean, };

export type AgreementJson = { 
/**
 * What is being asked.
 */
question: QuestionJson | null, 
/**
 * How the question before came out.
 */
outcome: OutcomeJson | null, 
/**
 * The rulings of the game so far.
 */
rulings: Array<RulingJson>, 
/**
 * The rulings that can still be undone.
 */
undoable: Array<RulingOn>, 
/**
 * Who decides on penalties, if somebody does.
 */
referee: RefereeInfo | null, 
/**
 * The seat of the player who opened the table.
 */
owner: number | null, };

export type QuestionJson = { 
/**
 * Its number; an answer must carry it.
 */
n: number, by: number | "host" | null, what: RequestJson, agreed: Array<number | "host" | null>, 
/**
 * Whose answers are missing.
 */
awaited: Array<number | "host" | null>, 
/**
 * Milliseconds until it lapses.
 */
ms: number, };

export type RequestJson = { "ask": "penalty", penalty: PenaltyWord, seat: number, } | { "ask": "undo", penalty: PenaltyWord, seat: number, } | { "ask": "free", seat: number, } | { "ask": "host", seat: number, } | { "ask": "referee", name: string, } | { "ask": "pause" };

export type OutcomeJson = { n: number, by: number | "host" | null, what: RequestJson, how: HowWord, 
/**
 * Who did not agree, if somebody did not.
 */
who: number | "host" | null, };

export type HowWord = "agreed" | "declined" | "withdrawn" | "lapsed";

export type RulingJson = { undo: boolean, penalty: PenaltyWord, seat: number, 
/**
 * Names, as they were then.
 */
asked: string, agreed: Array<string>, 
/**
 * The hand, from 1.
 */
hand: number, };

export type RulingOn = { penalty: PenaltyWord, seat: number, };

export type RefereeInfo = { name: string, present: boolean, 
/**
 * Seats whose players are connected from the same address.
 */
shares: Array<number>, };

export type PenaltyWord = "chombo" | "dead-hand";

export type ActionJson = { "a": "discard", tile: string, drawn: boolean, } | { "a": "riichi", tile: string, drawn: boolean, open: boolean, } | { "a": "tsumo" } | { "a": "ankan", kind: string, } | { "a": "kakan", kind: string, } | { "a": "kita" } | { "a": "nine-terminals" } | { "a": "ron" } | { "a": "pon", tiles: string, } | { "a": "chii", tiles: string, } | { "a": "daiminkan" } | { "a": "pass" } | { "a": "nagashi" } | { "a": "tenpai" } | { "a": "noten" } | { "a": "end-game" } | { "a": "play-on" };

export type EventJson<S> = { "type": "hand-started" } & StandingJson<S> | { "type": "dealt", seat: S, 
/**
 * The tiles in the order of the deal.
 */
tiles?: string, } | { "type": "indicator", tile: string, } | { "type": "drew", seat: S, 
/**
 * The tile, where the reader may see it.
 */
tile?: string, source: SourceWord, } | { "type": "discarded", seat: S, tile: string, drawn: boolean, } | { "type": "riichi-declared", seat: S, open: boolean, } | { "type": "riichi-stands", seat: S, } | { "type": "called", seat: S, call: CallWord, 
/**
 * All tiles of the meld, the claimed one too.
 */
tiles: string, from: S, } | { "type": "kan-declared", seat: S, call: CallWord, 
/**
 * The tiles, for a kakan the added one first.
 */
tiles?: string, 
/**
 * Who gave the tile of the pon that a kakan adds to, by the wind of this hand.
 */
fed?: WindWord, } | { "type": "set-aside", seat: S, tile: string, } | { "type": "answered", seat: S, action: ActionJson, } | { "type": "missed", seat: S, } | { "type": "nagashi-asked", seats: Array<S>, } | { "type": "tenpai-asked", seat: S, } | { "type": "yame-asked", seat: S, } | { "type": "won", seat: S, 
/**
 * Who gave the tile; the winner for a tsumo.
 */
from: S, tile: string, by: WinWord, } | { "type": "four-kans-scored", seat: S, } | { "type": "nagashi-scored", seat: S, } | { "type": "shown", seat: S, tiles: string, } | { "type": "kan-turned", seat: S, tiles: string, } | { "type": "ura-turned", tiles: string, } | { "type": "drawn", reason: ReasonWord, 
/**
 * Who is tenpai, at an exhaustive draw.
 */
tenpai: Array<S>, } | { "type": "paid", from: PartyJson<S>, to: PartyJson<S>, points?: number, chips?: number, what: WhatWord, 
/**
 * The clause that says so; a dash where none does.
 */
because: string, } | { "type": "chombo-called", seat: S, } | { "type": "chombo", seat: S, } | { "type": "dead-hand", seat: S, } | { "type": "ruling-undone", penalty: PenaltyWord, seat: S, 
/**
 * Does the hand, played to its end with the dead hand, not count, to be dealt again?
 */
void: boolean, } | { "type": "time-up" } | { "type": "settled", dealer_stays: boolean, 
/**
 * May the dealer end the game, if it is the last hand?
 */
may_yame: boolean, honba: number, 
/**
 * Was the hand void, to be dealt again?
 */
void: boolean, } | { "type": "hand-ended" } & StandingJson<S> | { "type": "game-ended", drawn: boolean, };

export type StandingJson<S> = { round: WindWord, 
/**
 * The number of the hand in the round, from 1.
 */
hand: number, dealer: S, honba: number, sticks: number, };

export type PartyJson<S> = SticksWord | S;

export type SticksWord = "sticks";

export type WindWord = "east" | "south" | "west" | "north";

export type SourceWord = "live" | "after-kan" | "after-aside";

export type CallWord = "chii" | "pon" | "daiminkan" | "kakan" | "ankan";

export type WinWord = "tsumo" | "ron" | "robbing-a-kan" | "robbing-a-kita" | "robbing-a-flower";

export type ReasonWord = "exhausted" | "nine-terminals" | "four-winds" | "four-riichi" | "four-kans" | "triple-ron" | "chombo";

export type WhatWord = "hand" | "pao" | "rinshan-pao" | "honba" | "sticks" | "own-stick" | "noten" | "nagashi" | "four-kans" | "chombo" | "ippatsu" | "ura" | "pocchi" | "yakuman" | "all-flowers" | "flower" | "flower-returned" | "bust" | "leftover" | "place" | "uma" | "oka" | "game" | "substitute";

export type HintJson = { 
/**
 * The `n` of the prompt.
 */
n: number, currency: CurrencyWord, best: Array<CandidateJson>, };

export type CandidateJson = { a: ActionJson, 
/**
 * What it is expected to bring, in the currency of the final result; none where that is not weighed.
 */
expected: number | null, 
/**
 * Unseen tiles that bring the hand nearer afterwards.
 */
useful: number, 
/**
 * The chance that somebody wins on the discard, from 0 to 1.
 */
danger: number, };

export type CurrencyWord = "points" | "chips";

export type ReviewJson = { currency: CurrencyWord, 
/**
 * The sums of each seat over the game.
 */
seats: Array<TallyJson>, 
/**
 * The sums of each seat, hand by hand.
 */
hands: Array<Array<TallyJson>>, 
/**
 * Every decision that can be weighed, in the order of the game.
 */
decisions: Array<DecisionJson>, };

export type ReviewProgress = { 
/**
 * How much of the game is done, from 0 to 1.
 */
progress: number, };

export type TallyJson = { decisions: number, 
/**
 * Those that the bot would have made too.
 */
shared: number, 
/**
 * What the others cost.
 */
loss: number, };

export type DecisionJson = { seat: number, 
/**
 * The hand of the game, from 1.
 */
hand: number, 
/**
 * Events of the replay before it.
 */
at: number, played: CandidateJson, best: Array<CandidateJson>, 
/**
 * What it cost.
 */
loss: number, };

export type PromptJson = { 
/**
 * The number of the last frame before it; an answer must carry it.
 */
n: number, 
/**
 * Everything that may be done; empty while there is nothing to decide.
 */
legal: Array<ActionJson>, 
/**
 * For each discard after which the hand is tenpai, what it would wait for.
 */
after: Array<AfterJson>, 
/**
 * What the hand waits for now, if it is tenpai.
 */
waits: Array<WaitJson>, furiten: boolean, 
/**
 * If the tile completes the hand but may not be won on: why.
 */
no_win: RefusalJson | null, 
/**
 * Tiles of the hand that may not be discarded after the call, with the reason.
 */
barred: Array<BarredJson>, 
/**
 * Milliseconds for the decision; none without a clock.
 */
ms: number | null, 
/**
 * Milliseconds in the bank after that.
 */
bank: number, };

export type AfterJson = { tile: string, waits: Array<WaitJson>, 
/**
 * The same waits with a riichi declared by this discard; empty where none may be.
 */
in_riichi: Array<WaitJson>, furiten: boolean, };

export type WaitJson = { tile: string, 
/**
 * Copies that the player cannot see.
 */
unseen: number, 
/**
 * Would a ron on it be without yaku?
 */
no_yaku: boolean, 
/**
 * What a win on a discard would bring; none where the hand may not win so.
 */
ron: WorthJson | null, 
/**
 * The same for a tile that one draws.
 */
tsumo: WorthJson | null, };

export type WorthJson = { 
/**
 * The han with all visible dora; 0 where the rulebook counts otherwise.
 */
han: number, fu: number | null, 
/**
 * Points of the hand, where the rulebook adds them.
 */
points: number | null, yakuman: number, 
/**
 * What the winner gets from all payers together.
 */
gains: number, 
/**
 * The same in chips.
 */
chips: number, 
/**
 * The ids of its yaku, in the order of a score sheet.
 */
yaku: Array<string>, 
/**
 * Visible dora of all kinds.
 */
dora: number, };

export type BarredJson = { tile: string, why: RefusalJson, };

export type RefusalJson = { why: WhyWord, says: string, clause: string | null, };

export type WhyWord = "not-your-turn" | "over" | "no-such-tile" | "not-played" | "not-complete" | "no-yaku" | "below-minimum" | "furiten" | "kuikae" | "hand-is-fixed" | "not-just-drawn" | "changes-the-hand" | "not-tenpai" | "fifth-tile" | "not-closed" | "already-riichi" | "too-few-points" | "too-few-tiles" | "furiten-open-only" | "too-many-kans" | "needs-a-draw" | "only-to-win" | "not-from-the-left" | "not-a-sequence" | "no-pon" | "closed-kan" | "dead-hand" | "not-first-turn" | "not-nine" | "another-goes-first" | "must-show" | "not-offered" | "bad-frame" | "stale" | "not-seated" | "no-hints" | "not-host" | "not-now" | "too-soon" | "not-stored";

export type Sheet = { win: boolean, 
/**
 * The reading that counts: its sets, its pair, and what the winning tile completed.
 */
reading: string, yaku: Array<YakuRow>, dora: DoraRow, han: number, fu: number | null, yakuman: number, 
/**
 * Points of the hand, where the rulebook adds them.
 */
points: number | null, limit: string | null, 
/**
 * What each player gains or loses, honba and sticks included.
 */
deltas: Record<string, number>, 
/**
 * The same of chips.
 */
chips: Record<string, number>, transfers: Array<TransferRow>, 
/**
 * Every line with its clause; the fields above say the same for programs.
 */
lines: Array<LineRow>, };

export type LineRow = { 
/**
 * What it belongs to: `reading`, `yaku`, `dora`, `fu`, `value`, `payment`, `not-given`, `other-reading` or `ending`.
 */
part: string, 
/**
 * What it is about, such as `pinfu` or `fu-rounding`.
 */
id: string, names: NamesJson, 
/**
 * Why a yaku is not given; what the other reading counts.
 */
why?: NamesJson, tiles?: string, han?: number, fu?: number, yakuman?: number, points?: number, chips?: number, 
/**
 * Who gives: a wind, or `sticks`.
 */
from?: string, to?: string, 
/**
 * None for a line that no clause decides, such as a sum.
 */
clause?: string, };

export type HandSheet = { 
/**
 * Who was the dealer, east on the sheet.
 */
dealer: number, lines: Array<LineRow>, };

export type YakuRow = { 
/**
 * `open-riichi`
 */
id: string, name: string, 
/**
 * What it adds, where that is han.
 */
han?: number, 
/**
 * The same, where it is yakuman.
 */
yakuman?: number, 
/**
 * The same, where it is points.
 */
points?: number, clause: string, };

export type DoraRow = { dora: number, red: number, ura: number, aside: number, };

export type TransferRow = { 
/**
 * Who gives: a wind, or `sticks`.
 */
from: string, to: string, points?: number, chips?: number, because: string, what: string, };

export type Offered = { 
/**
 * The whole request: the rulebook with its overlays and options.
 */
rules: string, rulebook: NamesJson, 
/**
 * Empty where the rulebook names none.
 */
edition: string, hash: string, seats: number, 
/**
 * How many winds can be the round wind.
 */
rounds: number, 
/**
 * All tiles of the box in their order.
 */
tiles: string, 
/**
 * Points at the start of a game.
 */
start: number, 
/**
 * Do chips change hands?
 */
chips: boolean, by: Array<string>, 
/**
 * Kinds of riichi; empty where there is none.
 */
riichi: Array<string>, melds: Array<string>, 
/**
 * One of each kind that can be set aside.
 */
aside: string, ippatsu: boolean, rinshan: boolean, replaces_aside: boolean, last_tile: boolean, first_turn: boolean, payer_riichi: boolean, sorted_in: boolean, dora: boolean, ura: boolean, honba: boolean, sticks: boolean, 
/**
 * Yaku that can make a player liable.
 */
pao: Array<Liable>, fed_kan: boolean, responsible: boolean, settling: Settling, };

export type Liable = { id: string, names: NamesJson, };

export type Settling = { 
/**
 * How a hand is valued: `points`, `fu-and-han` or `han-table`.
 */
scheme: string, 
/**
 * Limits by name, lowest first.
 */
limits: Array<string>, yakuman: boolean, 
/**
 * Does it matter who is tenpai at a draw?
 */
tenpai: boolean, nagashi: boolean, 
/**
 * Reasons for an abortive draw.
 */
aborts: Array<string>, chombo: boolean, 
/**
 * Can a hand be dead?
 */
dead: boolean, 
/**
 * Do four kans score without a pair?
 */
four_kans: boolean, 
/**
 * How many flowers there are, where it matters who has them.
 */
flowers: number, 
/**
 * Chips for these are asked for.
 */
ippatsu: boolean, ura: boolean, pocchi: boolean, yame: boolean, 
/**
 * Does a clock end the game?
 */
timed: boolean, 
/**
 * Can a player run out of points?
 */
bust: boolean, };

export type ResultJson = { 
/**
 * Places from 1; tied players may share one.
 */
places: Array<number>, 
/**
 * Final points, the sticks left on the table included.
 */
points: Array<number>, 
/**
 * The score: the sum of each player's lines.
 */
score: Array<number>, unit: UnitWord, chips: Array<number>, 
/**
 * Why: uma, oka, what the game brought, each with its clause.
 */
lines: Array<ResultLine>, 
/**
 * Who got the sticks left on the table, in points.
 */
leftover?: Array<ResultLine>, drawn: boolean, };

export type ResultLine = { seat: number, amount: number, what: WhatWord, 
/**
 * The words of the score sheet; logs of earlier versions have none.
 */
names?: NamesJson, clause: string, };

export type UnitWord = "points" | "chips";

export type TableInfo = { id: string, name: string, 
/**
 * The rulebook with overlays and options.
 */
rules: string, rulebook: NamesJson, 
/**
 * The edition of the text that the rulebook follows; empty where it names none.
 */
edition: string, 
/**
 * The hash of the rulebook as this table plays it: its page is `/rules/<hash>`, and people are shown the first eight digits.
 */
hash: string, start: number, stick: number, 
/**
 * The clause that asks for the stick; a dash where none does.
 */
stick_because: string, 
/**
 * All tiles of the box in their order.
 */
tiles: string, chips: boolean, players: Array<PlayerInfo>, 
/**
 * The turn clock; none if it is off.
 */
clock: ClockJson | null, 
/**
 * When the time of a timed game is up, in seconds since 1970; none without a limit or before the game.
 */
ends: number | null, 
/**
 * The penalties of this rulebook.
 */
penalties: Array<PenaltyWord>, spectators: boolean, 
/**
 * May somebody with an invitation take a bot's seat between two hands?
 */
late: boolean, 
/**
 * Is it shown in the lobby while seats are open?
 */
listed: boolean, 
/**
 * May only people sit down who have an invitation?
 */
invited_only: boolean, 
/**
 * May players ask for hints?
 */
hints: boolean, seating: Seating, leaving: Leaving, talk: Talk, 
/**
 * After the game, the seats whose people left before its end.
 */
left: Array<number>, 
/**
 * Does Tenhou's JSON have a place for games of this rulebook?
 */
tenhou: boolean, status: Status, 
/**
 * The seat of the host, who starts the game and says who may come; none for a host who only watches.
 */
host: number | null, 
/**
 * The table of the rematch, once there is one.
 */
next: string | null, 
/**
 * When bots take the seats that are still open, in seconds since 1970; none for never.
 */
fills: number | null, };

export type PlayerInfo = { 
/**
 * The name shown; empty for an open seat.
 */
name: string, kind: PlayerKind, 
/**
 * Which bot it is, or which one plays for an absent player.
 */
bot?: string, 
/**
 * Which of the bots of its level it is: the seat that it had before the seats were drawn.
 */
cast?: number, 
/**
 * Is the player connected? Bots always are.
 */
present: boolean, 
/**
 * Does a bot play for an absent player just now?
 */
away: boolean, 
/**
 * Other seats whose players are connected from the same address: perhaps the same person.
 */
shares?: Array<number>, 
/**
 * Is the player ready for the game?
 */
ready?: boolean, 
/**
 * How often the player committed to the wall and did not reveal.
 */
faults: number, };

export type PlayerKind = "open" | "human" | "bot";

export type Status = "open" | "starting" | "playing" | "over" | "closed";

export type ClockJson = { seconds: number, bank: number, };

export type FairInfo = { step: FairStep, 
/**
 * Which attempt this is, from 1: a start is void if a player who committed does not reveal.
 */
attempt: number, 
/**
 * The head of the server's chain of secrets, 64 hex digits.
 */
s0: string, 
/**
 * SHA-256 of the rulebook, which commitments and walls cover; none for a game begun under an earlier version.
 */
rules: string | null, 
/**
 * The lots for the seats; none where they are not drawn.
 */
lots: LotsJson | null, 
/**
 * Each seat's commitment; none for bots and for players who were away.
 */
commits: Array<string | null>, 
/**
 * Each seat's entropy, once all who committed have revealed.
 */
reveals: Array<string | null>, 
/**
 * The secrets of hands already played, `s_1` first.
 */
opened: Array<string>, 
/**
 * The key with which the server signs the log once the game is over, 64 hex digits.
 */
key: string, };

export type FairStep = "commit" | "reveal" | "fixed";

export type LotsJson = { 
/**
 * SHA-256 of the secret, shown before anybody commits.
 */
promise: string, 
/**
 * `seats`, or `east` where only the first dealer is drawn.
 */
draw: string, 
/**
 * The secret, once all have revealed; 64 hex digits.
 */
secret: string | null, 
/**
 * For each seat, the one where its player sat before.
 */
order: Array<number> | null, };

export type Seating = "chosen" | "lot" | "east";

export type Leaving = "counts" | "voids";

export type Talk = "off" | "phrases" | "text";

export type StandIn = "clock" | "bot";

export type SayJson = { "kind": "phrase", id: PhraseWord, } | { "kind": "emote", id: EmoteWord, } | { "kind": "text", text: string, };

export type PhraseWord = "hello" | "good-luck" | "nice-hand" | "well-played" | "thanks" | "sorry" | "one-moment" | "i-am-back" | "take-your-time" | "one-more-game" | "goodbye";

export type EmoteWord = "clap" | "bow" | "laugh" | "surprise" | "think" | "cry";

export type LessonJson = { figures: Figures, topics: Array<TopicJson>, 
/**
 * The clauses that the topics and yaku name.
 */
clauses: Array<ClauseJson>, 
/**
 * In the order of a score sheet.
 */
yaku: Array<YakuJson>, };

export type Figures = { seats: number, tiles: number, start: number, dora: boolean, ura: boolean, riichi: boolean, stick: number, 
/**
 * Tiles that must be left in the wall for a riichi.
 */
riichi_tiles: number, 
/**
 * Must a player own the stick?
 */
riichi_needs_points: boolean, yaku_needed: boolean, 
/**
 * The least han or points of a win.
 */
minimum: number, 
/**
 * Are the points of yaku added up, without han?
 */
adds_points: boolean, fu: boolean, 
/**
 * Does every opponent pay for a win on a discard?
 */
all_pay: boolean, 
/**
 * Does a player who has discarded a wait win by self-draw only?
 */
furiten: boolean, 
/**
 * May a player who passes on a winning tile not win on a discard for a while?
 */
passing_counts: boolean, 
/**
 * May some tiles not be discarded right after a call?
 */
kuikae: boolean, 
/**
 * Does a kan bring a new indicator?
 */
kan_dora: boolean, kita_han: number, flower_han: number, flower_fu: number, flower_chips: number, 
/**
 * Points that pass from noten to tenpai players at the end of the wall.
 */
noten: number, 
/**
 * Points for a honba of a win on a discard.
 */
honba: number, };

export type TopicJson = { 
/**
 * `riichi`
 */
id: string, clauses: Array<string>, };

export type ClauseJson = { id: string, says: string, also: AlsoJson, };

export type YakuJson = { id: string, names: NamesJson, clause: string, 
/**
 * Han of a closed hand; none where it is not worth han.
 */
closed?: number, 
/**
 * Han of an open hand; 0 where it does not count in one.
 */
open?: number, yakuman?: number, points?: number, 
/**
 * Does it add value without allowing a win?
 */
bonus: boolean, example: ExampleJson | null, };

export type ExampleJson = { 
/**
 * The concealed tiles without the winning one.
 */
hand: Array<string>, 
/**
 * The tiles of each meld.
 */
melds: Array<Array<string>>, aside: Array<string>, tile: string, 
/**
 * Was the winning tile drawn?
 */
drawn: boolean, };

export type NearRequest = { 
/**
 * A request for a rulebook, or its hash.
 */
rules: string, 
/**
 * All tiles of the hand, one of them after a plus sign, with melds and circumstances: `123m456p789s1122z +1z seat=east`.
 */
hand: string, 
/**
 * Tiles that lie in the open elsewhere.
 */
seen: string, };

export type NearJson = { 
/**
 * Tiles that any complete hand lacks.
 */
missing: number, 
/**
 * The nearest first.
 */
yaku: Array<NearYaku>, };

export type NearYaku = { id: string, missing: number, };

export type RulebookInfo = { 
/**
 * `zan`
 */
id: string, name: NamesJson, 
/**
 * The edition it follows; empty for none.
 */
edition: string, seats: number, 
/**
 * Is it laid over another rulebook, `base+id`?
 */
overlay: boolean, 
/**
 * What an overlay sits on when it is asked for alone.
 */
base: string | null, options: Array<OptionInfo>, };

export type OptionInfo = { 
/**
 * `pocchi`
 */
id: string, says: string, also: AlsoJson, clause: string, 
/**
 * The choice that holds where none is made.
 */
default: string, choices: Array<ChoiceInfo>, };

export type ChoiceInfo = { 
/**
 * `after-riichi`
 */
id: string, says: string, also: AlsoJson, };

export type AlsoJson = { de: string, ja: string, zh: string, };

export type NamesJson = { en: string, de?: string, ja: string, romaji: string, zh: string, };

export type BotInfo = { 
/**
 * `greedy`
 */
id: string, says: string, };

export type CreateTable = { rules: string, 
/**
 * One word for each seat: `me`, `open`, or a bot's id. `me` at most once; without it one watches.
 */
seats: Array<string>, name: string, 
/**
 * What the table is called; empty for the rulebook's name.
 */
table: string, 
/**
 * The turn clock; none for off.
 */
clock: ClockJson | null, 
/**
 * May others watch?
 */
spectators: boolean, 
/**
 * Is it shown in the lobby? Otherwise only the invitation leads to it.
 */
listed: boolean, 
/**
 * May somebody with an invitation take a bot's seat between two hands?
 */
late: boolean, 
/**
 * May only people sit down who have an invitation?
 */
invited_only?: boolean, 
/**
 * May players ask for hints? None for: only while a single person plays.
 */
hints?: boolean | null, 
/**
 * How people get their seats. The word `me` and invitations name the seats before they are drawn.
 */
seating?: Seating, 
/**
 * What becomes of the game if somebody leaves it.
 */
leaving?: Leaving, 
/**
 * What players may say to each other.
 */
talk?: Talk, 
/**
 * Stacked walls for the first hands: only where the server was started for tests.
 */
walls?: Array<TestWall>, };

export type TestWall = { 
/**
 * Every tile in order; empty if only some matter.
 */
row?: string, 
/**
 * First tiles, by the wind of the hand: thirteen, or none.
 */
hands?: Array<string>, 
/**
 * Draws in order, the dealer's first included.
 */
draws?: string, 
/**
 * Replacement draws in order.
 */
replacements?: string, 
/**
 * Indicators in order.
 */
dora?: string, 
/**
 * Ura in order.
 */
ura?: string, 
/**
 * Completes the wall, so that it is the same in every run; 0 leaves that to the table's own key.
 */
seed?: number, };

export type Created = { 
/**
 * Its id: the page is `/table/<id>`.
 */
table: string, seat: number | null, 
/**
 * A code for each open seat.
 */
invites: Array<Invitation>, };

export type FindGame = { 
/**
 * The rulebooks, with options; if nobody waits for any of them, a table opens for the first.
 */
rules: Array<string>, name: string, 
/**
 * Seconds until bots take the seats that are still open; none for never.
 */
after: number | null, 
/**
 * Which bots; none for the weakest.
 */
bot?: string | null, 
/**
 * The turn clock of a table that opens; none for off.
 */
clock: ClockJson | null, 
/**
 * Open a table even if others wait at one that fits.
 */
open?: boolean, };

export type FoundGame = { 
/**
 * A new table, or the one where they wait already.
 */
table: string | null, 
/**
 * Tables with a free seat, the one with the most people first.
 */
offers: Array<TableSummary>, };

export type FillAfter = { 
/**
 * Seconds from now; none for never.
 */
after: number | null, 
/**
 * A bot's id; none for the weakest.
 */
bot?: string | null, };

export type FillSeats = { 
/**
 * A bot's id; none for the weakest.
 */
bot?: string | null, };

export type JoinTable = { name: string, 
/**
 * The table's invitation, or a code for one's own seat made by `POST /api/tables/<id>/link`; a listed table needs none.
 */
invite?: string | null, };

export type Joined = { 
/**
 * None for a referee.
 */
seat: number | null, 
/**
 * Is the seat a bot's until the hand is over, or must the players agree to the referee?
 */
waits: boolean, };

export type Withdraw = { 
/**
 * All of them without it.
 */
code?: string | null, };

export type Withdrawn = { withdrawn: number, };

export type SeatLink = { code: string, };

export type InviteTo = { 
/**
 * None for the first one without an invitation.
 */
seat?: number | null, };

export type Invitation = { code: string, seat: number, };

export type TableSettings = { spectators?: boolean | null, 
/**
 * Without, seats are by invitation only.
 */
listed?: boolean | null, late?: boolean | null, 
/**
 * May only people sit down who have an invitation, though the lobby shows the table?
 */
invited_only?: boolean | null, talk?: Talk | null, };

export type TableList = { 
/**
 * One's own, then those with people who wait, then the others; no address comes twice before each has come once.
 */
tables: Array<TableSummary>, more: number, };

export type TableSummary = { id: string, name: string, rules: string, rulebook: NamesJson, players: Array<PlayerInfo>, clock: ClockJson | null, spectators: boolean, 
/**
 * May only people sit down who have an invitation?
 */
invited_only: boolean, status: Status, mine: boolean, };

export type GameSummary = { 
/**
 * Its id, the table's: `/replay/<id>`.
 */
id: string, name: string, rules: string, rulebook: NamesJson, names: Array<string>, points: Array<number>, places: Array<number>, 
/**
 * When it ended, in seconds since 1970.
 */
ended: number, 
/**
 * Where each player sat before the seats were drawn, by which bots are named; empty where they were not drawn.
 */
cast: Array<number>, 
/**
 * The seats whose people left before its end.
 */
left: Array<number>, 
/**
 * Is the result void because of that?
 */
void: boolean, };

export type GamePage = { games: Array<GameSummary>, 
/**
 * What to ask for the next page with; none if there is none.
 */
next: string | null, };

export type PlayAgain = { 
/**
 * How people get their seats this time; as before without it.
 */
seating?: Seating | null, };

export type OpenAccount = { name: string, password: string, 
/**
 * Do the games and seats of this browser become the account's?
 */
claim: boolean, };

export type EnterAccount = { 
/**
 * What the account was given for it when it was opened.
 */
login: string, password: string, claim: boolean, };

export type ChangePassword = { old: string, new: string, };

export type SignOut = { device?: number | null, others?: boolean, };

export type DeleteAccount = { password: string, };

export type AccountInfo = { name: string, login: string, 
/**
 * Seconds since 1970.
 */
since: number, devices: Array<DeviceInfo>, };

export type DeviceInfo = { label: string, since: number, 
/**
 * Is it the one that asks?
 */
own: boolean, };

export type OwnGame = { game: GameSummary, seat: number, };

export type Statistics = { books: Array<BookStatistics>, 
/**
 * How many games were counted; void ones are not.
 */
games: number, };

export type BookStatistics = { rules: string, rulebook: NamesJson, games: number, 
/**
 * How often each place was reached, the first first.
 */
places: Array<number>, tally: Tally, 
/**
 * The yaku won with most often, the first first.
 */
yaku: Array<YakuCount>, };

export type YakuCount = { id: string, names: NamesJson, times: number, };

export type Tally = { hands: number, wins: number, tsumo: number, deal_ins: number, 
/**
 * Hands with at least one called meld.
 */
called: number, riichi: number, 
/**
 * What the wins brought, all together, in points.
 */
won: number, 
/**
 * How often each yaku was won with, by its id.
 */
yaku: Record<string, number>, };

export type FriendsInfo = { 
/**
 * By which others can ask: `/friends#add=<code>`.
 */
code: string, friends: Array<FriendInfo>, 
/**
 * Requests that wait for an answer.
 */
waiting: Array<RequestInfo>, 
/**
 * Requests that were sent. Whoever declines one does not answer.
 */
asked: Array<RequestInfo>, blocked: Array<RequestInfo>, invitations: Array<TableInvitation>, 
/**
 * People with whom one has shared a table lately.
 */
met: Array<MetInfo>, };

export type FriendInfo = { id: string, name: string, 
/**
 * Seconds since 1970.
 */
since: number, online: boolean, 
/**
 * Does the friend have a seat at a running table?
 */
plays: boolean, 
/**
 * That table, if the lobby lists it.
 */
table: string | null, 
/**
 * Its rulebook.
 */
rulebook: NamesJson | null, };

export type RequestInfo = { id: string, name: string, 
/**
 * Seconds since 1970.
 */
at: number, };

export type MetInfo = { table: string, seat: number, name: string, };

export type TableInvitation = { 
/**
 * The friend.
 */
from: string, name: string, table: string, 
/**
 * Seconds since 1970.
 */
at: number, };

export type FriendsNews = { 
/**
 * How many requests.
 */
requests: number, invitations: Array<TableInvitation>, };

export type AddFriend = { code?: string | null, table?: string | null, seat?: number | null, };

export type ChangeFriend = { 
/**
 * The friend, the request, or whoever is blocked.
 */
id: string, act: FriendAct, };

export type FriendAct = "accept" | "decline" | "remove" | "block" | "unblock" | "withdraw";

export type InviteFriend = { id: string, table: string, };

export type AnswerInvitation = { 
/**
 * The friend.
 */
from: string, table: string, accept: boolean, };

export type PasskeyList = { 
/**
 * Browsers allow them at a name with HTTPS and at `localhost`.
 */
allowed: boolean, 
/**
 * Does the account have a password too?
 */
password: boolean, passkeys: Array<PasskeyInfo>, };

export type PasskeyInfo = { id: string, name: string, 
/**
 * Seconds since 1970.
 */
since: number, 
/**
 * When it was last used; none if it never was.
 */
used: number | null, };

export type AskChallenge = { purpose: PasskeyPurpose, 
/**
 * The name of a new account.
 */
name?: string, };

export type PasskeyPurpose = "open" | "add" | "sign-in" | "prove";

export type PasskeyChallenge = { 
/**
 * It comes back with the answer.
 */
challenge: string, 
/**
 * `PublicKeyCredentialCreationOptionsJSON` or `PublicKeyCredentialRequestOptionsJSON`.
 */
options: object, };

export type PasskeyAnswer = { challenge: string, response: object, 
/**
 * What a new passkey is called.
 */
label?: string, 
/**
 * The name of a new account.
 */
name?: string, 
/**
 * Do the games and seats of this browser become the account's?
 */
claim?: boolean, 
/**
 * A new password.
 */
password?: string, };

export type RemovePasskey = { id: string, };

export type BookInfo = { 
/**
 * `rulebook.id` of its text.
 */
name: string, 
/**
 * What to write where rules are asked for. For a private one it holds its key: whoever has it can read and play the rulebook.
 */
request: string, title: NamesJson, 
/**
 * Who saved the latest edition.
 */
who: string, mine: boolean, listed: boolean, 
/**
 * The latest one, from 1.
 */
edition: number, 
/**
 * When that was saved, in seconds since 1970.
 */
saved: number, 
/**
 * When the first was.
 */
since: number, 
/**
 * What was written about the latest edition.
 */
note: string, extends: string | null, overlay: boolean, 
/**
 * 0 for an overlay without a base.
 */
seats: number, based_on: BookOrigin | null, };

export type BookOrigin = { name: string, edition: number, };

export type BookList = { 
/**
 * One's own first, then the listed ones, each the latest first.
 */
books: Array<BookInfo>, 
/**
 * How many listed ones were left out.
 */
more: number, };

export type SaveBook = { 
/**
 * TOML. `rulebook.id` becomes its name.
 */
text: string, 
/**
 * Can everybody see and play it?
 */
listed: boolean, 
/**
 * What is new in this edition.
 */
note?: string, 
/**
 * Whose name the history shows.
 */
who: string, 
/**
 * What it was cloned from; the name may be a request with its key.
 */
based_on?: BookOrigin | null, };

export type ChangeBook = { text: string, listed: boolean, note?: string, who: string, 
/**
 * The edition that it was edited from.
 */
edition: number, };

export type SavedBook = { book: BookInfo, text: string, 
/**
 * The latest first. The oldest are dropped when there are too many.
 */
history: Array<EditionInfo>, 
/**
 * Why it cannot be played beside the rulebooks that the server has now; empty if it can.
 */
errors: Array<BookError>, };

export type EditionInfo = { edition: number, saved: number, who: string, note: string, 
/**
 * How long its text is.
 */
bytes: number, };

export type BookEdition = { edition: EditionInfo, text: string, 
/**
 * The edition that it is compared with; none for the first that is kept.
 */
before: number | null, 
/**
 * What is played differently; empty if one of the two cannot be played beside the rulebooks that the server has now.
 */
words: Array<BookChange>, lines: Array<LineChange>, };

export type BookChange = { kind: ChangeKind, 
/**
 * `game.start`, `tanyao` or `club.length`.
 */
name: string, 
/**
 * What a key means; empty for others.
 */
says: string, 
/**
 * None if it is not played.
 */
before: string | null, after: string | null, 
/**
 * The clause behind it; empty for none.
 */
before_clause: string, after_clause: string, };

export type ChangeKind = "key" | "yaku" | "option";

export type LineChange = { kind: LineKind, 
/**
 * Its number in the text before, from 1.
 */
before: number | null, after: number | null, text: string, };

export type LineKind = "same" | "added" | "removed" | "gap";

export type BookError = { 
/**
 * From 1; 0 for the whole text.
 */
line: number, 
/**
 * From 1, in UTF-16 units; none if it is not known.
 */
column: number | null, 
/**
 * The column after the last.
 */
end_column: number | null, 
/**
 * `game.start`; empty for none.
 */
key: string, message: string, 
/**
 * What was probably meant.
 */
hint: string | null, 
/**
 * The command that lists what is allowed: `jantaku rules keys`.
 */
command: string | null, 
/**
 * `unknown-key`
 */
kind: string, };

export type BrokenBook = { error: string, says: string, errors: Array<BookError>, };

export type BookConflict = { error: string, says: string, book?: SavedBook, };

export type CheckBook = { text: string, 
/**
 * The saved rulebook that is being edited; none for a new one.
 */
name?: string | null, };

export type CheckedBook = { 
/**
 * Everything that keeps it from being saved.
 */
errors: Array<BookError>, 
/**
 * None if it does not load.
 */
book: BookSummary | null, 
/**
 * The worked examples of the text, in its order.
 */
examples: Array<CheckedExample>, 
/**
 * The yaku that the text adds or changes.
 */
yaku: Array<CheckedYaku>, };

export type BookSummary = { name: string, title: NamesJson, extends: string | null, overlay: boolean, seats: number, 
/**
 * How many tiles are on the table.
 */
tiles: number, 
/**
 * How many yaku are played.
 */
yaku: number, 
/**
 * How many clauses are in the text.
 */
clauses: number, options: Array<OptionInfo>, };

export type CheckedExample = { line: number, clause: string, passed: boolean, 
/**
 * What came out instead; empty if it passed.
 */
why: string, };

export type CheckedYaku = { id: string, names: NamesJson, line: number, clause: string, 
/**
 * Its condition, with what a base contributes.
 */
when: string, 
/**
 * `2 han, 1 open`
 */
worth: string, 
/**
 * A hand that makes it; none if no such hand was found.
 */
hand: TestHand | null, 
/**
 * Complete hands that differ in one tile or one circumstance and do not make it.
 */
near: Array<TestHand>, 
/**
 * Yaku that do not count beside it.
 */
excludes: Array<string>, excluded_by: Array<string>, };

export type TestHand = { hand: string, 
/**
 * Why it does not make the yaku; none if it does.
 */
why: NamesJson | null, };

export type TryHand = { text: string, yaku: string, 
/**
 * As `jantaku score` reads it: `123m456p789s11z55z +5z tsumo`.
 */
hand: string, 
/**
 * The saved rulebook that is being edited.
 */
name?: string | null, 
/**
 * Options of the rulebook: `length=east,chips=yes`.
 */
options?: string, };

export type TriedHand = { made: boolean, 
/**
 * Why it was not made; none if it was.
 */
why: NamesJson | null, 
/**
 * The score sheet, as `POST /api/score` answers; none if the hand does not win.
 */
sheet: Sheet | null, 
/**
 * What is wrong with the hand; none if it can be read and can lie on a table.
 */
error: string | null, };

export type Vocabulary = { facts: Array<FactWord>, keys: Array<KeyWord>, 
/**
 * The yaku of the base.
 */
yaku: Array<YakuWord>, 
/**
 * The clauses of the base.
 */
clauses: Array<ClauseWord>, limits: Array<LimitWord>, 
/**
 * What `with` may name.
 */
overlays: Array<string>, 
/**
 * What `extends` may name.
 */
books: Array<string>, };

export type FactWord = { name: string, 
/**
 * How it is written: `kans >= 1 … 4`.
 */
use: string, kind: FactKind, 
/**
 * The highest number of a count.
 */
most: number | null, says: string, 
/**
 * What players call it, or yaku that ask for it; empty for nothing else.
 */
called: string, 
/**
 * A hand that it holds for.
 */
example: string, };

export type FactKind = "flag" | "count" | "tiles";

export type KeyWord = { 
/**
 * `game.start`
 */
key: string, section: string, says: string, 
/**
 * What players call it; empty for nothing else.
 */
called: string, expected: string, shape: KeyShape, 
/**
 * The value in the base.
 */
base: unknown, 
/**
 * The value where no clause sets it.
 */
default: unknown, 
/**
 * The clause of the base that sets it; empty for none.
 */
clause: string, };

export type KeyShape = { "kind": "flag" } | { "kind": "true" } | { "kind": "number", from: number, to: number, } | { "kind": "text" } | { "kind": "tiles" } | { "kind": "word", words: Array<KeyChoice>, } | { "kind": "list", of: KeyShape, } | { "kind": "record", fields: Array<KeyField>, };

export type KeyChoice = { word: string, says: string, };

export type KeyField = { name: string, says: string, required: boolean, shape: KeyShape, };

export type YakuWord = { id: string, names: NamesJson, when: string, worth: string, clause: string, 
/**
 * Is it played, and not only known?
 */
played: boolean, };

export type ClauseWord = { id: string, 
/**
 * The file that has it.
 */
rulebook: string, says: string, etiquette: boolean, };

export type LimitWord = { what: string, most: number, };

export type Meanings = { 
/**
 * What facts, words of keys and fields of files mean, by their English.
 */
sentences: { [key in string]: AlsoJson }, 
/**
 * What a key decides, by its name.
 */
keys: { [key in string]: AlsoJson }, 
/**
 * What is wrong and what to do, by the kind of an error, English included.
 */
errors: { [key in string]: ErrorMeaning }, };

export type ErrorMeaning = { en: string, also: AlsoJson, };

export type CompareBooks = { 
/**
 * A request such as `tenhou`.
 */
before: string, after: AfterChange, 
/**
 * The seed of the first game.
 */
seed?: number, 
/**
 * How many hands to play of each, from 100 to 10,000; none for 10,000.
 */
hands?: number | null, };

export type AfterChange = { "text": string } | { "rules": string };

export type ChangesJob = { id: string, state: JobState, 
/**
 * From 0 to 1.
 */
progress: number, result: Changes | null, };

export type JobState = "waiting" | "running" | "done" | "cancelled" | "broken";

export type Changes = { seed: number, before: Played, after: Played, 
/**
 * Yaku that either of them plays.
 */
yaku: Array<YakuChange>, 
/**
 * What is played differently.
 */
words: Array<BookChange>, };

export type YakuChange = { id: string, names: NamesJson, 
/**
 * None if it is not played.
 */
before: number | null, after: number | null, };

export type Played = { rules: string, games: number, hands: number, 
/**
 * Hands that somebody won.
 */
won: number, 
/**
 * Winning hands: several may win at once.
 */
wins: number, 
/**
 * Hands that nobody won.
 */
drawn: number, 
/**
 * What a winning hand gets from other players, without honba and sticks; 0 without any win.
 */
mean_value: number, 
/**
 * By place, the first first.
 */
places: Array<PlaceMeans>, 
/**
 * Points of winning hands, and how often.
 */
values: Array<[number, number]>, 
/**
 * Hands of a game, and how often.
 */
lengths: Array<[number, number]>, 
/**
 * The command that plays the same games.
 */
command: string, 
/**
 * What that command prints.
 */
data: unknown, };

export type PlaceMeans = { points: number, chips: number, result: number, };

export type ErrorBody = { error: string, says: string, };
