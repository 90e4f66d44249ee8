import { expect, it } from "vitest";
import { HAND } from "./fixtures/hand.ts";
import { historyOf, withHand, type PlayedHand } from "./history.ts";
import { readLog, seenFrom, viewAt } from "./replay.ts";
import { settings } from "./settings.svelte.ts";

const USUAL = { rulebook: { en: "Riichi" }, edition: "", hash: "", start: 25_000, stick: 1000, stick_because: "RC-10", chips: true };
const header = { log: "jantaku", rules: "riichi", players: ["Mika", "Kuma", "Ume", "Sora"].map((name) => ({ name })) };
const sheet = { sheet: { seat: 0, dealer: 0, sheet: { han: 1, fu: 40, points: null, yakuman: 0, limit: null } } };
const lines = [header, ...HAND.slice(0, -2).map((e) => ({ e })), sheet, ...HAND.slice(-2).map((e) => ({ e }))];
const game = readLog(lines.map((line) => JSON.stringify(line)).join("\n"), USUAL) ?? expect.fail("no game");

it("lists what every hand changed, a riichi stick included", () => {
  settings.language = "en";
  // 2,900 and 300 for the honba from Kuma, and two sticks, one of which was Ume's in this hand.
  expect(historyOf(game)).toEqual([
    {
      hand: 1,
      round: "East 1 · 1 Honba",
      ending: "Mika wins off Kuma: 1 han 40 fu",
      points: [30_200, 21_800, 24_000, 25_000],
      chips: [1, -1, 0, 0],
      pointsChange: [5_200, -3_200, -1_000, 0],
      chipsChange: [1, -1, 0, 0],
    },
  ]);
});

it("replaces a hand that went on after its end", () => {
  const played = (hand: number, round: string) => ({ hand, round }) as PlayedHand;
  const both = withHand(withHand([], played(1, "void")), played(2, "next"));
  expect(withHand(both, played(1, "again")).map(({ round }) => round)).toEqual(["again"]);
  expect(both.map(({ hand }) => hand)).toEqual([1, 2]);
});

it("hides the hands of the others until they are opened", () => {
  // Before its riichi nobody else sees West's hand; an open riichi shows it.
  const sides = (at: number, near: number) => seenFrom(viewAt(game, at), near).sides.map((side) => (side.shown ?? side.hand) !== null);
  expect(sides(8, 0)).toEqual([true, false, false, false]);
  expect(sides(8, 1)).toEqual([false, false, false, false]);
  expect(sides(21, 1)).toEqual([false, false, true, false]);
});
