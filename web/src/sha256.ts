// SHA-256 by FIPS 180-4. The browser's own is absent on plain http, as in a club's local network.

const FIRST = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];

/** The hash of some bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const state = new Uint32Array(FIRST);
  const padded = pad(bytes);
  for (let block = 0; block < padded.length; block += 64) compress(state, new DataView(padded.buffer, block, 64));
  const out = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => out.setUint32(place * 4, word));
  return new Uint8Array(out.buffer);
}

/** Bytes as hex digits. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const ROUND = roundConstants();

/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
function roundConstants(): Uint32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Uint32Array.from(primes, (prime) => {
    const root = Math.cbrt(prime);
    return Math.floor((root - Math.floor(root)) * 2 ** 32);
  });
}

function pad(bytes: Uint8Array): Uint8Array {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  new DataView(padded.buffer).setUint32(padded.length - 4, bytes.length * 8);
  return padded;
}

function compress(state: Uint32Array, block: DataView): void {
  const w = new Uint32Array(64);
  for (let t = 0; t < 16; t += 1) w[t] = block.getUint32(t * 4);
  for (let t = 16; t < 64; t += 1) {
    const [early, late] = [at(w, t - 15), at(w, t - 2)];
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    w[t] = at(w, t - 16) + s0 + at(w, t - 7) + s1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < 64; t += 1) {
    const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + at(ROUND, t) + at(w, t)) | 0;
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] = at(state, place) + word));
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function at(words: Uint32Array, place: number): number {
  return words[place] ?? 0;
}
