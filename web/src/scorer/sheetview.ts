import type { Book, Seat, WinSheet } from "../seen.ts";
import { emptyView, WINDS, type View } from "../view.ts";
import type { HandSheet, LineRow, Offered, Sheet } from "../wire.ts";
import type { Claim } from "./claim.ts";

/** What the score sheet of the table draws. */
export type Shown = { view: View; sheets: WinSheet[] };

/** The rulebook as a sheet cites it. */
export function bookOf(offered: Offered): Book & { tiles: string } {
  return { rules: offered.rules, rulebook: offered.rulebook, edition: offered.edition, hash: "", tiles: offered.tiles };
}

/** The table after a hand that was entered: nobody's points are known. */
export function shownClaim(claim: Claim, offered: Offered, sheet: Sheet): Shown {
  const view = emptyView(offered.seats);
  view.points = [];
  view.pointsBefore = [];
  view.standing = { round: WINDS[claim.round] ?? "east", hand: 0, dealer: 0, honba: claim.honba, sticks: claim.sticks };
  lay(view, claim);
  view.outcome.sheet = { dealer: 0, lines: [] };
  return { view, sheets: [{ seat: claim.seat, dealer: 0, sheet, hand: 1 }] };
}

/** Lays a winner's tiles on the table. */
function lay(view: View, claim: Claim): void {
  const side = view.sides[claim.seat];
  if (!side || claim.win === null) return;
  side.hand = claim.hand;
  side.melds = claim.melds.map(({ kind, tiles, from }) => ({ kind, tiles, from, called: tiles[0] ?? null }));
  side.aside = claim.aside;
  side.riichi = claim.riichi === "none" ? null : { open: claim.riichi.includes("open"), stands: true };
  view.indicators = claim.dora;
  view.ura = claim.ura;
  const from = claim.by === "tsumo" ? claim.seat : claim.from;
  view.outcome.wins.push({ seat: claim.seat, from, tile: claim.win, by: claim.by, n: 1 });
}

/** One win of a settlement. */
export type SettledWin = { seat: string; by: string; from?: string; worth: string; sheet?: Sheet };

/** What `POST /api/settle` answers. */
export type Settlement = {
  ending: string;
  reason?: string;
  warnings?: string[];
  wins: SettledWin[];
  deltas: Record<string, number>;
  chips: Record<string, number>;
  totals: { points: Record<string, number>; chips: Record<string, number> };
  dealer_stays: { is: boolean; because: string };
  next_dealer: string;
  next: NextHand;
  game: { over: boolean; drawn: boolean; dealer_may_end: boolean; because: string | null };
  result?: SettledResult;
  lines: LineRow[];
};
export type NextHand = { round: string; honba: number; sticks: number; points: Record<string, number>; chips?: Record<string, number>; penalties?: Record<string, number>; players?: Record<string, string> };
export type SettledResult = { unit: "points" | "chips"; places: Record<string, number>; points: Record<string, number>; result: Record<string, number>; chips: Record<string, number>; lines: LineRow[] };

export const seatOf = (word: string | undefined): Seat => Math.max(0, WINDS.findIndex((wind) => wind === word));

/** Where the hand was played: round and number. */
export type Place = { round: string; honba: number; sticks: number; points: number[] };

/** The table after a settled hand. Wins whose tiles were entered show them. */
export function shownSettlement(settled: Settlement, place: Place, offered: Offered, claims: Map<Seat, Claim>): Shown {
  const view = emptyView(offered.seats);
  const [round = "east", hand = "1"] = place.round.split("-");
  view.standing = { round: WINDS.find((wind) => wind === round) ?? "east", hand: Number(hand), dealer: 0, honba: place.honba, sticks: place.sticks };
  view.pointsBefore = place.points;
  view.points = byWind(settled.totals.points, offered.seats);
  const sheets = settled.wins.map((win): WinSheet => {
    const seat = seatOf(win.seat);
    const claim = claims.get(seat);
    const how = { by: win.by as Claim["by"], from: seatOf(win.from ?? win.seat) };
    if (win.sheet && claim) lay(view, { ...claim, ...how, seat });
    else view.outcome.wins.push({ seat, ...how, tile: "", n: 1 });
    return { seat, dealer: 0, hand: 1, sheet: win.sheet ?? valueSheet(win.seat, settled) };
  });
  view.outcome.sheet = restOf(settled.lines, sheets);
  view.outcome.nagashi = settled.ending === "nagashi" ? [...new Set(settled.lines.filter((line) => line.id === "nagashi" && line.to).map((line) => seatOf(line.to)))] : [];
  view.outcome.draw = settled.ending === "draw" || settled.ending === "abort" ? { reason: settled.reason ?? "exhausted", tenpai: [] } : null;
  view.outcome.chombo = settled.ending === "chombo" ? [...new Set(settled.lines.filter((line) => line.part === "ending" && line.to).map((line) => seatOf(line.to)))] : [];
  return { view, sheets };
}

export function byWind(numbers: Record<string, number>, seats: number): number[] {
  return WINDS.slice(0, seats).map((wind) => numbers[wind] ?? 0);
}

/** The sheet of a win of which only the value was said. */
function valueSheet(seat: string, { lines }: Settlement): Sheet {
  const own = lines.filter((line) => line.to === seat);
  const value = (pick: (line: LineRow) => number | undefined) => own.filter((line) => line.part === "value").map(pick).find((n) => n !== undefined);
  const limit = own.find((line) => line.id === "limit");
  return {
    win: true,
    reading: "",
    yaku: [],
    dora: { dora: 0, red: 0, ura: 0, aside: 0 },
    han: value((line) => line.han) ?? 0,
    fu: value((line) => line.fu) ?? null,
    yakuman: value((line) => line.yakuman) ?? 0,
    points: value((line) => line.points) ?? null,
    limit: limit ? limit.names.en : null,
    deltas: {},
    chips: { [seat]: own.reduce((sum, line) => sum + (line.chips ?? 0), 0) },
    transfers: [],
    lines: own.filter((line) => line.part !== "ending"),
  };
}

/** The lines of a hand that are on no winner's sheet. */
function restOf(lines: LineRow[], sheets: WinSheet[]): HandSheet {
  const said = sheets.flatMap(({ sheet }) => sheet.lines ?? []).filter((line) => line.part === "payment");
  const same = (one: LineRow, other: LineRow) => one.id === other.id && one.from === other.from && one.to === other.to && one.points === other.points && one.chips === other.chips;
  const rest = lines.filter((line) => {
    if (line.part !== "payment") return line.part === "ending";
    const place = said.findIndex((other) => same(line, other));
    if (place >= 0) said.splice(place, 1);
    return place < 0;
  });
  return { dealer: 0, lines: rest };
}
