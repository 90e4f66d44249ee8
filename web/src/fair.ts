// The browser's own SHA-256 is missing on plain http, as in a club's local network.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { numberBelow, shuffled } from "./wall.ts";
import type { FairInfo } from "./wire.ts";

const KEY = "jantaku-fair";

/** This browser's contribution to the walls of a game. */
export type Part = { table: string; s0: string; entropy: string };

/** The contribution to this start: the same after a reload, a new one for a new start. */
export function partFor(table: string, s0: string): Part {
  const kept = keptParts();
  const found = kept.find((part) => part.table === table && part.s0 === s0);
  if (found) return found;
  const part = { table, s0, entropy: bytesToHex(crypto.getRandomValues(new Uint8Array(32))) };
  keep([...kept.slice(-19), part]);
  return part;
}

/** This browser's contribution to a game, if it is remembered. */
export function rememberedPart(table: string): Part | null {
  return keptParts().findLast((part) => part.table === table) ?? null;
}

/** The game that commitments and walls belong to: its table, and the hash of its rulebook, which games of earlier versions did not cover. */
export type Terms = { table: string; rules: string | null };

/** The commitment that binds a player to their number before anybody reveals one. */
export function commitment(terms: Terms, seat: number, s0: string, entropy: string): string {
  return bytesToHex(digest(`jantaku-commit:${covered(terms)}:${seat}:${s0}:${entropy}`));
}

/** The scheme's number and what it covers, as hashed. */
function covered({ table, rules }: Terms): string {
  return rules === null ? `1:${table}` : `2:${table}:${rules}`;
}

/** Do the server's revealed secrets match the chain it committed to? */
export function isChain(fair: Pick<FairInfo, "s0" | "opened">): boolean {
  const chain = [fair.s0, ...fair.opened];
  return chain.slice(1).every((secret, place) => isSecret(secret) && bytesToHex(sha256(hexToBytes(secret))) === chain[place]);
}

/** Did every player reveal the number they committed to? */
export function areRevealed(table: string, fair: Pick<FairInfo, "s0" | "rules" | "commits" | "reveals">): boolean {
  return fair.commits.every((commit, seat) => {
    const entropy = fair.reveals[seat];
    return commit === null ? entropy === null || entropy === undefined : entropy != null && commitment({ table, rules: fair.rules }, seat, fair.s0, entropy) === commit;
  });
}

/** The key of a hand's wall. */
export function wallKey(terms: Terms, hand: number, secret: string, reveals: (string | null)[]): Uint8Array {
  return digest(`jantaku-wall:${covered(terms)}:${hand}:${secret}:${reveals.map((entropy) => entropy ?? "-").join(":")}`);
}

/** For each seat, the one where its player sat before the lots were drawn. */
export function drawnLots(terms: Terms, draw: string, secret: string, reveals: (string | null)[]): number[] {
  const key = digest(`jantaku-lots:${covered(terms)}:${draw}:${secret}:${reveals.map((entropy) => entropy ?? "-").join(":")}`);
  const seats = reveals.map((_, seat) => seat);
  if (draw === "seats") return shuffled(key, seats.map(String)).map(Number);
  const east = numberBelow(key, seats.length);
  return seats.map((seat) => (seat + east) % seats.length);
}

/** The lots of a game, as its log tells them. */
export type Lots = { promise: string; draw: string; secret: string | null; order: number[] | null };

/** Were the seats drawn as promised? */
export function areDrawn(table: string, fair: Pick<FairInfo, "rules" | "reveals">, lots: Lots): boolean {
  const { promise, draw, secret, order } = lots;
  if (secret === null || order === null || !isSecret(secret)) return false;
  const drawn = drawnLots({ table, rules: fair.rules }, draw, secret, fair.reveals);
  return bytesToHex(sha256(hexToBytes(secret))) === promise && drawn.join() === order.join();
}

function digest(text: string): Uint8Array {
  return sha256(utf8ToBytes(text));
}

/** Is it 32 bytes in hex digits? A log may come from anywhere. */
function isSecret(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

function keptParts(): Part[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Part[];
  } catch {
    return [];
  }
}

function keep(parts: Part[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(parts));
  } catch {
    // Without storage the number is lost with the page; after a reload the game goes on without it.
  }
}
