import { describe, expect, it } from "vitest";
import { asked, autoAnswer, barredBy, discardOf } from "./prompt.ts";
import type { Action } from "./seen.ts";
import type { PromptJson } from "./wire.ts";

const OFF = { autoWin: false, noCalls: false, autoDiscard: false };

function prompt(legal: Action[], more: Partial<PromptJson> = {}): PromptJson {
  return { n: 7, legal, after: [], waits: [], furiten: false, no_win: null, barred: [], ms: null, bank: 0, ...more };
}

const TURN: Action[] = [
  { a: "discard", tile: "3m", drawn: false },
  { a: "discard", tile: "9s", drawn: true },
  { a: "riichi", tile: "9s", drawn: true, open: false },
  { a: "riichi", tile: "9s", drawn: true, open: true },
  { a: "ankan", kind: "5z" },
];
const CLAIM: Action[] = [{ a: "pass" }, { a: "chii", tiles: "34s" }, { a: "chii", tiles: "46s" }, { a: "pon", tiles: "55s" }];

describe("a prompt", () => {
  it("puts discards on tiles and the rest on buttons", () => {
    const found = asked(prompt(TURN));
    expect(found.turn).toBe(true);
    expect(found.buttons.map((button) => button.word)).toEqual(["ankan"]);
    expect(found.riichi.length).toBe(2);
  });

  it("puts passing last and shows the tiles of each call", () => {
    const found = asked(prompt(CLAIM));
    expect(found.buttons.map((button) => button.word)).toEqual(["pon", "chii", "chii", "pass"]);
    expect(found.buttons[1]?.tiles).toEqual(["3s", "4s"]);
    expect(found.turn).toBe(false);
  });

  it("finds the action of a tile, with riichi if one is chosen", () => {
    expect(discardOf(prompt(TURN), "9s", true, null)).toEqual(TURN[1]);
    expect(discardOf(prompt(TURN), "9s", true, "open")).toEqual(TURN[3]);
    expect(discardOf(prompt(TURN), "3m", false, "closed")).toBeNull();
    expect(discardOf(prompt(TURN), "9s", false, null)).toBeNull();
  });

  it("explains why a tile is barred, including red copies", () => {
    const why = { why: "kuikae" as const, says: "not right after this call", clause: "RC-30" };
    expect(barredBy(prompt(TURN, { barred: [{ tile: "5p", why }] }), "0p")).toEqual(why);
    expect(barredBy(prompt(TURN), "0p")).toBeNull();
  });
});

describe("the switches", () => {
  it("do nothing while off", () => {
    expect(autoAnswer(prompt(TURN), OFF, false)).toBeNull();
    expect(autoAnswer(prompt(CLAIM), OFF, false)).toBeNull();
    expect(autoAnswer(prompt([{ a: "ron" }, { a: "pass" }]), OFF, false)).toBeNull();
  });

  it("win, pass calls and discard the drawn tile", () => {
    expect(autoAnswer(prompt([{ a: "pass" }, { a: "ron" }]), { ...OFF, autoWin: true }, false)).toEqual({ a: "ron" });
    expect(autoAnswer(prompt(CLAIM), { ...OFF, noCalls: true }, false)).toEqual({ a: "pass" });
    expect(autoAnswer(prompt(TURN), { ...OFF, autoDiscard: true }, false)).toEqual(TURN[1]);
  });

  it("show tenpai with auto-discard", () => {
    const draw: Action[] = [{ a: "tenpai" }, { a: "noten" }];
    expect(autoAnswer(prompt(draw), { ...OFF, autoDiscard: true }, false)).toEqual({ a: "tenpai" });
    expect(autoAnswer(prompt(draw), { ...OFF, autoWin: true, noCalls: true }, false)).toBeNull();
    expect(asked(prompt(draw)).buttons.map((button) => [button.word, button.key])).toEqual([
      ["tenpai", "s"],
      ["noten", "n"],
    ]);
  });

  it("never pass a win or a nagashi", () => {
    const all = { autoWin: false, noCalls: true, autoDiscard: true };
    expect(autoAnswer(prompt([{ a: "ron" }, { a: "pass" }]), all, false)).toBeNull();
    expect(autoAnswer(prompt([{ a: "nagashi" }, { a: "pass" }]), all, false)).toBeNull();
    expect(autoAnswer(prompt([{ a: "tsumo" }, ...TURN]), all, true)).toBeNull();
  });

  it("discard the only possible tile in riichi", () => {
    expect(autoAnswer(prompt([{ a: "discard", tile: "1z", drawn: true }]), OFF, true)).toEqual({ a: "discard", tile: "1z", drawn: true });
    expect(autoAnswer(prompt(TURN.slice(1, 2).concat({ a: "ankan", kind: "1z" })), OFF, true)).toBeNull();
  });
});
