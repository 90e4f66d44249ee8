import type { Tile, Tiles } from "./seen.ts";

const SUITS = "mpszfg";

/** The single tiles of a text in notation, each spelled alone: `40p5rz` is `4p`, `0p`, `5rz`. */
export function tilesOf(text: Tiles | null | undefined): Tile[] {
  const found: Tile[] = [];
  let waiting: string[] = [];
  for (const letter of text ?? "") {
    if (SUITS.includes(letter)) {
      found.push(...waiting.map((digits) => digits + letter));
      waiting = [];
    } else if (letter === "r") {
      if (waiting.length > 0) waiting.push(`${waiting.pop()}r`);
      else if (found.length > 0) found.push(specialCopy(found.pop() ?? ""));
    } else if (/[0-9]/.test(letter)) {
      waiting.push(letter);
    }
  }
  return found;
}

/** The kind of a tile without its mark: `0p` and `5rp` are both `5p`. */
export function kindOf(tile: Tile): Tile {
  const suit = suitOf(tile);
  const digit = tile[0] === "0" ? "5" : tile[0];
  return `${digit}${suit}`;
}

/** The letter of the suit: `m p s z f g`. */
export function suitOf(tile: Tile): string {
  return tile.replace(/[0-9r]/g, "");
}

/** Is it a red copy, or the pocchi? */
export function isSpecial(tile: Tile): boolean {
  return tile.startsWith("0") || tile.includes("r");
}

/** Sort position of a tile; a special copy follows the plain ones of its kind. */
export function rank(tile: Tile): number {
  const kind = kindOf(tile);
  return SUITS.indexOf(suitOf(tile)) * 100 + Number(kind[0]) * 10 + (isSpecial(tile) ? 1 : 0);
}

/** The tiles in the usual order of a hand. */
export function sorted(tiles: Tile[]): Tile[] {
  return [...tiles].sort((one, other) => rank(one) - rank(other));
}

/** The drawing of a tile. If one white dragon of the box has a dot, the others are blank. */
export function drawing(tile: Tile, blankWhite = false): string {
  const kind = kindOf(tile);
  if (kind === "5z") return isSpecial(tile) ? "5z-pocchi" : blankWhite ? "5z-plain" : "5z";
  return isSpecial(tile) ? `${kind}r` : kind;
}

/** A single tile may have its `r` after the letter: `3pr` is `3rp`. */
function specialCopy(tile: Tile): Tile {
  return `${tile[0]}r${suitOf(tile)}`;
}

/** The cycles in which an indicator points at the next kind: suits, winds, dragons. */
const ROWS = ["123456789m", "123456789p", "123456789s", "1234z", "567z"].map((row) => tilesOf(row));

/** The kinds that indicators point at: the next one in the cycle that the box contains. */
export function doraOf(indicators: Tile[], box: Tiles): Set<Tile> {
  const inBox = new Set(tilesOf(box).map(kindOf));
  const pointed = indicators.flatMap((indicator) => {
    const row = ROWS.find((kinds) => kinds.includes(kindOf(indicator)))?.filter((kind) => inBox.size === 0 || inBox.has(kind)) ?? [];
    return row.slice((row.indexOf(kindOf(indicator)) + 1) % Math.max(row.length, 1)).slice(0, 1);
  });
  return new Set(pointed);
}

/** Does one white dragon of the box have a dot, which makes the others blank? */
export function hasPocchi(table: { tiles: Tiles } | null | undefined): boolean {
  return tilesOf(table?.tiles).includes("5rz");
}

/** The seats in order of play, starting with the given one. */
export function seatsFrom(seat: number, seats: number): number[] {
  return Array.from({ length: seats }, (_, step) => (seat + step) % seats);
}
