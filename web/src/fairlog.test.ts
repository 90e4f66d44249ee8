import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { areRevealed, isChain, wallKey } from "./fair.ts";
import { checkedHands, readFair } from "./fairlog.ts";
import { readLog, viewAt } from "./replay.ts";
import { shuffled } from "./wall.ts";

const file = (name: string) => readFileSync(new URL(`../../tests/logs/${name}.jsonl`, import.meta.url), "utf8");
const USUAL = { rulebook: {}, edition: "", hash: "", start: 0, stick: 0, stick_because: "-", chips: false };
const TABLE = "kx7r2m9qpd";

const agreeing = (text: string) => {
  const log = readFair(text) ?? expect.fail("no fair wall");
  expect(isChain(log.fair) && areRevealed(TABLE, log.fair)).toBe(true);
  return checkedHands(log, (hand, secret, box) => shuffled(wallKey({ table: TABLE, rules: log.fair.rules }, hand, secret, log.fair.reveals), box)).map((hand) => hand.agrees);
};

it("computes the walls of a log that the table wrote", () => {
  const text = file("fair-zan");
  expect(agreeing(text)).toEqual([true, true, true]);
  expect(agreeing(text.replace('"tiles":"1m338p', '"tiles":"1m339p'))).toEqual([false, true, true]);
  expect(readFair(file("zan"))).toBeNull();
});

it("ends with the table's final points", () => {
  const game = readLog(file("zan"), USUAL) ?? expect.fail("no game");
  expect(game.table).toMatchObject({ rules: "zan", start: 50_000, stick: 1000, chips: true });
  expect(viewAt(game, game.events.length).points).toEqual([89_000, -4000, 65_000]);
  expect(game.result?.points).toEqual([89_000, -4000, 65_000]);
});
