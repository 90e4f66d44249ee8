import type { Seat, Tile } from "../seen.ts";
import { tilesOf } from "../tile.ts";
import { WINDS } from "../view.ts";
import type { CallWord, WinWord } from "../wire.ts";
import { emptyClaim, FLAGS, handSize, notation, RIICHI_WORDS, type Claim, type ClaimMeld, type Flag, type RiichiWord } from "./claim.ts";

const WAYS: WinWord[] = ["tsumo", "ron", "robbing-a-kan", "robbing-a-kita", "robbing-a-flower"];
const CALLS: CallWord[] = ["chii", "pon", "daiminkan", "kakan", "ankan"];

/** A claim as `jantaku score` writes it; what is as usual is left out. */
export function lineOf(claim: Claim): string {
  const usual = emptyClaim();
  const wind = (seat: Seat) => WINDS[seat] ?? "";
  const words = [
    notation(claim.hand),
    ...claim.melds.map(({ kind, tiles, from }) => `[${notation(tiles)} ${kind}${from === null ? "" : ` ${wind(from)}`}]`),
    claim.win === null ? "" : `+${claim.win}`,
    claim.by === usual.by ? "" : claim.by,
    claim.riichi === "none" ? "" : claim.riichi,
    ...claim.flags.map((flag) => flag.replaceAll("_", "-")),
    claim.seat === usual.seat ? "" : `seat=${wind(claim.seat)}`,
    claim.by === "tsumo" || claim.from === usual.from ? "" : `from=${wind(claim.from)}`,
    claim.round === usual.round ? "" : `round=${wind(claim.round)}`,
    ...(["aside", "dora", "ura"] as const).map((key) => (claim[key].length > 0 ? `${key}=${notation(claim[key])}` : "")),
    ...(["honba", "sticks"] as const).map((key) => (claim[key] > 0 ? `${key}=${claim[key]}` : "")),
    Object.keys(claim.pao).length > 0 ? `pao=${Object.entries(claim.pao).map(([id, seat]) => `${id}:${wind(seat)}`).join(",")}` : "",
    claim.fedKan === null ? "" : `fed-kan=${claim.fedKan === "none" ? "none" : wind(claim.fedKan)}`,
    claim.responsible === null ? "" : `responsible=${wind(claim.responsible)}`,
  ];
  return words.filter((word) => word !== "").join(" ");
}

/** A word of a line that says nothing of a hand. */
export class NotUnderstood extends Error {}

/** Reads a line as `jantaku score` does. A fourteenth tile is the winning one. */
export function claimOf(line: string): Claim {
  const claim = emptyClaim();
  const found = line.matchAll(/\[([^\]]*)\]|([^\s[]+)|\[.*/g);
  for (const [whole, meld, word] of found) {
    if (meld !== undefined) claim.melds.push(meldIn(meld));
    else if (word !== undefined) takeWord(claim, word);
    // A bracket that is not closed, or a fifth meld.
    if ((meld ?? word) === undefined || claim.melds.length > 4) throw new NotUnderstood(whole);
  }
  if (claim.win === null && claim.hand.length === handSize(claim) + 1) claim.win = claim.hand.pop() ?? null;
  return claim;
}

function takeWord(claim: Claim, word: string): void {
  const [key = "", value] = word.split("=");
  if (value !== undefined) return takeValue(claim, word, key, value);
  const flag = FLAGS.find((one) => one === word.replaceAll("-", "_"));
  const riichi = RIICHI_WORDS.find((one) => one === word);
  const by = WAYS.find((one) => one === word);
  if (flag) claim.flags = [...new Set<Flag>([...claim.flags, flag])];
  else if (riichi) claim.riichi = riichi satisfies RiichiWord;
  else if (by) claim.by = by;
  else if (word.startsWith("+")) claim.win = tilesIn(word.slice(1), word)[0] ?? null;
  else claim.hand.push(...tilesIn(word, word));
}

function takeValue(claim: Claim, word: string, key: string, value: string): void {
  const seat = () => seatIn(value, word);
  switch (key) {
    case "seat":
    case "from":
    case "round":
    case "responsible":
      claim[key] = seat();
      return;
    case "aside":
    case "dora":
    case "ura":
      claim[key] = tilesIn(value, word);
      return;
    case "honba":
    case "sticks":
      if (!/^\d{1,2}$/.test(value)) throw new NotUnderstood(word);
      claim[key] = Number(value);
      return;
    case "fed-kan":
      claim.fedKan = value === "none" ? value : seat();
      return;
    case "pao":
      for (const part of value.split(",")) {
        const [id = "", liable = ""] = part.split(":");
        claim.pao[id] = seatIn(liable, word);
      }
      return;
    default:
      throw new NotUnderstood(word);
  }
}

function meldIn(text: string): ClaimMeld {
  const [tiles = "", call = "", wind] = text.trim().split(/\s+/);
  const kind = CALLS.find((one) => one === call);
  if (!kind) throw new NotUnderstood(`[${text}]`);
  return { kind, tiles: tilesIn(tiles, text), from: wind === undefined ? null : seatIn(wind, text) };
}

function seatIn(word: string, whole: string): Seat {
  const seat = WINDS.findIndex((wind) => wind === word);
  if (seat < 0) throw new NotUnderstood(whole);
  return seat;
}

/** Digits and letters of suits only, and every digit with its suit. */
function tilesIn(text: string, whole: string): Tile[] {
  if (!/^(?:(?:[0-9]r?)+[mpszfg]r?)+$/.test(text)) throw new NotUnderstood(whole);
  return tilesOf(text);
}
