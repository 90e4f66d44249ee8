// The browser's own SHA-256 is missing on plain http, as in a club's local network.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

const KEY = "jantaku-invites";
const MOST = 60;
/** Links on the page are no longer those that are remembered. */
export const INVITES_CHANGED = "jantaku-invites-changed";

/** Remembers the invitation to a seat, so that it can be copied again. */
export function rememberInvite(table: string, seat: number, code: string): void {
  const place = placeOf(table, seat);
  keep([...all().filter(([id]) => id !== place), [place, code]]);
}

/** Forgets the invitation to a seat that is taken: it works only once. */
export function forgetInvite(table: string, seat: number): void {
  const place = placeOf(table, seat);
  if (all().some(([id]) => id === place)) keep(all().filter(([id]) => id !== place));
}

/** Forgets the invitations to a table that were withdrawn: all but these, by their hashes. Pages that show others ask for new ones. */
export function keepLiveInvites(table: string, live: string[]): void {
  const left = all().filter(([id, code]) => !id.startsWith(`${table}/`) || live.includes(hashOf(code)));
  if (left.length === all().length) return;
  keep(left);
  dispatchEvent(new Event(INVITES_CHANGED));
}

/** The invitation to a seat, if this browser has one. */
export function inviteOf(table: string, seat: number): string | null {
  return all().find(([id]) => id === placeOf(table, seat))?.[1] ?? null;
}

/** As the server stores it. */
function hashOf(code: string): string {
  return bytesToHex(sha256(utf8ToBytes(`jantaku-kept:1:${code}`)));
}

function placeOf(table: string, seat: number): string {
  return `${table}/${seat}`;
}

function keep(invites: [string, string][]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(invites.slice(-MOST)));
  } catch {
    // Without storage a new link is requested when the page is opened again.
  }
}

function all(): [string, string][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, string][];
  } catch {
    return [];
  }
}
