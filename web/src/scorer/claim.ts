import type { Seat, Tile } from "../seen.ts";
import { isSpecial, kindOf, suitOf, tilesOf } from "../tile.ts";
import { WINDS } from "../view.ts";
import type { CallWord, Offered, WinWord } from "../wire.ts";

export const RIICHI_WORDS = ["riichi", "double", "open", "double-open"] as const;
export type RiichiWord = "none" | (typeof RIICHI_WORDS)[number];

/** Circumstances that hold or not, as the request names them. */
export const FLAGS = ["ippatsu", "rinshan", "replaces_aside", "last_tile", "first_turn", "payer_riichi", "sorted_in"] as const;
export type Flag = (typeof FLAGS)[number];

export type ClaimMeld = { kind: CallWord; tiles: Tile[]; from: Seat | null };

/** A winning hand as it is being entered. Players are named by their winds, 0 for east. */
export type Claim = {
  hand: Tile[];
  melds: ClaimMeld[];
  win: Tile | null;
  aside: Tile[];
  dora: Tile[];
  ura: Tile[];
  by: WinWord;
  seat: Seat;
  from: Seat;
  round: number;
  riichi: RiichiWord;
  flags: Flag[];
  honba: number;
  sticks: number;
  pao: Record<string, Seat>;
  /** Who fed the kan before a win on its replacement tile. */
  fedKan: Seat | "none" | null;
  responsible: Seat | null;
};

/** The most dora indicators: the first one, and one for each of four kans. */
export const MOST_INDICATORS = 5;

export function emptyClaim(): Claim {
  return { hand: [], melds: [], win: null, aside: [], dora: [], ura: [], by: "ron", seat: 1, from: 0, round: 0, riichi: "none", flags: [], honba: 0, sticks: 0, pao: {}, fedKan: null, responsible: null };
}

/** Concealed tiles that a complete hand has without its winning tile. */
export function handSize(claim: Claim): number {
  return 13 - 3 * claim.melds.length;
}

/** How many tiles are missing, the winning one included; below zero where there are too many. */
export function missing(claim: Claim): number {
  return handSize(claim) - claim.hand.length + (claim.win === null ? 1 : 0);
}

/** All tiles that are named, wherever they lie. */
export function named(claim: Claim): Tile[] {
  const melded = claim.melds.flatMap((meld) => meld.tiles);
  return [...claim.hand, ...melded, ...(claim.win === null ? [] : [claim.win]), ...claim.aside, ...claim.dora, ...claim.ura];
}

/** Copies of a tile that are still in the box. */
export function left(claim: Claim, box: Tile[], tile: Tile): number {
  const count = (tiles: Tile[]) => tiles.filter((other) => other === tile).length;
  return count(box) - count(named(claim));
}

/** The tiles of the meld of which this is the first, as far as the box has them; null where there is none. */
export function meldOf(kind: CallWord, tile: Tile, claim: Claim, box: Tile[]): Tile[] | null {
  const wanted = kind === "chii" ? run(tile) : Array.from({ length: kind === "pon" ? 3 : 4 }, () => kindOf(tile));
  if (!wanted) return null;
  const rest = [...box];
  for (const used of named(claim)) take(rest, (other) => other === used);
  const first = take(rest, (other) => other === tile);
  const others = wanted.slice(1).map((wish) => take(rest, (other) => other === wish) ?? take(rest, (other) => kindOf(other) === wish));
  const tiles = [first, ...others];
  return tiles.every((found) => found !== null) ? tiles : null;
}

function run(tile: Tile): Tile[] | null {
  const [first, suit] = [Number(kindOf(tile)[0]), suitOf(tile)];
  return "mps".includes(suit) && first <= 7 ? [0, 1, 2].map((step) => `${first + step}${suit}`) : null;
}

function take(tiles: Tile[], fits: (tile: Tile) => boolean): Tile | null {
  const place = tiles.findIndex(fits);
  return place < 0 ? null : (tiles.splice(place, 1)[0] ?? null);
}

/** Tiles in notation, those of one suit together: `123m40p5rz`. */
export function notation(tiles: Tile[]): string {
  return tiles.map((tile, place) => tile.slice(0, -1) + (suitOf(tiles[place + 1] ?? "") === suitOf(tile) ? "" : suitOf(tile))).join("");
}

