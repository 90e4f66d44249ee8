import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeSocket, stubBrowser } from "./fixtures/socket.ts";
import { inviteOf, rememberInvite } from "./invites.ts";
import type { Action, SeenEvent } from "./seen.ts";
import { Session } from "./session.svelte.ts";
import { settings } from "./settings.svelte.ts";

const DISCARD: Action = { a: "discard", tile: "9m", drawn: true };
const PASS: Action = { a: "pass" };
const PON: Action = { a: "pon", tiles: "33p" };
const STARTED: SeenEvent[] = [
  { type: "hand-started", round: "east", hand: 1, dealer: 0, honba: 0, sticks: 0 },
  { type: "dealt", seat: 0, tiles: "23m456p23477s55z6s" },
  { type: "drew", seat: 0, tile: "9m", source: "live" },
];
const table = { rulebook: { en: "Riichi", ja: "リーチ麻雀" }, players: [0, 1, 2, 3].map(() => ({ name: "", kind: "bot" })), start: 25_000, stick: 1000, stick_because: "", status: "playing", hints: true };

let session: Session;
const hear = (frame: object) => FakeSocket.last().onmessage?.({ data: JSON.stringify(frame) });
const greet = (next: number) => {
  FakeSocket.last().open();
  hear({ t: "hello", seat: 0, host: true, next, table, fair: null });
};
const happens = (n: number, e: SeenEvent) => hear({ t: "e", n, left: 60, spare: 4, e });
const ask = (n: number, legal: Action[], ms: number | null = null) => hear({ t: "prompt", n, legal, after: [], waits: [], furiten: false, no_win: null, barred: [], ms, bank: 0 });
const answers = () => FakeSocket.all.flatMap((socket) => socket.sent.map((text) => JSON.parse(text) as { t: string }).filter((frame) => frame.t === "act"));

/** Loses the connection, and lets the next one begin. */
const reconnect = () => {
  FakeSocket.last().fail();
  vi.advanceTimersByTime(1_600);
};

beforeEach(() => {
  vi.useFakeTimers();
  settings.language = "en";
  settings.terms = "romaji";
  stubBrowser();
  session = new Session("a1");
  greet(1);
  STARTED.forEach((event, place) => happens(place + 1, event));
});
afterEach(() => {
  session.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("answers the question that is open, and no earlier one", () => {
  const agreement = (n: number) => hear({ t: "agreement", question: { n, by: 1, what: { ask: "penalty", penalty: "chombo", seat: 0 }, agreed: [], awaited: [0], ms: 60_000 }, outcome: null, rulings: [], undoable: [], referee: null, owner: 1 });
  agreement(1);
  agreement(2);
  session.vote(true);
  const votes = FakeSocket.last().sent.map((text) => JSON.parse(text) as { t: string }).filter((frame) => frame.t === "vote");
  expect(votes).toEqual([{ t: "vote", n: 2, agrees: true }]);
});

it("offers no chat at a table of an earlier version, which would not understand it", () => {
  expect([session.table?.talk, session.table?.seating, session.table?.left]).toEqual(["off", "chosen", []]);
  hear({ t: "players", players: table.players, status: "over", host: 0, next: null, ends: null, spectators: false, listed: false, late: true, invited_only: false, hints: true });
  expect([session.table?.status, session.table?.talk, session.table?.left]).toEqual(["over", "off", []]);
});

it("forgets invitations that were withdrawn, and tells the page", () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => kept.set(key, value) });
  const told = vi.fn();
  vi.stubGlobal("dispatchEvent", told);
  rememberInvite("a1", 1, "mika");
  rememberInvite("a1", 2, "sora");
  rememberInvite("b2", 1, "rin");
  // SHA-256 of "jantaku-kept:1:sora", as `CodeHash` has it.
  const sora = "87406010e639eb51cab942ddb48eda3564b75c92654e13c66657e89d8a4fe2f0";
  hear({ t: "invites", live: [sora] });
  expect([inviteOf("a1", 1), inviteOf("a1", 2), inviteOf("b2", 1)]).toEqual([null, "sora", "rin"]);
  expect(told).toHaveBeenCalledTimes(1);
  hear({ t: "invites", live: [sora] });
  expect(told).toHaveBeenCalledTimes(1);
});

describe("a hint", () => {
  const asked = () => FakeSocket.last().sent.map((text) => JSON.parse(text) as { t: string }).filter((frame) => frame.t === "hint");
  const hint = (n: number) => hear({ t: "hint", n, currency: "points", best: [{ a: DISCARD, expected: 1200, useful: 8, danger: 0 }] });
  afterEach(() => {
    settings.hints = false;
  });

  it("is asked for once there is a choice, and shown only beside its prompt", () => {
    settings.hints = true;
    ask(3, [DISCARD]);
    expect(asked()).toEqual([]);
    ask(4, [DISCARD, PASS]);
    expect(asked()).toEqual([{ t: "hint", n: 4 }]);
    hint(3);
    expect(session.hint).toBeNull();
    hint(4);
    expect(session.hint?.best).toHaveLength(1);
    ask(5, [DISCARD, PASS]);
    expect(session.hint).toBeNull();
    ask(6, []);
    hint(5);
    expect(session.hint).toBeNull();
  });

  it("comes with the switch and goes with it", () => {
    ask(4, [DISCARD, PASS]);
    expect(asked()).toEqual([]);
    settings.hints = true;
    session.switched();
    expect(asked()).toEqual([{ t: "hint", n: 4 }]);
    hint(4);
    settings.hints = false;
    session.switched();
    expect(session.hint).toBeNull();
  });
});

