import type { Party, Seat, SeenEvent, Stake, Tile } from "./seen.ts";
import { kindOf, sorted, tilesOf } from "./tile.ts";
import type { CallWord, HandSheet, StandingJson, WinWord } from "./wire.ts";

/** The winds by their places, as they are written. */
export const WINDS = ["east", "south", "west", "north"] as const;

/** A tile in a river. */
export type Discard = {
  tile: Tile;
  /** Was it the tile just drawn? */
  drawn: boolean;
  /** Does it lie turned, for a riichi? */
  turned: boolean;
  /** Who called it. */
  calledBy: Seat | null;
  /** The number of its event. */
  n: number;
};

/** A meld as it lies on the table; no tiles where it lies face down. */
export type SeenMeld = { kind: CallWord; tiles: Tile[]; from: Seat | null; called: Tile | null };

/** A player's side of the table. */
export type Side = {
  /** Concealed tiles without the one just drawn, where the viewer may see them. */
  hand: Tile[] | null;
  /** The same tiles in the order in which they came. */
  arrived: Tile[];
  /** How many concealed tiles there are, the one just drawn included. */
  count: number;
  /** The tile just drawn, where the viewer may see it. */
  drawn: Tile | null;
  /** Does a drawn tile lie apart? */
  holdsDraw: boolean;
  melds: SeenMeld[];
  aside: Tile[];
  river: Discard[];
  riichi: { open: boolean; stands: boolean } | null;
  shown: Tile[] | null;
  dead: boolean;
};

export type Win = { seat: Seat; from: Seat; tile: Tile; by: WinWord; n: number };
export type Payment = { from: Party; to: Party; amount: number; stake: Stake; because: string | null };

/** How a hand came out. */
export type Outcome = {
  wins: Win[];
  draw: { reason: string; tenpai: Seat[] } | null;
  /** Whose discards were paid like a win. */
  nagashi: Seat[];
  payments: Payment[];
  chombo: Seat[];
  settled: boolean;
  /** The lines that are on no winner's sheet; an older log has none. */
  sheet?: HandSheet;
};

/** What somebody said aloud: a call, a riichi, a win. */
export type Shout = { seat: Seat; word: string; n: number };

/** What a viewer knows of the table: a fold of the events seen. */
export type View = {
  seats: number;
  /** What the players are called; none where they are known by their winds alone. */
  names: string[];
  stick: number;
  /** The clause that asks for the stick. */
  stickBecause: string | null;
  /** The number of the last event taken in. */
  n: number;
  /** How many hands have begun. */
  hands: number;
  standing: StandingJson<Seat>;
  points: number[];
  chips: number[];
  /** Points and chips as the hand began. */
  pointsBefore: number[];
  chipsBefore: number[];
  sticksBefore: number;
  sides: Side[];
  indicators: Tile[];
  ura: Tile[];
  left: number | null;
  spare: number | null;
  turn: Seat | null;
  lastDiscard: { seat: Seat; tile: Tile; n: number } | null;
  shout: Shout | null;
  outcome: Outcome;
  timeUp: boolean;
  over: boolean;
  /** The view before the first chombo of the hand was called, in case it is undone. */
  beforeChombo: View | null;
};

/** The view before anything was dealt. */
export function emptyView(seats: number, start = 0, stick = 1000, stickBecause = ""): View {
  const each = <T>(make: () => T): T[] => Array.from({ length: seats }, make);
  return {
    seats,
    names: [],
    stick,
    stickBecause: clauseOf(stickBecause),
    n: 0,
    hands: 0,
    standing: { round: "east", hand: 1, dealer: 0, honba: 0, sticks: 0 },
    points: each(() => start),
    chips: each(() => 0),
    pointsBefore: each(() => start),
    chipsBefore: each(() => 0),
    sticksBefore: 0,
    sides: each(emptySide),
    indicators: [],
    ura: [],
    left: null,
    spare: null,
    turn: null,
    lastDiscard: null,
    shout: null,
    outcome: noOutcome(),
    timeUp: false,
    over: false,
    beforeChombo: null,
  };
}

