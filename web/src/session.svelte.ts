import { questionText } from "./agreement.ts";
import { isSpoken, lineOf, paidLines } from "./announce.ts";
import { sentence } from "./advice.ts";
import { confirms, doneForMe, isSame, namedAction, type Pending } from "./answer.ts";
import { doneText, saidText } from "./chat.ts";
import { commitment, partFor } from "./fair.ts";
import { playedHand, withHand, type PlayedHand } from "./history.ts";
import { keepLiveInvites } from "./invites.ts";
import { TableSocket, type Ended, type Link } from "./net/socket.ts";
import { namedPlayers } from "./players.ts";
import { autoAnswer } from "./prompt.ts";
import type { Action, Seat, SeenEvent, WinSheet } from "./seen.ts";
import { settings } from "./settings.svelte.ts";
import { buzz, cueOf, play } from "./sound.ts";
import { Speech } from "./speech.svelte.ts";
import { summaryOf } from "./summary.ts";
import { speakLike, t } from "./text/text.svelte.ts";
import { apply, emptyView, type View } from "./view.ts";
import { Witness, type Numbered } from "./witness.ts";
import type { AgreementJson, FairInfo, HintJson, PromptJson, RefusalJson, RequestJson, ResultJson, SayJson, ServerFrame, TableInfo } from "./wire.ts";

/** One line of the log. */
export type LogLine = { n: number; text: string; hand: number };

/** A longer log would only slow the page; the replay has all of it. */
const MOST_LINES = 400;
/** Automatic answers take about as long as a quick person. */
const AUTO_MS = 450;
/** Whoever has waited this long may look elsewhere. */
const LONG_WAIT_MS = 3_000;
/** How far the server's clock may be ahead of this one. */
const EARLY_MS = 700;

/** What a table is like that a node of an earlier version still serves, during a deploy: it says nothing of these. */
const BEFORE_COMPANY: Pick<TableInfo, "seating" | "leaving" | "talk" | "left"> = { seating: "chosen", leaving: "counts", talk: "off", left: [] };

/** A running game as this browser sees it. */
export class Session {
  link: Link = $state("connecting");
  /** Why the connection ended: no such table, the seat moved to another device, or the player left. */
  ended: Ended | null = $state(null);
  table: TableInfo | null = $state(null);
  seat: Seat | null = $state(null);
  host = $state(false);
  /** Does this viewer decide on penalties? */
  referee = $state(false);
  /** What people ask each other, and what came of it. */
  agreement: AgreementJson | null = $state.raw(null);
  /** When the open question lapses, by this device's clock. */
  questionUntil = $state(0);
  fair: FairInfo | null = $state.raw(null);
  view: View = $state(emptyView(4));
  prompt: PromptJson | null = $state.raw(null);
  /** The best choices for the open prompt, if the player wants hints. */
  hint: HintJson | null = $state.raw(null);
  sheets: WinSheet[] = $state.raw([]);
  result: ResultJson | null = $state.raw(null);
  refusal: RefusalJson | null = $state.raw(null);
  /** Whose clock runs, and until when by this device's clock. */
  clock: { seat: Seat; until: number; bank: number; whole: number } | null = $state.raw(null);
  log: LogLine[] = $state([]);
  /** The hands that are over. */
  history: PlayedHand[] = $state.raw([]);
  readonly speech = new Speech();
  /** How the last hand ended, in a sentence. */
  summary = $state("");
  notice = $state("");
  /** What each seat said last, and when by this device's clock; shown for a moment. */
  said: Record<Seat, { say: SayJson; n: number }> = $state.raw({});
  /** Seats that this player has muted: the server leaves their words out. */
  muted: Seat[] = $state.raw([]);
  /** What was done for the player while away, until it is put away. */
  done = $state("");
  /** Between hands: seats that still have the score sheet open. */
  awaited: Seat[] = $state.raw([]);
  /** When the next hand begins without them, by this device's clock. */
  nextAt = $state(0);
  /** Has the table agreed to a break before the next hand? */
  resting = $state(false);
  /** An unconfirmed answer: already sent, or to be sent once reconnected. */
  pending: Pending | null = $state.raw(null);
  /** Is an automatic answer on its way? Nothing is asked then. */
  answering = $state(false);
  /** A decision that was made without the player, because time ran out or the answer came too late. Shown until the next answer. */
  told = $state("");

  readonly #socket: TableSocket;
  #witness: Witness | null = null;
  #last = 0;
  /** The hand whose score sheet the player has closed. */
  #read = 0;
  #auto: ReturnType<typeof setTimeout> | undefined;
  /** When the table decides for the player, by this device's clock. */
  #due: number | null = null;
  /** Was the connection lost while an answer was on its way? */
  #cut = false;
  /** Has an event shown that the answer was heard? */
  #heard = false;
  #notes = 0;
  #sayings = 0;
  /** The last prompt that was heard, and when the player last answered one. */
  #rung = 0;
  #acted = 0;

