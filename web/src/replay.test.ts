import { expect, it } from "vitest";
import { HAND } from "./fixtures/hand.ts";
import { handStarts, nextStop, otherHand, readLog, viewAt } from "./replay.ts";

const USUAL = { rulebook: { en: "Riichi" }, edition: "2025", hash: "cd".repeat(32), start: 25_000, stick: 1000, stick_because: "RC-10", chips: false };
const HEADER = { log: "jantaku", version: 1, rules: "riichi", tiles: "5rz", players: [{ name: "Mika" }, { name: "greedy", bot: "greedy" }, { name: "Ume" }, { name: "Sora" }] };
const RESULT = { places: [1, 4, 3, 2] };

function log(): string {
  const told = HAND.map((e, place) => ({ e, left: 70 - place }));
  // A private answer, as logs have them since version 2.
  const answered = { e: { type: "answered", seat: 1, action: { a: "pass" } }, left: 70 };
  const sheet = { sheet: { seat: 0, dealer: 0, sheet: { han: 1 } } };
  const again = { e: { type: "hand-started", round: "east", hand: 1, dealer: 0, honba: 2, sticks: 0 }, left: 83 };
  return [HEADER, { fair: { step: "chain", s0: "00" } }, answered, ...told, sheet, again, { over: RESULT }].map((line) => JSON.stringify(line)).join("\n");
}

const game = readLog(log(), USUAL) ?? expect.fail("no game");

it("reads a log and skips lines it does not know", () => {
  expect(game.table.players.map((player) => [player.name, player.kind])).toEqual([["Mika", "human"], ["Usagi", "bot"], ["Ume", "human"], ["Sora", "human"]]);
  expect(game.events.length).toBe(HAND.length + 1);
  expect(game.sheets).toMatchObject([{ hand: 1, seat: 0 }]);
  expect(game.result).toEqual(RESULT);
  expect(readLog("", USUAL)).toBeNull();
});

it("names bots by the seats that they had before the draw", () => {
  const drawn = { fair: { step: "lots", draw: "all", secret: "00", order: [1, 0, 2, 3] } };
  const players = [{ name: "greedy", bot: "greedy" }, { name: "Mika" }, { name: "greedy", bot: "greedy" }, { name: "Sora" }];
  const names = (lines: object[]) => readLog(lines.map((line) => JSON.stringify(line)).join("\n"), USUAL)?.table.players.map(({ name }) => name);
  // The first bot sat on the second seat.
  expect(names([{ ...HEADER, players }, drawn])).toEqual(["Usagi", "Mika", "Kame", "Sora"]);
  expect(names([{ ...HEADER, players }])).toEqual(["Hiyoko", "Mika", "Kame", "Sora"]);
});

it("takes the rulebook's hash from a log that carries the book, and from the table otherwise", () => {
  const header = (more: object) => readLog(JSON.stringify({ ...HEADER, hash: "ab".repeat(32), ...more }), USUAL)?.table;
  expect(header({})).toMatchObject({ hash: "cd".repeat(32), edition: "2025" });
  expect(header({ version: 2, book: "…" })).toMatchObject({ hash: "ab".repeat(32), edition: "2025" });
});

it("shows the table after any number of events", () => {
  expect(viewAt(game, 0).hands).toBe(0);
  expect(viewAt(game, 8).sides[0]?.river.map((discard) => discard.tile)).toEqual(["9m"]);
  expect(viewAt(game, 8).left).toBe(63);
  expect(viewAt(game, game.events.length).hands).toBe(2);
});

it("skips deals and payments in both directions", () => {
  expect(nextStop(game, 1, 1)).toBe(6);
  expect(nextStop(game, 6, -1)).toBe(0);
  expect(nextStop(game, game.events.length, 1)).toBe(game.events.length);
});

it("finds the previous and next hand", () => {
  const starts = handStarts(game);
  expect(starts).toEqual([5, HAND.length + 1]);
  expect(otherHand(starts, 9, 1)).toBe(HAND.length + 1);
  expect(otherHand(starts, 9, -1)).toBe(5);
  expect(otherHand(starts, HAND.length + 1, 1)).toBe(HAND.length + 1);
});