/** Takes one event into the view. An event that was seen before changes nothing. */
export function apply(view: View, n: number, event: SeenEvent, wall: { left?: number; spare?: number | null; sheet?: HandSheet } = {}): void {
  if (n <= view.n) return;
  view.n = n;
  view.left = wall.left ?? view.left;
  view.spare = wall.spare ?? view.spare;
  switch (event.type) {
    case "hand-started":
      return startHand(view, event);
    case "dealt":
      return deal(sideOf(view, event.seat), event.tiles ?? null);
    case "indicator":
      view.indicators.push(event.tile);
      return;
    case "drew":
      view.turn = event.seat;
      return draw(sideOf(view, event.seat), event.tile ?? null);
    case "discarded":
      return discard(view, n, event);
    case "riichi-declared":
      sideOf(view, event.seat).riichi = { open: event.open, stands: false };
      return shout(view, n, event.seat, event.open ? "open-riichi" : "riichi");
    case "riichi-stands":
      return payStick(view, event.seat);
    case "called":
      return call(view, n, event);
    case "kan-declared":
      return kan(view, n, event);
    case "set-aside":
      return setAside(view, n, event.seat, event.tile);
    case "won":
      view.outcome.wins.push({ seat: event.seat, from: event.from, tile: event.tile, by: event.by, n });
      return shout(view, n, event.seat, event.by === "tsumo" ? "tsumo" : "ron");
    case "shown":
      sideOf(view, event.seat).shown = sorted(tilesOf(event.tiles));
      return;
    case "kan-turned":
      return turnKan(sideOf(view, event.seat), tilesOf(event.tiles));
    case "ura-turned":
      view.ura = tilesOf(event.tiles);
      return;
    case "drawn":
      view.turn = null;
      view.outcome.draw = { reason: event.reason, tenpai: event.tenpai };
      return;
    case "paid":
      return pay(view, paymentOf(event));
    case "chombo":
      view.outcome.chombo.push(event.seat);
      return;
    case "dead-hand":
      sideOf(view, event.seat).dead = true;
      return;
    case "four-kans-scored":
      return shout(view, n, event.seat, "four-kans");
    case "nagashi-scored":
      view.outcome.nagashi.push(event.seat);
      return shout(view, n, event.seat, "nagashi");
    case "time-up":
      view.timeUp = true;
      return;
    case "settled":
      view.turn = null;
      view.outcome.settled = true;
      if (wall.sheet) view.outcome.sheet = wall.sheet;
      return;
    case "hand-ended":
      view.outcome.settled = true;
      view.standing = { ...view.standing, sticks: event.sticks };
      return;
    case "game-ended":
      view.turn = null;
      view.over = true;
      return;
    case "answered":
    case "missed":
    case "nagashi-asked":
    case "tenpai-asked":
    case "yame-asked":
      return;
    case "chombo-called":
      // The view may be a proxy, which structuredClone refuses.
      view.beforeChombo ??= JSON.parse(JSON.stringify(view)) as View;
      return;
    case "ruling-undone":
      return undo(view, event);
  }
}

/** The own tiles as they stand, sorted or as they came, the one just drawn last. */
export function inHand(side: Side, inOrder: boolean): { tile: Tile; drawn: boolean }[] {
  const tiles = (inOrder ? side.hand : side.arrived) ?? [];
  return [...tiles.map((tile) => ({ tile, drawn: false })), ...(side.drawn === null ? [] : [{ tile: side.drawn, drawn: true }])];
}

/** The tiles of an open hand, shown to all or visible to this viewer, and the tile apart from them: the one won with, or just drawn. */
export function openTiles(side: Side, winning: Tile | null): { tiles: Tile[]; apart: Tile | null } | null {
  const tiles = side.shown ?? side.hand;
  if (!tiles) return null;
  // A drawn winning tile is among the shown ones.
  const holdsWinning = winning !== null && side.shown !== null && tiles.length % 3 === 2;
  return { tiles: holdsWinning ? without(tiles, [winning]) : tiles, apart: winning ?? (side.shown ? null : side.drawn) };
}

