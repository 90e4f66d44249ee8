// Short names for what comes over the wire, as the pages speak of it.
import type { ActionJson, DoraLineJson, EventJson, NamesJson, PartyJson, PlayerInfo, ResponsibleJson, ResultJson, Sheet, SumJson } from "./wire.ts";

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

/** One line of fu and what it is for; older logs do not name the clause. */
export type FuLine = { what: string; tiles?: Tiles | null; fu: number; because?: string };

/** A score sheet as it is told; an older log may lack its names, its fu and dora by group, and how they are summed up. */
export type ToldSheet = { seat: Seat; dealer: Seat; sheet: Sheet; names?: NamesJson[]; fu_lines?: FuLine[]; dora_lines?: DoraLineJson[]; sum?: SumJson; responsible?: ResponsibleJson | null; stands_for?: Tile | null };

/** A score sheet with the hand of the game it belongs to. */
export type WinSheet = ToldSheet & { hand: number };

/** One event of a finished game. */
export type Told = { n: number; left: number; spare?: number | null; e: SeenEvent };

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
