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

/** Numbers below `n`, each alike: words in the last, incomplete run of `n` are thrown away. */
function numbers(next: () => number): (n: number) => number {
  const most = 0xffffffff;
  return (n) => {
    const usable = most - (((most % n) + 1) % n);
    let word = next();
    while (word > usable) word = next();
    return word % n;
  };
}

/** The words of the ChaCha20 stream of a key: nonce zero, counter from zero. */
function words(key: Uint8Array): () => number {
  const view = new DataView(key.buffer, key.byteOffset, 32);
  const keyWords = Array.from({ length: 8 }, (_, place) => view.getUint32(place * 4, true));
  let counter = 0;
  let block: number[] = [];
  return () => {
    if (block.length === 0) block = chachaBlock(keyWords, counter++);
    return block.shift() ?? 0;
  };
}

/** One block of RFC 8439. */
export function chachaBlock(key: number[], counter: number, nonce: number[] = [0, 0, 0]): number[] {
  const first = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...key, counter, ...nonce];
  const x = Uint32Array.from(first);
  for (let round = 0; round < 10; round += 1) {
    for (let column = 0; column < 4; column += 1) quarter(x, column, column + 4, column + 8, column + 12);
    for (let column = 0; column < 4; column += 1) quarter(x, column, 4 + ((column + 1) % 4), 8 + ((column + 2) % 4), 12 + ((column + 3) % 4));
  }
  return first.map((word, place) => (word + (x[place] ?? 0)) >>> 0);
}

function quarter(x: Uint32Array, a: number, b: number, c: number, d: number): void {
  const step = (one: number, two: number, three: number, by: number): void => {
    x[one] = (x[one] ?? 0) + (x[two] ?? 0);
    const mixed = (x[three] ?? 0) ^ (x[one] ?? 0);
    x[three] = (mixed << by) | (mixed >>> (32 - by));
  };
  step(a, b, d, 16);
  step(c, d, b, 12);
  step(a, b, d, 8);
  step(c, d, b, 7);
}
