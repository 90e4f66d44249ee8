import { expect, it } from "vitest";
import { doraOf, drawing, hasPocchi, kindOf, sorted, tilesOf } from "./tile.ts";
import { hintIn, tileIn } from "./text/terms.ts";

it("reads tiles as people write them", () => {
  expect(tilesOf("123m406p12z")).toEqual(["1m", "2m", "3m", "4p", "0p", "6p", "1z", "2z"]);
  expect(tilesOf("3rp5rz")).toEqual(["3rp", "5rz"]);
  expect(tilesOf("3pr")).toEqual(["3rp"]);
  expect(tilesOf("1f4g")).toEqual(["1f", "4g"]);
  expect(tilesOf(undefined)).toEqual([]);
});

it("knows the kind of a special copy", () => {
  expect(["0p", "3rs", "5rz", "7m"].map(kindOf)).toEqual(["5p", "3s", "5z", "7m"]);
});

it("sorts a red five after the plain ones", () => {
  expect(sorted(["6p", "0p", "5p", "1z", "9m"])).toEqual(["9m", "5p", "0p", "6p", "1z"]);
});

it("finds the drawing of every copy", () => {
  expect(["0s", "3rp", "5rz", "5z", "2f"].map((tile) => drawing(tile))).toEqual(["5sr", "3pr", "5z-pocchi", "5z", "2f"]);
  expect(drawing("5z", true)).toBe("5z-plain");
});

it("finds the dora of indicators among the tiles of the box", () => {
  const whole = "123456789m123456789p123456789s1234567z";
  expect([...doraOf(["4p", "9s", "4z", "7z", "0s"], whole)]).toEqual(["5p", "1s", "1z", "5z", "6s"]);
  expect([...doraOf(["1m", "9m", "1f"], "19m123456789p123456789s1234567z")]).toEqual(["9m", "1m"]);
});

it("knows a box with a dotted white dragon", () => {
  expect(hasPocchi({ tiles: "19m5z5rz" })).toBe(true);
  expect(hasPocchi({ tiles: "19m55z" })).toBe(false);
});

it("marks every wind and dragon differently in each language", () => {
  const honours = tilesOf("1234567z");
  for (const language of ["en", "de", "ja", "zh"] as const) expect(new Set(honours.map((tile) => hintIn(tile, language))).size).toBe(7);
  expect(hintIn("0p", "de")).toBe("5");
  expect(hintIn("1f", "en")).toBe("");
});

it("names tiles in the chosen words", () => {
  expect(tileIn("0p", { set: "romaji", language: "en", family: "riichi" })).toBe("red 5 pin");
  expect(tileIn("7s", { set: "english", language: "de", family: "riichi" })).toBe("7 bamboo");
  expect(tileIn("1z", { set: "romaji", language: "de", family: "riichi" })).toBe("Ost");
  expect(tileIn("5m", { set: "kanji", language: "ja", family: "riichi" })).toBe("5萬");
  expect(tileIn("6z", { set: "kanji", language: "zh", family: "riichi" })).toBe("發");
});
