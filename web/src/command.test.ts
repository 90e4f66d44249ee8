import { describe, expect, it } from "vitest";
import { answerTo } from "./command.ts";
import { HAND } from "./fixtures/hand.ts";
import type { Action, SeenEvent } from "./seen.ts";
import { settings } from "./settings.svelte.ts";
import { apply, emptyView } from "./view.ts";
import type { PromptJson } from "./wire.ts";

settings.language = "en";

/** Seat 0's knowledge just after its second draw, a red five of bamboo. */
function known(legal: Action[], more: Partial<PromptJson> = {}) {
  const view = emptyView(4, 25_000, 1000);
  const until = HAND.findIndex((event: SeenEvent) => event.type === "drew" && event.seat === 0 && event.tile === "0s");
  HAND.slice(0, until + 1).forEach((event, place) => apply(view, place + 1, event, { left: 60, spare: 3 }));
  const prompt: PromptJson = { n: 7, legal, after: [], waits: [], furiten: false, no_win: null, barred: [], ms: null, bank: 0, ...more };
  return { view, me: 0, prompt };
}

const TURN: Action[] = [
  { a: "discard", tile: "7s", drawn: false },
  { a: "discard", tile: "5z", drawn: false },
  { a: "discard", tile: "0s", drawn: true },
  { a: "riichi", tile: "7s", drawn: false, open: false },
  { a: "riichi", tile: "6s", drawn: false, open: false },
  { a: "riichi", tile: "7s", drawn: false, open: true },
];
const CLAIM: Action[] = [{ a: "pass" }, { a: "chii", tiles: "34s" }, { a: "chii", tiles: "46s" }, { a: "pon", tiles: "55s" }, { a: "ron" }];
const turn = (line: string) => answerTo(line, known(TURN));
const claim = (line: string) => answerTo(line, known(CLAIM));

describe("a typed line", () => {
  it("discards by notation and by name", () => {
    expect(turn("7s")).toEqual({ act: TURN[0] });
    expect(turn("d 7 S")).toEqual({ act: TURN[0] });
    expect(turn("haku")).toEqual({ act: TURN[1] });
    expect(turn("discard haku")).toEqual({ act: TURN[1] });
    expect(turn("drawn")).toEqual({ act: TURN[2] });
  });

  it("takes the red five as a five if there is no other", () => {
    expect(turn("5s")).toEqual({ act: TURN[2] });
    expect(turn("red 5 sou")).toEqual({ act: TURN[2] });
  });

  it("declares riichi with a tile and asks which one if there are several", () => {
    expect(turn("riichi 6s")).toEqual({ act: TURN[4] });
    expect(turn("r 7s")).toEqual({ act: TURN[3] });
    expect(turn("open riichi")).toEqual({ act: TURN[5] });
    expect(turn("riichi")).toEqual({ say: "Which one? 1: Riichi 7 sou; 2: Riichi 6 sou" });
    expect(turn("riichi 1m")).toEqual({ say: "Not possible now: Riichi 1m" });
  });

  it("calls by word or key, with tiles or a number", () => {
    expect(claim("pon")).toEqual({ act: CLAIM[3] });
    expect(claim("win")).toEqual({ act: CLAIM[4] });
    expect(claim("x")).toEqual({ act: CLAIM[0] });
    expect(claim("chii 46s")).toEqual({ act: CLAIM[2] });
    expect(claim("chii 1")).toEqual({ act: CLAIM[1] });
    expect(claim("c")).toEqual({ say: "Which one? 1: Chii 3 sou, 4 sou; 2: Chii 4 sou, 6 sou" });
  });

  it("refuses what is not offered", () => {
    expect(turn("9p")).toEqual({ say: "Not possible now: Discard 9 pin" });
    expect(turn("pon")).toHaveProperty("say");
    expect(turn("777")).toHaveProperty("say");
    expect(answerTo("7s", known([]))).toEqual({ say: "There is nothing to decide right now." });
    const why = { why: "kuikae" as const, says: "", clause: "RB-12" };
    expect(answerTo("7s", known([TURN[1] as Action], { barred: [{ tile: "7s", why }] }))).toEqual({ say: expect.stringContaining("kuikae") });
  });

  it("answers questions about the table", () => {
    expect(turn("hand")).toEqual({ say: "Your hand: 2 man, 3 man, 4 pin, 5 pin, 6 pin, 2 sou, 3 sou, 4 sou, 6 sou, 7 sou, 7 sou, haku, haku, red 5 sou (just drawn)" });
    expect(turn("dora")).toEqual({ say: "Dora indicators: 4 pin, 8 sou" });
    expect(turn("wall")).toEqual({ say: "Tiles left: 60, 3 replacement tiles" });
    // West has put a stick of 1,000 on the table; one lay there before.
    expect(turn("scores")).toEqual({ say: "East (you): 25,000\nSouth: 25,000\nWest: 24,000\nNorth: 25,000\nHonba: 1\nRiichi sticks on the table: 2" });
    expect(turn("melds")).toMatchObject({ say: expect.stringContaining("Melds of South: Pon West, West, West") });
    expect(turn("rivers")).toMatchObject({ say: expect.stringContaining("Discards of North: West (called by South), South") });
    const waits = [{ tile: "1m", unseen: 3, no_yaku: true, ron: null, tsumo: null }, { tile: "4m", unseen: 0, no_yaku: false, ron: null, tsumo: null }];
    expect(answerTo("waits", known([], { waits, furiten: true }))).toEqual({ say: "Waiting for: 1 man (3 left, no yaku on a discard), 4 man (none left). Furiten" });
    const after = [{ tile: "7s", waits, in_riichi: [], furiten: false }];
    expect(answerTo("waits", known(TURN, { after }))).toEqual({ say: expect.stringMatching(/^After discarding 7 sou, you wait for: 1 man \(3 left/) });
    expect(turn("all")).toMatchObject({ say: expect.stringMatching(/^East 1\. Your turn\nYour hand: /) });
  });

  it("understands words of the chosen language", () => {
    settings.language = "de";
    expect(turn("hilfe")).toMatchObject({ say: expect.stringContaining("Du kannst fragen nach") });
    expect(claim("passen")).toEqual({ act: CLAIM[0] });
    settings.language = "en";
  });
});
