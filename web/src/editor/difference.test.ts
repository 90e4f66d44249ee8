import { expect, it } from "vitest";
import { difference } from "./difference.ts";
import { histogram, niceStep } from "./plots.ts";

const brief = (before: string, after: string) => difference(before, after).map(({ kind, text }) => ({ same: " ", added: "+", removed: "-", gap: "~" })[kind] + text);

it("shows changed lines with two around them", () => {
  const old = ["a", "b", "c", "d", "e", "f", "g", "h"].join("\n");
  expect(brief(old, old.replace("e", "E"))).toEqual(["~", " c", " d", "-e", "+E", " f", " g"]);
  expect(brief(old, old.replace("\nh", ""))).toEqual(["~", " f", " g", "-h"]);
  expect(brief(old, `${old}\ni`)).toEqual(["~", " g", " h", "+i"]);
  expect(brief(old, `x\n${old}`)).toEqual(["+x", " a", " b"]);
  expect(brief(old, old)).toEqual([]);
});

it("shows changes far apart with a gap between them", () => {
  const lines = Array.from({ length: 12 }, (_, place) => `line ${place}`);
  const now = lines.map((line, place) => (place === 1 || place === 10 ? `${line}!` : line));
  expect(brief(lines.join("\n"), now.join("\n"))).toEqual([" line 0", "-line 1", "+line 1!", " line 2", " line 3", "~", " line 8", " line 9", "-line 10", "+line 10!", " line 11"]);
});

it("counts lines on both sides", () => {
  expect(difference("a\nb\nc", "a\nx\ny\nc").at(-1)).toEqual({ kind: "same", before: 3, after: 4, text: "c" });
});

it("spreads winning hands over round steps", () => {
  expect([0.4, 130, 2100, 5000].map(niceStep)).toEqual([1, 200, 5000, 5000]);
  // A quarter of the hands before, and half of those after, are worth 1,000 to 1,999.
  const rows = histogram([[1000, 1], [8000, 3]], [[1300, 2], [8000, 2]]);
  expect(rows.map(({ before, after }) => [before, after])).toEqual([[0.25, 0.5], [0.75, 0.5]]);
});
