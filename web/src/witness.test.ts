// The events of tests/views as a server tells them to each viewer and as it writes them in a log.
import { readdirSync, readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { stubStorage } from "./fixtures/storage.ts";
import type { SeenEvent } from "./seen.ts";
import type { FairInfo, PlayerInfo, ResultJson } from "./wire.ts";
import { compared, storiesOf, Witness, type Numbered } from "./witness.ts";

const FOLDER = new URL("../../tests/views/", import.meta.url);
const ID = "kx7r2m9qpd";
const SHEET = { draw: [], lines: [] };
const WIN = { seat: 0, dealer: 0, sheet: { fu: 30 }, names: [] };
const RESULT = { points: [1, 2, 3], places: [3, 2, 1] } as unknown as ResultJson;
const NAMES = ["Mika", "greedy", "Jun", "random"];
const PLAYERS = NAMES.map((name) => ({ name }) as PlayerInfo);
const FAIR = { attempt: 1, s0: "aa", rules: "bb", commits: ["cc", null, "dd"], reveals: [], opened: [], lots: null, key: "ee", step: "fixed" } as FairInfo;

type Line = { e: SeenEvent; left: number; spare?: number; seen?: Record<string, SeenEvent | null> };

/** The events of a file, as log and as the frames of one viewer. */
function game(file: string, viewer: string): { log: string[]; frames: Numbered[] } {
  const lines = readFileSync(new URL(file, FOLDER), "utf8").trim().split("\n").slice(1).map((line) => JSON.parse(line) as Line);
  const log: object[] = [{ log: "jantaku", players: NAMES.map((name) => ({ name })) }, { fair: { step: "chain" } }];
  const frames: object[] = [];
  for (const { e, left, seen } of lines) {
    const told = seen && viewer in seen ? seen[viewer] : e;
    const settled = e.type === "settled";
    if (settled) log.push({ sheet: WIN }, { sheet: SHEET });
    log.push({ e, left });
    if (settled) frames.push({ t: "sheet", ...WIN });
    if (told) frames.push({ t: "e", left, spare: null, e: told, ...(settled ? { sheet: SHEET } : {}) });
  }
  log.push({ over: RESULT });
  frames.push({ t: "over", result: RESULT });
  return { log: log.map((line) => JSON.stringify(line)), frames: frames.map((frame, place) => ({ ...frame, n: place + 1 }) as Numbered) };
}

/** A browser that follows the game. */
function witness(seat: number | null, frames: Numbered[]): Witness {
  const seen = new Witness(ID, seat);
  seen.fair(FAIR);
  seen.players(PLAYERS);
  frames.forEach((frame) => seen.take(frame));
  seen.close();
  return seen;
}

const verdict = (log: string[]) => compared(ID, log.join("\n"));

beforeEach(() => {
  vi.useFakeTimers();
  stubStorage();
});

describe.each(readdirSync(FOLDER))("%s", (file) => {
  it.each(["0", "1", "2", "spectator"])("is what %s saw", (viewer) => {
    const { log, frames } = game(file, viewer);
    witness(viewer === "spectator" ? null : Number(viewer), frames);
    expect(verdict(log)).toEqual({ frames: frames.length, agrees: true });
  });
});

describe("a log that was changed", () => {
  const { log, frames } = game("zan.jsonl", "0");
  const place = (word: string) => log.findIndex((line) => line.includes(word));
  const changed = (at: number, from: string | RegExp, to: string) => log.map((line, index) => (index === at ? line.replace(from, to) : line));
  const forged: [string, string[]][] = [
    ["a discard", changed(place('"discarded"'), /"tile":"\w+"/, '"tile":"3rz"')],
    ["a payment", changed(place('"paid"'), /"points":\d/, '"points":7')],
    ["an own draw", changed(place('"drew","seat":0'), /"tile":"\w+"/, '"tile":"7z"')],
    ["the wall", changed(place('"discarded"'), /"left":\d/, '"left":7')],
    ["a score sheet", changed(place('"fu":30'), "30", "40")],
    ["the result", changed(log.length - 1, "1,2,3", "3,2,1")],
    ["a name", changed(0, "Mika", "Mima")],
    ["the order", log.map((line, at) => (at === 20 ? (log[21] ?? "") : at === 21 ? (log[20] ?? "") : line))],
    ["a loss", log.filter((_, at) => at !== place('"discarded"'))],
    ["an addition", [...log, log.at(-1) ?? ""]],
    ["a cut", log.slice(0, 40)],
  ];

  it.each(forged)("shows by %s", (_, text) => {
    witness(0, frames);
    expect(text.join("\n")).not.toBe(log.join("\n"));
    expect(verdict(text)?.agrees).toBe(false);
  });
});

describe("a browser", () => {
  const { log, frames } = game("zan.jsonl", "0");

  it("says nothing of a game it did not see", () => expect(verdict(log)).toBeNull());

  it("remembers across a reload, also when everything is told again", () => {
    witness(0, frames.slice(0, 50));
    witness(0, frames);
    expect(verdict(log)).toEqual({ frames: frames.length, agrees: true });
  });

  it("notices that a frame is told differently after a reload", () => {
    witness(0, frames.slice(0, 50));
    witness(0, frames.map((frame) => (frame.n === 30 ? { ...frame, left: 1 } : frame) as Numbered));
    expect(verdict(log)?.agrees).toBe(false);
  });

  it("notices another commitment to the same start, but not a new start", () => {
    const seen = new Witness(ID, 0);
    seen.fair(FAIR);
    seen.fair({ ...FAIR, attempt: 2, s0: "a2" });
    seen.close();
    expect(storiesOf(ID)[0]).toMatchObject({ doubted: false, start: { s0: "a2", key: "ee" } });
    seen.fair({ ...FAIR, attempt: 2, s0: "a3" });
    seen.close();
    expect(storiesOf(ID)[0]).toMatchObject({ doubted: true, start: { s0: "a2" } });
  });

  it("has seen part of a game it left early", () => {
    witness(0, frames.slice(0, 50));
    expect(verdict(log)).toEqual({ frames: 50, agrees: true });
    expect(verdict(log.slice(0, 30))?.agrees).toBe(false);
  });

  it("keeps the last thirty games", () => {
    for (let game = 0; game < 40; game += 1) {
      const seen = new Witness(`table${game}`, 0);
      seen.players(PLAYERS);
      seen.close();
    }
    expect(storiesOf("table9")).toEqual([]);
    expect(storiesOf("table10")).toHaveLength(1);
  });
});