/** The wind of a seat in this hand, 0 for east. */
export function windOf(view: View, seat: Seat): number {
  return (seat - view.standing.dealer + view.seats) % view.seats;
}

/** What one party gives another in a hand, all reasons together. */
export type Flow = { from: Party; to: Party; points: number; chips: number };

function noOutcome(): Outcome {
  return { wins: [], draw: null, nagashi: [], payments: [], chombo: [], settled: false };
}

function emptySide(): Side {
  return {
    hand: null,
    arrived: [],
    count: 0,
    drawn: null,
    holdsDraw: false,
    melds: [],
    aside: [],
    river: [],
    riichi: null,
    shown: null,
    dead: false,
  };
}

function sideOf(view: View, seat: Seat): Side {
  return view.sides[seat] ?? emptySide();
}

function startHand(view: View, standing: StandingJson<Seat>): void {
  const { round, hand, dealer, honba, sticks } = standing;
  view.hands += 1;
  view.standing = { round, hand, dealer, honba, sticks };
  view.sides = view.sides.map(emptySide);
  view.indicators = [];
  view.ura = [];
  view.turn = null;
  view.lastDiscard = null;
  view.shout = null;
  view.outcome = noOutcome();
  view.pointsBefore = [...view.points];
  view.chipsBefore = [...view.chips];
  view.sticksBefore = sticks;
  view.beforeChombo = null;
}

/** After a chombo the hand goes on from the moment before it; a hand that was played to its end with a dead hand does not count. */
function undo(view: View, event: Extract<SeenEvent, { type: "ruling-undone" }>): void {
  const { n, names } = view;
  if (event.penalty === "chombo") {
    if (view.beforeChombo) Object.assign(view, view.beforeChombo, { n, names, beforeChombo: null });
    return;
  }
  const lives = event.void ? view.sides : [sideOf(view, event.seat)];
  lives.forEach((side) => (side.dead = false));
  if (!event.void) return;
  view.points = [...view.pointsBefore];
  view.chips = [...view.chipsBefore];
  view.standing = { ...view.standing, sticks: view.sticksBefore };
}

function deal(side: Side, tiles: string | null): void {
  const dealt = tilesOf(tiles);
  side.hand = tiles === null ? null : sorted([...(side.hand ?? []), ...dealt]);
  side.arrived.push(...dealt);
  side.count += tiles === null ? 13 : dealt.length;
}

function draw(side: Side, tile: Tile | null): void {
  sortIn(side);
  side.count += 1;
  side.drawn = tile;
  side.holdsDraw = true;
}

/** Puts the drawn tile among the others, as a player does who keeps it. */
function sortIn(side: Side): void {
  if (side.drawn !== null && side.hand) {
    side.hand = sorted([...side.hand, side.drawn]);
    side.arrived.push(side.drawn);
  }
  side.drawn = null;
  side.holdsDraw = false;
}

function remove(side: Side, tile: Tile): void {
  side.count -= 1;
  if (!side.hand) return;
  side.hand = without(side.hand, [tile]);
  side.arrived = without(side.arrived, [tile]);
}

function discard(view: View, n: number, event: { seat: Seat; tile: Tile; drawn: boolean }): void {
  const side = sideOf(view, event.seat);
  if (event.drawn) {
    side.count -= 1;
    side.drawn = null;
    side.holdsDraw = false;
  } else {
    remove(side, event.tile);
    sortIn(side);
  }
  // If the turned tile was called away, the next one lies turned in its place.
  const turned = side.riichi !== null && !side.river.some((other) => other.turned && other.calledBy === null);
  side.river.push({ tile: event.tile, drawn: event.drawn, turned, calledBy: null, n });
  view.lastDiscard = { seat: event.seat, tile: event.tile, n };
  view.turn = event.seat;
}