/** What cannot be said under a rulebook and was left out of a claim, as the request names it. */
export type LeftOut = Flag | "riichi" | "open" | "double" | "by" | "dora" | "ura" | "aside" | "honba" | "sticks" | "pao" | "fed_kan" | "responsible";

/** A claim as another rulebook can take it, and what it cannot. */
export function adapted(claim: Claim, offered: Offered): { claim: Claim; without: LeftOut[] } {
  const without: LeftOut[] = [];
  const keep = <T>(value: T, none: T, is: LeftOut, holds: boolean, offers: boolean): T => {
    if (!holds || offers) return value;
    without.push(is);
    return none;
  };
  const box = tilesOf(offered.tiles);
  const inBox = (tile: Tile) => (isSpecial(tile) && !box.includes(tile) ? kindOf(tile) : tile);
  const aside = tilesOf(offered.aside);
  const asides = claim.aside.filter((tile) => aside.includes(tile));
  if (asides.length < claim.aside.length) without.push("aside");
  const liable = Object.entries(claim.pao).filter(([id]) => offered.pao.some((pao) => pao.id === id));
  if (liable.length < Object.keys(claim.pao).length) without.push("pao");
  const flags = claim.flags.filter((flag) => {
    if (!offered[flag]) without.push(flag);
    return offered[flag];
  });
  const taken: Claim = {
    ...claim,
    hand: claim.hand.map(inBox),
    melds: claim.melds.map((meld) => ({ ...meld, tiles: meld.tiles.map(inBox) })),
    win: claim.win === null ? null : inBox(claim.win),
    aside: asides,
    dora: keep(claim.dora.map(inBox), [], "dora", claim.dora.length > 0, offered.dora),
    ura: keep(claim.ura.map(inBox), [], "ura", claim.ura.length > 0, offered.ura),
    by: keep(claim.by, "ron", "by", true, offered.by.includes(claim.by)),
    riichi: riichiIn(claim.riichi, offered, without),
    flags,
    honba: keep(claim.honba, 0, "honba", claim.honba > 0, offered.honba),
    sticks: keep(claim.sticks, 0, "sticks", claim.sticks > 0, offered.sticks),
    pao: Object.fromEntries(liable),
    fedKan: keep(claim.fedKan, null, "fed_kan", claim.fedKan !== null, offered.fed_kan),
    responsible: keep(claim.responsible, null, "responsible", claim.responsible !== null, offered.responsible),
  };
  return { claim: taken, without };
}

/** The nearest kind of riichi that a rulebook has. */
function riichiIn(said: RiichiWord, { riichi }: Offered, without: LeftOut[]): RiichiWord {
  if (said === "none" || riichi.includes(said)) return said;
  if (riichi.length === 0) {
    without.push("riichi");
    return "none";
  }
  if (said.includes("open") && !riichi.includes("open")) without.push("open");
  if (said.startsWith("double") && !riichi.includes("double")) without.push("double");
  const plainer: RiichiWord = said === "double-open" && riichi.includes("double") ? "double" : "riichi";
  return plainer;
}

/** The body of a request to score a claim. */
export function requestOf(claim: Claim, rules: string): Record<string, unknown> {
  const wind = (seat: Seat) => WINDS[seat];
  const { flags, pao, fedKan, responsible } = claim;
  return {
    rules,
    hand: notation(claim.hand),
    win: claim.win ?? "",
    melds: claim.melds.map(({ kind, tiles, from }) => ({ kind, tiles: notation(tiles), ...(from !== null && { from: wind(from) }) })),
    aside: notation(claim.aside),
    by: claim.by,
    seat: wind(claim.seat),
    ...(claim.by !== "tsumo" && { from: wind(claim.from) }),
    round: wind(claim.round),
    riichi: claim.riichi,
    ...Object.fromEntries(flags.map((flag) => [flag, true])),
    dora: notation(claim.dora),
    ura: notation(claim.ura),
    honba: claim.honba,
    sticks: claim.sticks,
    pao: Object.fromEntries(Object.entries(pao).map(([id, seat]) => [id, wind(seat)])),
    ...(fedKan !== null && { fed_kan: fedKan === "none" ? fedKan : wind(fedKan) }),
    ...(responsible !== null && { responsible: wind(responsible) }),
  };
}
