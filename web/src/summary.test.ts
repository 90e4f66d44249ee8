import { expect, it } from "vitest";
import { HAND } from "./fixtures/hand.ts";
import type { SeenEvent, WinSheet } from "./seen.ts";
import { settings } from "./settings.svelte.ts";
import { summaryOf } from "./summary.ts";
import { apply, emptyView, type View } from "./view.ts";
import type { Sheet } from "./wire.ts";

/** Seat 0 wins 2,900 and 300 for a honba from seat 1, with two sticks and a chip. */
const sheet = { han: 1, fu: 40, points: null, yakuman: 0, limit: null } as Sheet;
const SHEETS: WinSheet[] = [{ seat: 0, dealer: 0, hand: 1, sheet }];

function after(events: SeenEvent[]): View {
  const view = emptyView(4, 25_000, 1000);
  events.forEach((event, place) => apply(view, place + 1, event));
  return view;
}

it.each([
  ["en", 0, "You win off South: 1 han 40 fu. You get 5,200 and 1 chip"],
  ["en", 1, "East wins off you: 1 han 40 fu. You pay 3,200 and 1 chip"],
  // West has lost the stick of its riichi.
  ["en", 2, "East wins off South: 1 han 40 fu. You pay 1,000"],
  ["en", 3, "East wins off South: 1 han 40 fu. You neither pay nor get anything"],
  ["en", null, "East wins off South: 1 han 40 fu. East +5,200. South −3,200. West −1,000"],
  ["de", 1, "Ost gewinnt per Ron von dir: 1 Han 40 Fu. Du zahlst 3.200 und 1 Chip"],
  ["ja", 1, "東があなたからロン、1翻 40符。あなたの支払い 3,200、チップ1枚"],
  ["zh", 1, "東和牌，你放銃，1 翻 40 符。你付 3,200和1 枚籌碼"],
] as const)("sums a hand up in %s for seat %s", (language, me, said) => {
  settings.language = language;
  expect(summaryOf(after(HAND), SHEETS, me)).toBe(said);
});

it("says what a player gets at a draw", () => {
  settings.language = "en";
  const start = HAND.slice(0, 1);
  const draw: SeenEvent[] = [{ type: "drawn", reason: "exhausted", tenpai: [0] }, ...[1, 2, 3].map((from): SeenEvent => ({ type: "paid", from, to: 0, points: 1000, what: "noten", because: "RB-13" }))];
  expect(summaryOf(after([...start, ...draw]), [], 0)).toBe("No winner: Exhaustive draw. You get 3,000");
});

it("names a limit", () => {
  settings.language = "en";
  const names = { en: "limit", de: "Mangan", ja: "満貫", romaji: "mangan", zh: "滿貫" };
  const mangan = { ...sheet, han: 5, fu: 30, limit: "mangan", lines: [{ part: "value", id: "limit", names }] } as Sheet;
  expect(summaryOf(after(HAND), [{ seat: 0, dealer: 0, hand: 1, sheet: mangan }], 1)).toContain("East wins off you: 5 han 30 fu mangan. You pay");
});

it("says that four kans are paid", () => {
  settings.language = "en";
  const paid: WinSheet = { seat: 2, dealer: 0, hand: 1, sheet: { ...sheet, yakuman: 2, lines: [{ part: "reading", id: "four-kans-alone" }] } as unknown as Sheet };
  const events: SeenEvent[] = [...HAND.slice(0, 1), { type: "four-kans-scored", seat: 2 }, { type: "paid", from: 0, to: 2, points: 32_000, what: "four-kans", because: "RC-55" }];
  expect(summaryOf(after(events), [paid], 0)).toBe("West is paid for four kans: 2× Yakuman. You pay 32,000");
});