describe("a pending answer", () => {
  beforeEach(() => {
    ask(3, [DISCARD]);
    session.act(DISCARD);
  });

  it("is sent once, however often it is pressed", () => {
    session.act(DISCARD);
    expect([answers().length, session.pending?.action]).toEqual([1, DISCARD]);
    happens(4, { type: "discarded", seat: 0, tile: "9m", drawn: true });
    ask(4, []);
    expect([session.pending, session.told]).toEqual([null, ""]);
  });

  it("is sent again if the table still asks the same after a reconnection", () => {
    reconnect();
    greet(4);
    ask(3, [DISCARD]);
    expect(answers()).toEqual([{ t: "act", n: 3, a: DISCARD }, { t: "act", n: 3, a: DISCARD }]);
    expect(session.told).toBe("Back online. Sent: Discard 9 man");
  });

  it("is not sent again if it arrived before the connection was lost", () => {
    reconnect();
    greet(4);
    happens(4, { type: "discarded", seat: 0, tile: "9m", drawn: true });
    ask(4, []);
    expect([answers().length, session.pending, session.told]).toEqual([1, null, ""]);
  });

  it("is reported lost if the table has moved on", () => {
    reconnect();
    greet(4);
    happens(4, { type: "discarded", seat: 0, tile: "5z", drawn: false });
    ask(4, []);
    expect([answers().length, session.pending]).toEqual([1, null]);
    expect(session.told).toBe("Too late, not received: Discard 9 man");
  });
});

it("takes the turn from the clock after others replace flowers", () => {
  happens(4, { type: "drew", seat: 3, source: "live" });
  expect(session.view.turn).toBe(3);
  hear({ t: "clock", seat: 0, ms: null, bank: 0 });
  expect(session.view.turn).toBe(0);
});

it("keeps an answer given while offline", () => {
  ask(3, [DISCARD]);
  FakeSocket.last().fail();
  session.act(DISCARD);
  expect([answers().length, session.pending?.action]).toEqual([0, DISCARD]);
  vi.advanceTimersByTime(1_600);
  greet(4);
  ask(3, [DISCARD]);
  expect(answers()).toEqual([{ t: "act", n: 3, a: DISCARD }]);
});

describe("an expired clock", () => {
  it("is reported with the discarded tile", () => {
    ask(3, [DISCARD], 5_000);
    vi.advanceTimersByTime(4_950);
    happens(4, { type: "discarded", seat: 0, tile: "9m", drawn: true });
    vi.advanceTimersByTime(200);
    expect(session.told).toBe("Time is up: 9 man was discarded for you");
    expect(session.speech.text).toContain("Time is up: 9 man was discarded for you");
    expect(session.log.at(-2)?.text).toContain("Time is up");
  });

  it("is reported for a passed call", () => {
    happens(4, { type: "discarded", seat: 1, tile: "3p", drawn: true });
    ask(4, [PON, PASS], 5_000);
    vi.advanceTimersByTime(5_000);
    ask(4, []);
    expect(session.told).toBe("Time is up: passed for you");
  });

  it("is not reported for the player's own discard or for others' events", () => {
    ask(3, [DISCARD], 5_000);
    vi.advanceTimersByTime(4_900);
    session.act(DISCARD);
    happens(4, { type: "discarded", seat: 0, tile: "9m", drawn: true });
    ask(4, []);
    happens(5, { type: "discarded", seat: 1, tile: "3p", drawn: true });
    ask(5, [PON, PASS], 5_000);
    vi.advanceTimersByTime(1_000);
    happens(6, { type: "won", seat: 2, from: 1, tile: "3p", by: "ron" });
    expect(session.told).toBe("");
  });
});

describe("the automatic switches", () => {
  it("leave nothing to press while they answer", () => {
    settings.noCalls = true;
    ask(4, [PON, PASS]);
    expect(session.answering).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect(answers()).toEqual([{ t: "act", n: 4, a: PASS }]);
    ask(6, [PON, PASS, { a: "ron" }]);
    expect(session.answering).toBe(false);
  });

  it("hold for one hand", () => {
    Object.assign(settings, { autoWin: true, noCalls: true, autoDiscard: true });
    happens(4, { type: "hand-started", round: "east", hand: 2, dealer: 1, honba: 0, sticks: 0 });
    expect([settings.autoWin, settings.noCalls, settings.autoDiscard]).toEqual([false, false, false]);
  });
});

it("calls players by their names, not by winds, which are tiles too", () => {
  hear({ t: "players", players: [0, 1, 2, 3].map((seat) => ({ name: ["Mika", "Sora", "Ren", "Aoi"][seat], kind: "human" })), status: "playing", host: 0 });
  happens(4, { type: "discarded", seat: 2, tile: "3z", drawn: false });
  expect(session.log.at(-1)?.text).toBe("Ren discards West");
});
