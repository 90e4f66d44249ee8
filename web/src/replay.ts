import { namedPlayers } from "./players.ts";
import type { Game, Names, PlayedTable, SeenEvent, Told, ToldSheet, WinSheet } from "./seen.ts";
import { apply, emptyView, type Side, type View } from "./view.ts";
import type { HandSheet, PlayerInfo, ResultJson } from "./wire.ts";

type Header = {
  log: string;
  rules: string;
  hash: string;
  /** The rulebook's text; logs of version 1 have none. */
  book?: string;
  tiles: string;
  players: { name: string; bot?: string }[];
  rulebook?: Names;
  start?: number;
  stick?: number;
  chips?: boolean;
};
type LogLine = Partial<Header> & { fair?: { order?: number[] }; e?: SeenEvent; left?: number; spare?: number; sheet?: ToldSheet | HandSheet; over?: ResultJson };

/** What logs, or older ones, do not say about their table. */
export type Usual = Pick<PlayedTable, "rulebook" | "edition" | "hash" | "start" | "stick" | "stick_because" | "chips">;

/** Questions and answers leave the table as it was: there is nothing to step to. */
const UNSEEN: SeenEvent["type"][] = ["answered", "nagashi-asked", "tenpai-asked"];

/** Reads a game from the lines of its log; lines of other kinds are skipped. */
export function readLog(text: string, usual: Usual): Game | null {
  let header: LogLine | null = null;
  /** Where each player sat before the seats were drawn. */
  let order: number[] = [];
  const events: Told[] = [];
  const sheets: WinSheet[] = [];
  let result: ResultJson | null = null;
  let hand = 0;
  let rest: HandSheet | null = null;
  for (const line of text.split("\n").filter((each) => each.trim() !== "")) {
    const told = JSON.parse(line) as LogLine;
    if (told.log !== undefined) header = told;
    order = told.fair?.order ?? order;
    if (told.e !== undefined && !UNSEEN.includes(told.e.type)) {
      if (told.e.type === "hand-started") hand += 1;
      events.push({ n: events.length + 1, left: told.left ?? 0, spare: told.spare ?? null, e: told.e, ...(rest ? { sheet: rest } : {}) });
      rest = null;
    }
    // What is on no winner's sheet belongs to the event after it.
    if (told.sheet !== undefined && "seat" in told.sheet) sheets.push({ ...told.sheet, hand });
    else if (told.sheet !== undefined) rest = told.sheet;
    if (told.over !== undefined) result = told.over;
  }
  return header && { table: tableOf(header, usual, order), events, sheets, result };
}

function tableOf(header: LogLine, usual: Usual, order: number[]): PlayedTable {
  const players = (header.players ?? []).map(
    ({ name, bot }, seat): PlayerInfo => ({ name, kind: bot === undefined ? "human" : "bot", present: true, away: false, faults: 0, ...(bot === undefined ? {} : { bot, cast: order[seat] ?? seat }) }),
  );
  return {
    rules: header.rules ?? "",
    rulebook: header.rulebook ?? usual.rulebook,
    edition: usual.edition,
    hash: (header.book === undefined ? undefined : header.hash) ?? usual.hash,
    start: header.start ?? usual.start,
    stick: header.stick ?? usual.stick,
    stick_because: usual.stick_because,
    chips: header.chips ?? usual.chips,
    tiles: header.tiles ?? "",
    players: namedPlayers(players),
  };
}

/** The table after so many events of a game. */
export function viewAt(game: Game, at: number): View {
  const view = emptyView(game.table.players.length, game.table.start, game.table.stick, game.table.stick_because);
  view.names = game.table.players.map((player) => player.name);
  for (const told of game.events.slice(0, at)) apply(view, told.n, told.e, told);
  return view;
}

/** The table as this seat saw it: the hands of the others show their backs until they are opened. */
export function seenFrom(view: View, near: number): View {
  const hides = (side: Side, seat: number): Side => (seat === near || side.shown || side.riichi?.open ? side : { ...side, hand: null, drawn: null });
  return { ...view, sides: view.sides.map(hides) };
}

/** The positions at which each hand has been dealt. */
export function handStarts(game: Game): number[] {
  const isDeal = (place: number) => ["hand-started", "dealt"].includes(game.events[place]?.e.type ?? "");
  return game.events.flatMap((_, place) => (isDeal(place) && !isDeal(place + 1) ? [place + 1] : []));
}

/** The start of the next or previous hand. */
export function otherHand(starts: number[], at: number, step: 1 | -1): number {
  const later = starts.filter((start) => start > at);
  const earlier = starts.filter((start) => start < at);
  return (step === 1 ? later[0] : earlier.at(-1)) ?? at;
}

/** Deals and payments pass as one step. */
const PASSED = new Set(["hand-started", "dealt", "paid", "riichi-stands", "settled", "riichi-declared", "shown", "kan-turned"]);

/** The next place worth stopping at. */
export function nextStop(game: Game, at: number, step: 1 | -1): number {
  let place = at + step;
  while (place > 0 && place < game.events.length && PASSED.has(game.events[place - 1]?.e.type ?? "")) place += step;
  return Math.min(game.events.length, Math.max(0, place));
}
