import { readFileSync } from "node:fs";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex as hex, utf8ToBytes as text } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { areDrawn, areRevealed, commitment, drawnLots, isChain, wallKey } from "./fair.ts";
import { shuffled } from "./wall.ts";

type Vectors = {
  table: string;
  s0: string;
  opened: string[];
  reveals: (string | null)[];
  lots: { secret: string; promise: string };
  schemes: { rules: string | null; lots: { seats: number[]; east: number[] }; commits: (string | null)[]; hands: { hand: number; secret: string; key: string; wall: number[] }[] }[];
};

/** Computed independently by tests/fair/vectors.py; the table crate is tested against the same numbers. */
const VECTORS = JSON.parse(readFileSync(new URL("../../tests/fair/vectors.json", import.meta.url), "utf8")) as Vectors;

it("shuffles without losing a tile", () => {
  const box = Array.from({ length: 136 }, (_, place) => String(place));
  const wall = shuffled(sha256(text("key")), box);
  expect([...wall].sort()).toEqual([...box].sort());
  expect(wall).not.toEqual(box);
});

it("accepts a chain of secrets only if each hashes to the one before", () => {
  const third = sha256(text("secret"));
  const second = sha256(third);
  const first = sha256(second);
  const chain = { s0: hex(first), opened: [hex(second), hex(third)] };
  expect(isChain(chain)).toBe(true);
  expect(isChain({ ...chain, opened: [hex(third), hex(second)] })).toBe(false);
  expect(isChain({ ...chain, opened: ["not a number"] })).toBe(false);
});

it("accepts only the committed number", () => {
  const entropy = "01".repeat(32);
  const start = { s0: "aa", rules: "bb", commits: [commitment({ table: "t1", rules: "bb" }, 0, "aa", entropy), null] };
  expect(areRevealed("t1", { ...start, reveals: [entropy, null] })).toBe(true);
  expect(areRevealed("t1", { ...start, reveals: ["02".repeat(32), null] })).toBe(false);
  expect(areRevealed("t2", { ...start, reveals: [entropy, null] })).toBe(false);
  expect(areRevealed("t1", { ...start, rules: "cc", reveals: [entropy, null] })).toBe(false);
  expect(areRevealed("t1", { ...start, rules: null, reveals: [entropy, null] })).toBe(false);
  expect(areRevealed("t1", { ...start, reveals: [null, null] })).toBe(false);
});

it("computes the same walls as an independent program", () => {
  const { table, reveals, s0 } = VECTORS;
  expect(isChain(VECTORS)).toBe(true);
  expect(VECTORS.schemes.map((scheme) => scheme.rules === null)).toEqual([true, false]);
  for (const { rules, commits, hands } of VECTORS.schemes) {
    expect(areRevealed(table, { s0, rules, commits, reveals })).toBe(true);
    for (const { hand, secret, key, wall } of hands) {
      const computed = wallKey({ table, rules }, hand, secret, reveals);
      expect(hex(computed)).toBe(key);
      expect(shuffled(computed, wall.map((_, place) => String(place))).map(Number)).toEqual(wall);
    }
  }
});

it("draws the same lots as an independent program, and refuses others", () => {
  const { table, reveals, lots } = VECTORS;
  for (const { rules, lots: drawn } of VECTORS.schemes) {
    for (const draw of ["seats", "east"] as const) {
      expect(drawnLots({ table, rules }, draw, lots.secret, reveals)).toEqual(drawn[draw]);
      const kept = { promise: lots.promise, draw, secret: lots.secret, order: drawn[draw] };
      expect(areDrawn(table, { rules, reveals }, kept)).toBe(true);
      expect(areDrawn(table, { rules, reveals }, { ...kept, order: [...drawn[draw]].reverse() })).toBe(false);
      expect(areDrawn(table, { rules, reveals }, { ...kept, promise: lots.secret })).toBe(false);
      expect(areDrawn(table, { rules, reveals }, { ...kept, order: null })).toBe(false);
    }
  }
});
