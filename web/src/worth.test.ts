import { expect, it } from "vitest";
import type { ToldSheet } from "./seen.ts";
import { settings } from "./settings.svelte.ts";
import { countedOf, linesOf, prizeOf } from "./worth.ts";

const sheet = { yaku: [{ id: "pinfu", name: "Pinfu", han: 1, clause: "RB-20" }], dora: { dora: 2, red: 1, ura: 0, aside: 0 } } as ToldSheet["sheet"];

it("shows yaku and dora of an older log, which has no lines", () => {
  settings.language = "en";
  const lines = linesOf({ seat: 0, dealer: 0, sheet });
  expect(lines.map((line) => [line.part, line.id, countedOf(line), line.clause])).toEqual([
    ["yaku", "pinfu", "1 han", "RB-20"],
    ["dora", "dora", "2 han", undefined],
    ["dora", "red", "1 han", undefined],
  ]);
});

it("draws the lines of a sheet as they are", () => {
  const lines = [{ part: "yaku", id: "capped", names: { en: "Above the cap", de: "", ja: "", romaji: "", zh: "" }, points: -40, clause: "ZJ-70" }];
  expect(linesOf({ seat: 0, dealer: 0, sheet: { ...sheet, lines } })).toBe(lines);
});

it("counts a prize as the hand, what is added, and the sum", () => {
  const line = (id: string, from: string, points: number) => ({ part: "payment", id, names: { en: id }, from, to: "south", points });
  const lines = [line("hand", "east", 4000), line("hand", "west", 2000), line("honba", "east", 100), line("honba", "west", 100), line("sticks", "sticks", 1000)];
  const told = { seat: 2, dealer: 1, sheet: { lines, chips: { south: 2 }, deltas: { south: 7200 } } } as unknown as ToldSheet;
  const prize = prizeOf(told, 3);
  expect([prize.hand, prize.extras.map(({ line: { id }, points }) => [id, points]), prize.total, prize.chips]).toEqual([6000, [["honba", 200], ["sticks", 1000]], 7200, 2]);
});

it("counts what a liable player pays and what four kans get as the hand", () => {
  const line = (id: string, from: string, points: number) => ({ part: "payment", id, names: { en: id }, from, to: "east", points });
  const prize = (...lines: object[]) => prizeOf({ seat: 0, dealer: 0, sheet: { lines, chips: {}, deltas: {} } } as unknown as ToldSheet, 4);
  expect(prize(line("four-kans", "south", 16000), line("four-kans", "west", 16000), line("four-kans", "north", 16000))).toMatchObject({ hand: 48000, extras: [] });
  expect(prize(line("pao", "south", 24000), line("hand", "west", 24000), line("honba", "west", 300))).toMatchObject({ hand: 48000, extras: [{ points: 300 }], total: 48300 });
});
