// Short names for what comes over the wire, as the pages speak of it.
import type { ActionJson, EventJson, HandSheet, LineRow, NamesJson, PartyJson, PlayerInfo, ResultJson, Sheet } from "./wire.ts";

/** A tile in notation: `5p`, `0s` a red five, `3rp` another red copy, `5rz` the pocchi, `1f` a flower. */
export type Tile = string;
/** Several tiles in notation: `123m406p`. */
export type Tiles = string;
/** A place at the table, from 0. */
export type Seat = number;

export type SeenEvent = EventJson<Seat>;
export type Party = PartyJson<Seat>;
export type Action = ActionJson;
export type Stake = "points" | "chips";

/** A name in some scripts. */
export type Names = Partial<NamesJson>;

/** A score sheet as it is told; an older log lacks its lines, and may lack the names of its yaku. */
export type ToldSheet = { seat: Seat; dealer: Seat; sheet: Omit<Sheet, "lines"> & { lines?: LineRow[] }; names?: NamesJson[] };

/** A score sheet with the hand of the game it belongs to. */
export type WinSheet = ToldSheet & { hand: number };

/** One event of a finished game. */
export type Told = { n: number; left: number; spare?: number | null; e: SeenEvent; sheet?: HandSheet };

/** The rulebook that a table plays by. */
export type Book = {
  /** With its overlays and options. */
  rules: string;
  rulebook: Names;
  /** Empty where the book names none. */
  edition: string;
  /** Of its text; empty where a log does not carry it. */
  hash: string;
};

/** A table as a replay shows it. */
export type PlayedTable = Book & {
  start: number;
  stick: number;
  stick_because: string;
  chips: boolean;
  tiles: Tiles;
  players: PlayerInfo[];
};

/** A finished game, everything open. */
export type Game = { table: PlayedTable; events: Told[]; sheets: WinSheet[]; result: ResultJson | null };
