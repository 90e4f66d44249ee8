import { roundName } from "./announce.ts";
import type { Game, WinSheet } from "./seen.ts";
import { endingOf } from "./summary.ts";
import { honba } from "./text/text.svelte.ts";
import { apply, emptyView, type View } from "./view.ts";

/** A hand that is over: what happened, what everybody had then, and how that changed. */
export type PlayedHand = { hand: number; round: string; ending: string; points: number[]; chips: number[]; pointsChange: number[]; chipsChange: number[] };

/** The hand that this view shows at its end. */
export function playedHand(view: View, sheets: WinSheet[]): PlayedHand {
  const { honba: counters } = view.standing;
  const change = (now: number[], before: number[]) => now.map((sum, seat) => sum - (before[seat] ?? 0));
  return {
    hand: view.hands,
    round: counters > 0 ? `${roundName(view)} · ${honba(counters)}` : roundName(view),
    ending: endingOf(view, sheets),
    points: [...view.points],
    chips: [...view.chips],
    pointsChange: change(view.points, view.pointsBefore),
    chipsChange: change(view.chips, view.chipsBefore),
  };
}

/** Adds a hand. One that ended before, and went on after a ruling was undone, is replaced. */
export function withHand(history: PlayedHand[], played: PlayedHand): PlayedHand[] {
  return [...history.filter((one) => one.hand < played.hand), played];
}

/** All hands of a recorded game. */
export function historyOf(game: Game): PlayedHand[] {
  const { table } = game;
  const view = emptyView(table.players.length, table.start, table.stick, table.stick_because);
  view.names = table.players.map((player) => player.name);
  let history: PlayedHand[] = [];
  for (const told of game.events) {
    apply(view, told.n, told.e, told);
    if (told.e.type === "hand-ended") history = withHand(history, playedHand(view, game.sheets.filter((sheet) => sheet.hand === view.hands)));
  }
  return history;
}
