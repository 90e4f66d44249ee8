// A browser's own Ed25519 is missing on plain http, as in a club's local network, and in older browsers everywhere.
import { hashes, verify } from "@noble/ed25519";
import { sha256, sha512 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";

hashes.sha512 = sha512;

/** The last line of a log: the hash of everything before it, and the server's signature of that hash. */
type LastLine = { sum?: string; key?: string; signature?: string };

/** Who signed a log, and whether the signature fits it. */
export type Signature = { key: string; valid: boolean };

/** The signature of a log; null if it has none. */
export function signatureOf(text: string): Signature | null {
  const start = text.trimEnd().lastIndexOf("\n") + 1;
  const { sum, key, signature } = lastLine(text.slice(start));
  if (key === undefined || signature === undefined) return null;
  const found = bytesToHex(sha256(utf8ToBytes(text.slice(0, start))));
  return { key, valid: sum === found && isSigned(found, key, signature) };
}

/** A short form of a key for people to compare: half of its SHA-256, in groups of four digits. */
export function fingerprint(key: string): string {
  if (!/^[0-9a-f]{64}$/.test(key)) return key;
  const digits = bytesToHex(sha256(hexToBytes(key))).slice(0, 32);
  return digits.match(/.{4}/g)?.join(" ") ?? digits;
}

function isSigned(sum: string, key: string, signature: string): boolean {
  try {
    return verify(hexToBytes(signature), utf8ToBytes(`jantaku-log:1:${sum}`), hexToBytes(key), { zip215: false });
  } catch {
    // Not hexadecimal digits, or no point of the curve.
    return false;
  }
}

function lastLine(text: string): LastLine {
  try {
    return JSON.parse(text) as LastLine;
  } catch {
    return {};
  }
}
