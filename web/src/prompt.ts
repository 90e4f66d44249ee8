import type { Action, Tile } from "./seen.ts";
import { kindOf, tilesOf } from "./tile.ts";
import type { PromptJson } from "./wire.ts";

/** What the client does without asking the player. */
export type Switches = { autoWin: boolean; noCalls: boolean; autoDiscard: boolean };

/** One button: what it does, the word on it, the tiles shown on it, its key. */
export type CallButton = { word: string; action: Action; tiles: Tile[]; key: string };

/** What a prompt allows, split into buttons and tiles. */
export type Asked = {
  buttons: CallButton[];
  riichi: { tile: Tile; drawn: boolean; open: boolean }[];
  /** May a tile be discarded at all? */
  turn: boolean;
};

const KEYS: Record<string, string> = {
  tsumo: "w",
  ron: "w",
  riichi: "r",
  "open-riichi": "o",
  ankan: "k",
  kakan: "k",
  daiminkan: "k",
  pon: "p",
  chii: "c",
  kita: "f",
  "nine-terminals": "n",
  nagashi: "n",
  tenpai: "s",
  noten: "n",
  "end-game": "y",
  "play-on": "l",
  pass: "x",
};

/** Wins first, pass last. */
const ORDER = ["tsumo", "ron", "daiminkan", "ankan", "kakan", "pon", "chii", "kita", "nine-terminals", "nagashi", "tenpai", "noten", "end-game", "play-on", "pass"];

/** Splits the legal actions into buttons and tiles. */
export function asked(prompt: PromptJson | null): Asked {
  const legal = prompt?.legal ?? [];
  const buttons = legal
    .filter((action) => action.a !== "discard" && action.a !== "riichi")
    .map((action) => ({ word: action.a, action, tiles: shownOn(action), key: KEYS[action.a] ?? "" }))
    .sort((one, other) => ORDER.indexOf(one.word) - ORDER.indexOf(other.word));
  const riichi = legal.filter((action) => action.a === "riichi").map(({ tile, drawn, open }) => ({ tile, drawn, open }));
  return { buttons, riichi, turn: legal.some((action) => action.a === "discard" || action.a === "riichi") };
}

/** The key of the button that starts a riichi. */
export function riichiKey(open: boolean): string {
  return KEYS[open ? "open-riichi" : "riichi"] ?? "";
}

/** The legal action that discards this tile, with a riichi if one was chosen. */
export function discardOf(prompt: PromptJson | null, tile: Tile, drawn: boolean, riichi: "closed" | "open" | null): Action | null {
  const found = (prompt?.legal ?? []).find((action) =>
    riichi === null
      ? action.a === "discard" && action.tile === tile && action.drawn === drawn
      : action.a === "riichi" && action.tile === tile && action.drawn === drawn && action.open === (riichi === "open"),
  );
  return found ?? null;
}

/** Why this tile may not be discarded now, if the rulebook says so. */
export function barredBy(prompt: PromptJson | null, tile: Tile) {
  return (prompt?.barred ?? []).find((barred) => kindOf(barred.tile) === kindOf(tile))?.why ?? null;
}

/** The automatic answer by the switches; null if the player decides. */
export function autoAnswer(prompt: PromptJson, switches: Switches, inRiichi: boolean): Action | null {
  const legal = prompt.legal;
  const win = legal.find((action) => action.a === "tsumo" || action.a === "ron");
  if (win) return switches.autoWin ? win : null;
  const tenpai = legal.find((action) => action.a === "tenpai");
  if (tenpai) return switches.autoDiscard ? tenpai : null;
  const pass = legal.find((action) => action.a === "pass");
  const onlyCalls = legal.every((action) => ["pass", "pon", "chii", "daiminkan"].includes(action.a));
  if (pass) return switches.noCalls && onlyCalls ? pass : null;
  const drawn = legal.find((action) => action.a === "discard" && action.drawn);
  const nothingElse = legal.length === 1;
  return drawn && (switches.autoDiscard || (inRiichi && nothingElse)) ? drawn : null;
}

function shownOn(action: Action): Tile[] {
  if (action.a === "pon" || action.a === "chii") return tilesOf(action.tiles);
  if (action.a === "ankan" || action.a === "kakan") return [action.kind];
  return [];
}