function call(view: View, n: number, event: Extract<SeenEvent, { type: "called" }>): void {
  const side = sideOf(view, event.seat);
  const taken = sideOf(view, event.from).river.at(-1);
  if (taken) taken.calledBy = event.seat;
  const tiles = tilesOf(event.tiles);
  const called = taken?.tile ?? null;
  sortIn(side);
  without(tiles, called === null ? [] : [called]).forEach((tile) => remove(side, tile));
  side.melds.push({ kind: event.call, tiles, from: event.from, called });
  view.turn = event.seat;
  shout(view, n, event.seat, event.call === "daiminkan" ? "kan" : event.call);
}

function kan(view: View, n: number, event: Extract<SeenEvent, { type: "kan-declared" }>): void {
  const side = sideOf(view, event.seat);
  const tiles = tilesOf(event.tiles);
  sortIn(side);
  if (event.tiles === undefined) {
    side.count -= 4;
    side.melds.push({ kind: "ankan", tiles: [], from: null, called: null });
  } else if (event.call === "kakan") {
    addToPon(side, tiles);
  } else {
    tiles.forEach((tile) => remove(side, tile));
    side.melds.push({ kind: event.call, tiles, from: null, called: null });
    if (side.shown) side.shown = without(side.shown, tiles);
  }
  view.turn = event.seat;
  shout(view, n, event.seat, "kan");
}

/** The first kan that still lies face down gets its tiles; one's own lies open already. */
function turnKan(side: Side, tiles: Tile[]): void {
  const hidden = side.melds.find((meld) => meld.kind === "ankan" && meld.tiles.length === 0);
  if (hidden) hidden.tiles = tiles;
}

function addToPon(side: Side, tiles: Tile[]): void {
  const kind = kindOf(tiles[0] ?? "");
  const pon = side.melds.find((meld) => meld.kind === "pon" && kindOf(meld.tiles[0] ?? "") === kind);
  const added = without(tiles, pon?.tiles ?? [])[0];
  if (added !== undefined) remove(side, added);
  if (!pon) return;
  pon.kind = "kakan";
  // The added tile lies last, upon the called one.
  if (added !== undefined) pon.tiles = [...pon.tiles, added];
}

function setAside(view: View, n: number, seat: Seat, tile: Tile): void {
  const side = sideOf(view, seat);
  sortIn(side);
  remove(side, tile);
  side.aside.push(tile);
  shout(view, n, seat, tile.endsWith("z") ? "kita" : "flower");
}

function payStick(view: View, seat: Seat): void {
  const { riichi } = sideOf(view, seat);
  if (riichi) riichi.stands = true;
  if (view.stick > 0) pay(view, { from: seat, to: "sticks", amount: view.stick, stake: "points", because: view.stickBecause });
  else view.standing.sticks += 1;
}

function paymentOf(event: Extract<SeenEvent, { type: "paid" }>): Payment {
  const { from, to, points, chips, because } = event;
  const stake: Stake = points === undefined ? "chips" : "points";
  return { from, to, amount: points ?? chips ?? 0, stake, because: clauseOf(because) };
}

/** A dash stands where no clause decides. */
export function clauseOf(because: string | null | undefined): string | null {
  return because && because.length > 1 ? because : null;
}

function pay(view: View, payment: Payment): void {
  const { from, to, amount, stake } = payment;
  view.outcome.payments.push(payment);
  for (const [party, change] of [[from, -amount], [to, amount]] as const) {
    const sums = stake === "points" ? view.points : view.chips;
    if (party === "sticks") view.standing.sticks += change / Math.max(view.stick, 1);
    else sums[party] = (sums[party] ?? 0) + change;
  }
}

function shout(view: View, n: number, seat: Seat, word: string): void {
  view.shout = { seat, word, n };
}

function without(tiles: Tile[], taken: Tile[]): Tile[] {
  const rest = [...tiles];
  for (const tile of taken) {
    const place = rest.indexOf(tile);
    if (place >= 0) rest.splice(place, 1);
  }
  return rest;
}
