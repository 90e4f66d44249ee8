import { expect, it } from "vitest";
import { drawing, kindOf, sorted, tilesOf } from "./tile.ts";
import { tileIn } from "./text/terms.ts";

it("reads tiles as people write them", () => {
  expect(tilesOf("123m406p12z")).toEqual(["1m", "2m", "3m", "4p", "0p", "6p", "1z", "2z"]);
  expect(tilesOf("3rp5rz")).toEqual(["3rp", "5rz"]);
  expect(tilesOf("3pr")).toEqual(["3rp"]);
  expect(tilesOf("1f4g")).toEqual(["1f", "4g"]);
  expect(tilesOf(undefined)).toEqual([]);
});

it("knows what stands on a special copy", () => {
  expect(["0p", "3rs", "5rz", "7m"].map(kindOf)).toEqual(["5p", "3s", "5z", "7m"]);
});

it("keeps a red five behind the plain ones", () => {
  expect(sorted(["6p", "0p", "5p", "1z", "9m"])).toEqual(["9m", "5p", "0p", "6p", "1z"]);
});

it("finds the drawing of every copy", () => {
  expect(["0s", "3rp", "5rz", "5z", "2f"].map((tile) => drawing(tile))).toEqual(["5sr", "3pr", "5z-pocchi", "5z", "2f"]);
  expect(drawing("5z", true)).toBe("5z-plain");
});

it("names tiles in the chosen words", () => {
  expect(tileIn("0p", "romaji", "en")).toBe("red 5 pin");
  expect(tileIn("7s", "english", "de")).toBe("7 bamboo");
  expect(tileIn("1z", "romaji", "de")).toBe("Ost");
  expect(tileIn("5m", "kanji", "ja")).toBe("5萬");
  expect(tileIn("6z", "kanji", "zh")).toBe("發");
});
