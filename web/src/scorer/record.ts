import type { Seat } from "../seen.ts";
import { WINDS } from "../view.ts";
import type { Offered } from "../wire.ts";
import { byWind, type NextHand } from "./sheetview.ts";

/** How the value of a win is said. */
export type WorthBy = "tiles" | "han" | "points" | (string & {});

/** A winner as entered: by tiles, by han and fu, by points, or by the name of a limit. */
export type WinEntry = {
  seat: Seat;
  by: string;
  from: Seat;
  worth: WorthBy;
  tiles: string;
  han: number;
  fu: number;
  points: number;
  ippatsu: boolean;
  ura: number;
  pocchi: boolean;
  pao: Seat | null;
  fedKan: Seat | null;
  responsible: Seat | null;
};

/** A hand of a game on real tiles as it is being entered. Players are named by their winds in this hand. */
export type HandEntry = {
  names: string[];
  round: number;
  dealer: number;
  honba: number;
  sticks: number;
  points: number[];
  chips: number[];
  penalties: number[];
  flowers: number[];
  riichi: Seat[];
  dead: Seat[];
  end: "win" | "draw" | "abort" | "chombo";
  wins: WinEntry[];
  tenpai: Seat[];
  nagashi: Seat[];
  reason: string;
  chombo: Seat[];
  last: boolean;
  yame: boolean;
};

export function firstHand(offered: Offered): HandEntry {
  const each = (n: number) => Array.from({ length: offered.seats }, () => n);
  return {
    names: Array.from({ length: offered.seats }, () => ""),
    round: 0,
    dealer: 1,
    honba: 0,
    sticks: 0,
    points: each(offered.start),
    chips: each(0),
    penalties: each(0),
    ...fresh(offered),
  };
}

/** What every hand begins without. */
function fresh(offered: Offered) {
  return {
    flowers: Array.from({ length: offered.seats }, () => 0),
    riichi: [] as Seat[],
    dead: [] as Seat[],
    end: "win" as const,
    wins: [newWin(offered)],
    tenpai: [] as Seat[],
    nagashi: [] as Seat[],
    reason: offered.settling.aborts[0] ?? "",
    chombo: [] as Seat[],
    last: false,
    yame: false,
  };
}

export function newWin(offered: Offered): WinEntry {
  const worth = offered.settling.scheme === "points" ? "points" : "han";
  return { seat: 1, by: "ron", from: 0, worth, tiles: "", han: 1, fu: 30, points: 1, ippatsu: false, ura: 0, pocchi: false, pao: null, fedKan: null, responsible: null };
}

/** The hand after this one, as the settlement says it begins. */
export function nextHand(next: NextHand, offered: Offered): HandEntry {
  const [round = "east", dealer = "1"] = next.round.split("-");
  const names = WINDS.slice(0, offered.seats).map((wind) => next.players?.[wind] ?? "");
  return {
    names,
    round: Math.max(0, WINDS.findIndex((wind) => wind === round)),
    dealer: Number(dealer),
    honba: next.honba,
    sticks: next.sticks,
    points: byWind(next.points, offered.seats),
    chips: byWind(next.chips ?? {}, offered.seats),
    penalties: byWind(next.penalties ?? {}, offered.seats),
    ...fresh(offered),
  };
}

/** `south-2`: the round and the number of its dealer. */
export const placeOf = (entry: HandEntry): string => `${WINDS[entry.round]}-${entry.dealer}`;

/** The body of a request to settle a hand. */
export function recordOf(entry: HandEntry, offered: Offered): Record<string, unknown> {
  const wind = (seat: Seat) => WINDS[seat] ?? "";
  const each = <T>(values: T[]) => Object.fromEntries(values.map((value, seat) => [wind(seat), value]));
  const { settling } = offered;
  const isNamed = entry.names.every((name) => name.trim() !== "");
  return {
    rules: offered.rules,
    ...(isNamed && { players: each(entry.names.map((name) => name.trim())) }),
    round: placeOf(entry),
    ...(offered.honba && { honba: entry.honba }),
    ...(offered.sticks && { sticks: entry.sticks, riichi: entry.riichi.map(wind) }),
    points: each(entry.points),
    ...(offered.chips && { chips: each(entry.chips) }),
    ...(entry.penalties.some((count) => count > 0) && { penalties: each(entry.penalties) }),
    ...(settling.dead && { dead: entry.dead.map(wind) }),
    ...(settling.flowers > 0 && { flowers: each(entry.flowers) }),
    ...(entry.end === "win" && { wins: entry.wins.map((win) => winOf(win, offered)) }),
    ...(entry.end === "draw" && { draw: { ...(settling.tenpai && entry.nagashi.length === 0 && { tenpai: entry.tenpai.map(wind) }), ...(settling.nagashi && entry.nagashi.length > 0 && { nagashi: entry.nagashi.map(wind), tenpai: entry.tenpai.map(wind) }) } }),
    ...(entry.end === "abort" && { abort: entry.reason }),
    ...(entry.end === "chombo" && { chombo: entry.chombo.map(wind) }),
    ...(settling.timed && entry.last && { last_hand: true }),
    ...(settling.yame && entry.yame && { yame: true }),
  };
}

function winOf(win: WinEntry, offered: Offered): Record<string, unknown> {
  const { settling } = offered;
  const seat = (of: Seat) => WINDS[of] ?? "";
  const how = { seat: seat(win.seat), by: win.by, ...(win.by !== "tsumo" && win.by !== "four-kans" && { from: seat(win.from) }) };
  if (win.worth === "tiles") return { ...how, hand: win.tiles };
  const asked = {
    ...(settling.ippatsu && { ippatsu: win.ippatsu }),
    ...(settling.ura && { ura: win.ura }),
    ...(settling.pocchi && { pocchi: win.pocchi }),
    ...(win.pao !== null && { pao: { [seat(win.pao)]: 1 } }),
    ...(win.fedKan !== null && { fed_kan: seat(win.fedKan) }),
    ...(win.responsible !== null && { responsible: seat(win.responsible) }),
  };
  switch (win.worth) {
    case "han":
      return { ...how, han: win.han, ...(settling.scheme === "fu-and-han" && win.han < 5 && { fu: win.fu }), ...asked };
    case "points":
      return { ...how, points: win.points, ...asked };
    case "yakuman":
      return { ...how, yakuman: 1, ...asked };
    default:
      return { ...how, limit: win.worth, ...asked };
  }
}
