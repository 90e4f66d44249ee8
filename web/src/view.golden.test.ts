// The golden views of tests/views, which the folds in Rust are held to as well (crates/wire/tests/views.rs).
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { SeenEvent, Tile } from "./seen.ts";
import { apply, emptyView, type Side, type View } from "./view.ts";

const FOLDER = new URL("../../tests/views/", import.meta.url);

type Line = { e: SeenEvent; left: number; seen?: Record<string, SeenEvent | null>; views?: Record<string, unknown> };

const inOrder = (tiles: Tile[]): Tile[] => [...tiles].sort();

function writtenSide(side: Side): unknown {
  const open = side.melds.filter((meld) => meld.tiles.length > 0);
  return {
    hand: side.hand && inOrder([...side.hand, ...(side.drawn === null ? [] : [side.drawn])]),
    count: side.count,
    drawn: side.drawn,
    melds: open.map((meld) => `${meld.kind} ${inOrder(meld.tiles).join(" ")}`).sort(),
    hidden_kans: side.melds.length - open.length,
    aside: inOrder(side.aside),
    river: side.river.map(({ tile, drawn, turned, calledBy }) => `${tile}${drawn ? " drawn" : ""}${turned ? " riichi" : ""}${calledBy === null ? "" : " called"}`),
    riichi: side.riichi,
    shown: side.shown && inOrder(side.shown),
    dead: side.dead,
  };
}

function written(view: View): unknown {
  const { dealer, honba, sticks } = view.standing;
  const { points, chips, indicators, ura, left } = view;
  return { dealer, honba, sticks, points, chips, indicators, ura, left, sides: view.sides.map(writtenSide) };
}

describe.each(readdirSync(FOLDER))("%s", (file) => {
  const [head = "", ...rest] = readFileSync(new URL(file, FOLDER), "utf8").trim().split("\n");
  const table = JSON.parse(head) as { seats: number; start: number; stick: number };
  const lines = rest.map((line) => JSON.parse(line) as Line);
  const viewers = [...Array(table.seats).keys()].map(String).concat("spectator");

  it.each(viewers)("is seen by %s", (viewer) => {
    const view = emptyView(table.seats, table.start, table.stick);
    let looks = 0;
    lines.forEach(({ e, left, seen, views }, place) => {
      const told = seen && viewer in seen ? seen[viewer] : e;
      if (told) apply(view, place + 1, told, { left });
      else view.left = left;
      if (!views) return;
      expect(written(view), `line ${place + 2}`).toEqual(views[viewer]);
      looks += 1;
    });
    expect(looks).toBeGreaterThan(2);
  });
});
