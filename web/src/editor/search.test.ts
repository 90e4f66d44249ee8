import { expect, it } from "vitest";
import { fits, wordsOf } from "./search.ts";

it("finds short words at the beginning of a word only", () => {
  expect(fits("result.uma Uma in points", wordsOf("UMA"))).toBe(true);
  expect(fits("value.yakuman Base points of a yakuman", wordsOf("uma"))).toBe(false);
  expect(fits("dora.ura Ura dora", wordsOf("a"))).toBe(true);
  expect(fits("Riichistäbe", wordsOf("stäbe"))).toBe(true);
  expect(fits("三連刻", wordsOf("連刻"))).toBe(true);
  expect(fits("Who wins if several players claim a tile", wordsOf("claim  wins"))).toBe(true);
  expect(fits("anything", wordsOf(" "))).toBe(true);
});
