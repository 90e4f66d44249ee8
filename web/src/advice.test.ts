import { expect, it } from "vitest";
import { amount, costliest, isSameChoice, isShared, percent, sentence } from "./advice.ts";
import type { CandidateJson, DecisionJson } from "./wire.ts";

const discard = (tile: string, expected: number | null = 1): CandidateJson => ({ a: { a: "discard", tile, drawn: false }, expected, useful: 8, danger: 0.041 });
const decision = (seat: number, at: number, loss: number): DecisionJson => ({ seat, at, hand: 1, loss, played: discard("1m"), best: [discard("9m")] });

it("writes small amounts with a decimal and large ones without", () => {
  expect([1.26, -0.04, 99.94, 1234.5, -2500].map(amount)).toEqual(["1.3", "0", "99.9", "1,235", "−2,500"]);
  expect([0, 0.041, 0.25].map(percent)).toEqual(["0 %", "4.1 %", "25 %"]);
});

it("reads a choice aloud with its figures, or without where it has none", () => {
  expect(sentence(discard("9m", 1.3), "chips")).toBe("Discard 9 man: expected 1.3 chips, useful tiles: 8, danger 4.1 %");
  expect(sentence({ ...discard("9m", null), a: { a: "tenpai" } }, "points")).toBe("Tenpai");
});

it("takes equal tiles for the same choice, and a riichi for another", () => {
  expect(isSameChoice({ a: "discard", tile: "5p", drawn: true }, { a: "discard", tile: "5p", drawn: false })).toBe(true);
  expect(isSameChoice({ a: "discard", tile: "5p", drawn: true }, { a: "riichi", tile: "5p", drawn: true, open: false })).toBe(false);
  expect(isShared({ ...decision(0, 1, 0), played: discard("9m") })).toBe(true);
  expect(isShared(decision(0, 1, 2))).toBe(false);
});

it("lists what cost a seat most", () => {
  const all = [decision(0, 3, 2), decision(1, 4, 9), decision(0, 5, 0), decision(0, 7, 5), decision(0, 9, 2)];
  expect(costliest(all, 0, 2).map(({ at }) => at)).toEqual([7, 3]);
});
