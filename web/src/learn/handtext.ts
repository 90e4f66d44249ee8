import { WINDS, type Side, type View } from "../view.ts";
import type { Seat, Tile } from "../seen.ts";

/** A hand as the server reads it, and the tiles that lie in the open elsewhere. */
export type HandText = { hand: string; seen: string };

/** The hand of a seat in notation, with its melds and winds, and everything else that this seat sees; null while its tiles are unknown. */
export function handText(view: View, seat: Seat): HandText | null {
  const side = view.sides[seat];
  const tiles = side && concealed(side);
  if (!side || !tiles || tiles.length === 0 || view.outcome.settled) return null;
  const melds = side.melds.map((meld) => `[${meld.tiles.join("")} ${meld.kind}]`);
  const wind = WINDS[(seat - view.standing.dealer + view.seats) % view.seats] ?? "east";
  const hand = [tiles.slice(0, -1).join(""), ...melds, `+${tiles.at(-1) ?? ""}`, `seat=${wind}`, `round=${view.standing.round}`];
  const own = side.aside.length > 0 ? [`aside=${side.aside.join("")}`] : [];
  return { hand: [...hand, ...own].join(" "), seen: seenBy(view, seat).join("") };
}

/** The tiles of a hand, the drawn one last. */
function concealed(side: Side): Tile[] | null {
  if (!side.hand) return null;
  return side.drawn === null ? side.hand : [...side.hand, side.drawn];
}

/** Indicators, discards that nobody called, and what the others have laid out. */
function seenBy(view: View, seat: Seat): Tile[] {
  const others = view.sides.filter((_, other) => other !== seat);
  return [
    ...view.indicators,
    ...view.sides.flatMap((side) => side.river.filter((discard) => discard.calledBy === null).map((discard) => discard.tile)),
    ...others.flatMap((side) => [...side.aside, ...side.melds.flatMap((meld) => meld.tiles), ...(side.shown ?? [])]),
  ];
}
