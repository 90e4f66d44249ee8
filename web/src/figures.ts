import { num } from "./text/text.svelte.ts";
import type { BookStatistics, OwnGame } from "./wire.ts";

/** A share in per cent; a dash where there is nothing to count. */
export function share(part: number, whole: number): string {
  return whole === 0 ? "–" : `${num(Math.round((1000 * part) / whole) / 10)} %`;
}

/** The mean place, from how often each was reached. */
export function averagePlace(places: number[]): number | null {
  const games = places.reduce((sum, times) => sum + times, 0);
  return games === 0 ? null : places.reduce((sum, times, place) => sum + times * (place + 1), 0) / games;
}

/** What a win brought on average, in points. */
export function averageWin({ tally }: Pick<BookStatistics, "tally">): number | null {
  return tally.wins === 0 ? null : Math.round(tally.won / tally.wins);
}

/** The player's points at the end of each game, the oldest first. */
export function pointsOf(games: OwnGame[]): number[] {
  return games.map(({ game, seat }) => game.points[seat] ?? 0).toReversed();
}

/** A line through these values, as points of a drawing of this size. */
export function lineThrough(values: number[], width: number, height: number): string {
  const least = Math.min(0, ...values);
  const most = Math.max(...values, least + 1);
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values.map((value, place) => `${round(place * step)},${round(height - ((value - least) / (most - least)) * height)}`).join(" ");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
