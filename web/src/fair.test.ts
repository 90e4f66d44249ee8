import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { areRevealed, commitment, isChain, wallKey } from "./fair.ts";
import { hex, sha256 } from "./sha256.ts";
import { chachaBlock, shuffled } from "./wall.ts";

type Vectors = {
  table: string;
  s0: string;
  opened: string[];
  commits: (string | null)[];
  reveals: (string | null)[];
  hands: { hand: number; secret: string; key: string; wall: number[] }[];
};

/** Made by a program of its own, tests/fair/vectors.py; the table is held to the same numbers. */
const VECTORS = JSON.parse(readFileSync(new URL("../../tests/fair/vectors.json", import.meta.url), "utf8")) as Vectors;

const text = (from: string) => new TextEncoder().encode(from);

it("hashes as FIPS 180-4 has it", () => {
  expect(hex(sha256(text("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hex(sha256(text("")))).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  for (let length = 50; length < 130; length += 1) {
    const bytes = new Uint8Array(length).fill(length);
    expect(hex(sha256(bytes))).toBe(createHash("sha256").update(bytes).digest("hex"));
  }
});

it("streams as RFC 8439 has it", () => {
  const key = Array.from({ length: 8 }, (_, word) => [0, 1, 2, 3].reduce((sum, byte) => sum + (4 * word + byte) * 256 ** byte, 0));
  const block = chachaBlock(key, 1, [0x09000000, 0x4a000000, 0x00000000]);
  expect(block.slice(0, 4).map((word) => word.toString(16))).toEqual(["e4e7f110", "15593bd1", "1fdd0f50", "c47120a3"]);
  expect(block.at(-1)?.toString(16)).toBe("4e3c50a2");
});

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
});

it("accepts only the number that was promised", () => {
  const part = { table: "t1", s0: "aa", entropy: "01".repeat(32) };
  const commits = [commitment(0, part), null];
  expect(areRevealed("t1", { s0: "aa", commits, reveals: [part.entropy, null] })).toBe(true);
  expect(areRevealed("t1", { s0: "aa", commits, reveals: ["02".repeat(32), null] })).toBe(false);
  expect(areRevealed("t2", { s0: "aa", commits, reveals: [part.entropy, null] })).toBe(false);
  expect(areRevealed("t1", { s0: "aa", commits, reveals: [null, null] })).toBe(false);
});

it("computes the walls of another program", () => {
  const { table, reveals } = VECTORS;
  expect(isChain(VECTORS)).toBe(true);
  expect(areRevealed(table, VECTORS)).toBe(true);
  for (const { hand, secret, key, wall } of VECTORS.hands) {
    const computed = wallKey(table, hand, secret, reveals);
    expect(hex(computed)).toBe(key);
    expect(shuffled(computed, wall.map((_, place) => String(place))).map(Number)).toEqual(wall);
  }
});