  constructor(readonly id: string) {
    this.#socket = new TableSocket(id, {
      since: () => this.#last,
      message: (frame) => this.#hear(frame),
      link: (link) => this.#linked(link),
      ended: (why) => (this.ended = why),
    });
  }

  /** Sends the player's decision. */
  act(action: Action): void {
    if (!this.prompt || this.pending) return;
    clearTimeout(this.#auto);
    this.refusal = null;
    this.told = "";
    this.done = "";
    this.#due = null;
    this.pending = { n: this.prompt.n, action };
    this.#acted = Date.now();
    this.#heard = false;
    this.#cut = !this.#socket.ask({ t: "act", n: this.prompt.n, a: action });
  }

  /** The player has closed the score sheet. */
  ready(): void {
    this.#read = this.view.hands;
    this.#socket.send({ t: "ready" });
  }

  /** The player takes the seat back from a bot. */
  back(): void {
    this.#socket.send({ t: "back" });
  }

  /** The player is ready for the game, or not. */
  readyToStart(ready: boolean): void {
    if (!this.#socket.send({ t: ready ? "ready" : "not-ready" })) this.notice = "offline";
  }

  /** Says something to the table. */
  say(say: SayJson): void {
    this.refusal = null;
    if (!this.#socket.send({ t: "say", say })) this.notice = "offline";
  }

  /** Hears nothing more from a seat, or hears it again. */
  mute(seat: Seat, on: boolean): void {
    if (!this.#socket.send({ t: "mute", seat, on })) this.notice = "offline";
  }

  /** Asks the others to agree to something. */
  ask(what: RequestJson): void {
    this.refusal = null;
    if (!this.#socket.send({ t: "ask", what })) this.notice = "offline";
  }

  /** Answers the open question, or takes back one's own. */
  vote(agrees: boolean): void {
    const n = this.agreement?.question?.n;
    if (n !== undefined && !this.#socket.send({ t: "vote", n, agrees })) this.notice = "offline";
  }

  /** Applies the switches again after one was changed. */
  switched(): void {
    clearTimeout(this.#auto);
    this.answering = false;
    this.#answerByItself();
    this.#askForHint();
  }

  close(): void {
    clearTimeout(this.#auto);
    this.speech.stop();
    this.#witness?.close();
    this.#socket.close();
  }

  #hear(frame: ServerFrame): void {
    switch (frame.t) {
      case "hello":
        return this.#greet(frame);
      case "e":
        return this.#take(frame);
      case "sheet":
        if (this.#isNew(frame)) this.sheets = [...this.sheets, { ...frame, hand: this.view.hands }];
        return;
      case "over":
        if (this.#isNew(frame)) this.result = frame.result;
        return;
      case "prompt":
        return this.#ask(frame);
      case "hint":
        return this.#takeHint(frame);
      case "refused":
        this.refusal = frame;
        this.pending = null;
        return;
      case "clock":
        // After others replace flowers, no event says whose turn it is again.
        this.view.turn = frame.seat;
        return this.#runClock(frame.seat, frame.ms, frame.bank);
      case "players":
        if (!this.table) return;
        this.#witness?.players(frame.players);
        this.table = { ...this.table, players: namedPlayers(frame.players), status: frame.status, host: frame.host, next: frame.next, ends: frame.ends, spectators: frame.spectators, listed: frame.listed, late: frame.late, invited_only: frame.invited_only, hints: frame.hints, talk: frame.talk ?? BEFORE_COMPANY.talk, left: frame.left ?? BEFORE_COMPANY.left, fills: frame.fills ?? null };
        this.view.names = this.#names();
        // A host without a seat is nobody who has one.
        if (this.seat !== null || frame.host !== null) this.host = frame.host === this.seat;
        return;
      case "agreement":
        return this.#agree(frame);
      case "said":
        return this.#hearSaid(frame.seat, frame.say);
      case "muted":
        this.muted = frame.seats;
        return;
      case "invites":
        return keepLiveInvites(this.id, frame.live);
      case "done":
        this.done = doneText(frame);
        this.speech.say(this.done);
        return;
      case "awaited":
        this.awaited = frame.seats;
        this.nextAt = Date.now() + frame.ms;
        this.resting = frame.resting;
        return;
      case "fair":
        return this.#fixWall(frame);
      case "notice":
        this.notice = frame.what;
        return;
      case "pong":
        return;
    }
  }

  #greet(hello: Extract<ServerFrame, { t: "hello" }>): void {
    speakLike(hello.table.rulebook);
    this.table = { ...BEFORE_COMPANY, ...hello.table, players: namedPlayers(hello.table.players) };
    // The seats were drawn: whoever spoke sits elsewhere now.
    if (this.seat !== null && this.seat !== hello.seat) this.said = {};
    this.muted = [];
    this.seat = hello.seat;
    if (this.#witness?.seat !== hello.seat) {
      this.#witness?.close();
      this.#witness = new Witness(this.id, hello.seat);
    }
    this.#witness.players(hello.table.players);
    this.host = hello.host;
    this.referee = hello.referee;
    this.prompt = null;
    this.#due = null;
    this.notice = "";
    if (hello.next === 1) this.#begin(hello.table);
    // Repeats what was sent while the connection was down.
    else if (this.view.outcome.settled && this.#read === this.view.hands) this.#socket.send({ t: "ready" });
    if (hello.fair) this.#fixWall(hello.fair);
  }

  #hearSaid(seat: Seat, say: SayJson): void {
    if (settings.muteAll) return;
    this.#sayings += 1;
    this.said = { ...this.said, [seat]: { say, n: this.#sayings } };
    const text = t("talk.said", { who: this.table?.players[seat]?.name ?? "", text: saidText(say) });
    this.speech.say(text);
    this.#note(text);
  }

  #agree(agreement: AgreementJson): void {
    const { question } = agreement;
    this.questionUntil = Date.now() + (question?.ms ?? 0);
    if (question && question.n !== this.agreement?.question?.n) this.speech.say(questionText(this, question.by, question.what));
    this.agreement = agreement;
  }

  #begin(table: TableInfo): void {
    this.#last = 0;
    this.#witness?.begin();
    this.view = emptyView(table.players.length, table.start, table.stick, table.stick_because);
    this.view.names = this.#names();
    this.log = [];
    this.history = [];
    this.sheets = [];
    this.result = null;
  }

  /** Skips numbered frames that were already handled before a reconnection. */
  #isNew(frame: Numbered): boolean {
    if (frame.n <= this.#last) return false;
    this.#last = frame.n;
    this.#witness?.take(frame);
    return true;
  }

  #take(frame: Extract<ServerFrame, { t: "e" }>): void {
    if (!this.#isNew(frame)) return;
    const event = frame.e;
    if (event.type === "hand-started") this.#newHand();
    this.#noteTimeOut(event);
    if (this.pending && confirms(this.pending.action, event, this.seat)) this.#heard = true;
    if (event.type === "ruling-undone") this.#goOn();
    const before = this.view.outcome.settled;
    apply(this.view, frame.n, event, frame);
    if (!before && this.view.outcome.settled) this.#sumUp();
    if (event.type === "hand-ended") this.history = withHand(this.history, playedHand(this.view, this.sheets));
    if (this.clock && "seat" in event && event.type !== "missed") this.clock = null;
    play(cueOf(event, this.seat));
    const text = lineOf(this.view, event, this.seat);
    if (text === null) return;
    this.log.push({ n: frame.n, text, hand: this.view.hands });
    if (this.log.length > MOST_LINES) this.log.shift();
    if (isSpoken(event, this.seat)) this.speech.say(text);
  }

  #sumUp(): void {
    this.summary = summaryOf(this.view, this.sheets, this.seat);
    this.speech.say(this.summary);
    paidLines(this.view, this.sheets, this.seat).forEach((line) => this.#note(line));
  }

  /** A hand that seemed over goes on. */
  #goOn(): void {
    this.#newHand();
    this.#read = this.view.hands - 1;
  }

  #newHand(): void {
    // A switch holds for one hand: who forgot it would watch the next one being played away.
    settings.autoWin = settings.noCalls = settings.autoDiscard = false;
    this.sheets = [];
    this.awaited = [];
    this.resting = false;
    this.prompt = null;
    this.refusal = null;
    this.told = "";
  }

  #ask(prompt: PromptJson): void {
    clearTimeout(this.#auto);
    this.answering = false;
    this.#noteTimeOut(null);
    this.prompt = prompt;
    if (this.hint?.n !== prompt.n) this.hint = null;
    this.#hearOfAnswer(prompt);
    if (prompt.n !== this.#last || prompt.legal.length === 0) this.refusal = null;
    if (prompt.legal.length === 0) return;
    if (this.seat !== null) this.#runClock(this.seat, prompt.ms, prompt.bank);
    this.#due = prompt.ms === null || this.pending ? null : Date.now() + prompt.ms + prompt.bank;
    this.#answerByItself();
    this.#askForHint();
    if (!this.answering && !this.pending) this.#ring(prompt);
  }

  /** Asks what a bot would do, if there is something to choose. */
  #askForHint(): void {
    const { prompt } = this;
    if (!(settings.hints || settings.guide) || !this.table?.hints) this.hint = null;
    else if (prompt && prompt.legal.length > 1 && !this.answering && !this.pending && this.hint?.n !== prompt.n) this.#socket.send({ t: "hint", n: prompt.n });
  }

  #takeHint(hint: HintJson): void {
    const [first] = hint.best;
    if (!(settings.hints || settings.guide) || !first || hint.n !== this.prompt?.n || this.prompt.legal.length === 0) return;
    if (settings.hints && this.hint?.n !== hint.n) this.speech.say(t("hint.spoken", { what: sentence(first, hint.currency) }));
    this.hint = hint;
  }

  /** A claim, or a turn after a wait, is heard; a phone is felt in the hand at either. */
  #ring(prompt: PromptJson): void {
    if (prompt.n === this.#rung) return;
    this.#rung = prompt.n;
    const isTurn = prompt.legal.some((action) => action.a === "discard");
    if (!isTurn || Date.now() - this.#acted > LONG_WAIT_MS) play({ sound: "turn" });
    buzz();
  }

  #names(): string[] {
    return this.table?.players.map((player) => player.name) ?? [];
  }

  #linked(link: Link): void {
    if (link === "lost" && this.link === "open") play({ sound: "lost" });
    if (link === "open" && this.link === "lost") play({ sound: "back" });
    this.link = link;
    if (link === "lost" && this.pending) this.#cut = true;
  }

  /**
   * A new prompt means that the previous answer was accepted. After a reconnection the same prompt may come again: the answer
   * is sent again, and the server refuses it by its number if it had arrived the first time. Otherwise the player learns that it was lost.
   */
  #hearOfAnswer(prompt: PromptJson): void {
    const { pending } = this;
    if (!pending) return;
    const what = namedAction(pending.action);
    const again = this.#cut && prompt.n === pending.n && prompt.legal.some((action) => isSame(action, pending.action));
    if (again && this.#socket.ask({ t: "act", n: pending.n, a: pending.action })) {
      this.#cut = false;
      return this.#tell(t("told.sent", { what }));
    }
    this.pending = null;
    if (this.#cut && !this.#heard && prompt.n !== pending.n && pending.action.a !== "pass") this.#tell(t("told.lost", { what }));
    this.#cut = false;
  }

  /** Once the player's clock has run out, the next event is what the table did for them. */
  #noteTimeOut(event: SeenEvent | null): void {
    if (this.#due === null || !this.prompt || Date.now() < this.#due - EARLY_MS) return;
    const done = doneForMe(this.prompt, event, this.seat);
    if (done === null) return;
    this.#due = null;
    this.#tell(done);
  }

  #tell(text: string): void {
    this.told = text;
    this.speech.say(text);
    this.#note(text);
  }

  /** Adds a line to the log that is not an event. */
  #note(text: string): void {
    this.#notes += 1;
    this.log.push({ n: this.#last + this.#notes / 1e6, text, hand: this.view.hands });
  }

  #runClock(seat: Seat, ms: number | null, bank: number): void {
    this.clock = ms === null ? null : { seat, until: Date.now() + ms, bank, whole: ms + bank };
  }

  #answerByItself(): void {
    if (!this.prompt || this.prompt.legal.length === 0 || this.seat === null) return;
    const inRiichi = (this.view.sides[this.seat]?.riichi ?? null) !== null;
    if (this.pending) return;
    const answer = autoAnswer(this.prompt, settings, inRiichi);
    this.answering = answer !== null;
    if (answer) this.#auto = setTimeout(() => this.act(answer), AUTO_MS);
  }

  /** Contributes to the wall: first the commitment, then the number itself. */
  #fixWall(fair: FairInfo): void {
    this.fair = fair;
    this.#witness?.fair(fair);
    if (!this.log.some((line) => line.n === -fair.attempt)) this.log.push({ n: -fair.attempt, text: t("say.promise", { s0: fair.s0 }), hand: this.view.hands });
    if (this.seat === null || fair.step === "fixed") return;
    const part = partFor(this.id, fair.s0);
    const hash = commitment({ table: this.id, rules: fair.rules }, this.seat, fair.s0, part.entropy);
    const committed = fair.commits[this.seat] ?? null;
    if (fair.step === "commit" && committed === null) this.#socket.send({ t: "commit", hash });
    if (fair.step === "reveal" && committed === hash) this.#socket.send({ t: "reveal", entropy: part.entropy });
  }
}
