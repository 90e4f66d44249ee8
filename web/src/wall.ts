import { chacha20 } from "@noble/ciphers/chacha.js";
import type { Tile } from "./seen.ts";

/** The tiles of a box in the order in which they lie in the wall, from the key of the hand. */
export function shuffled(key: Uint8Array, tiles: Tile[]): Tile[] {
  const wall = [...tiles];
  const below = numbers(words(key));
  for (let place = wall.length - 1; place > 0; place -= 1) {
    const other = below(place + 1);
    [wall[place], wall[other]] = [wall[other] ?? "", wall[place] ?? ""];
  }
  return wall;
}

/** The first unbiased number below `n` that follows from a key. */
export function numberBelow(key: Uint8Array, n: number): number {
  return numbers(words(key))(n);
}

/** Unbiased numbers below `n`: words in the last, incomplete run of `n` are thrown away. */
function numbers(next: () => number): (n: number) => number {
  const most = 0xffffffff;
  return (n) => {
    const usable = most - (((most % n) + 1) % n);
    let word = next();
    while (word > usable) word = next();
    return word % n;
  };
}

const NONCE = new Uint8Array(12);
const BLOCK = 64;

/** The ChaCha20 stream of a key as little-endian words: nonce zero, counter from zero. */
function words(key: Uint8Array): () => number {
  let counter = 0;
  let at = BLOCK;
  let block = new DataView(new ArrayBuffer(BLOCK));
  return () => {
    if (at === BLOCK) {
      block = new DataView(chacha20(key, NONCE, new Uint8Array(BLOCK), undefined, counter++).buffer);
      at = 0;
    }
    const word = block.getUint32(at, true);
    at += 4;
    return word;
  };
}
