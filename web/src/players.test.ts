import { expect, it } from "vitest";
import { awaitedNames, ranked } from "./players.ts";
import { emptyView } from "./view.ts";
import type { TableInfo } from "./wire.ts";

it("names the others who still have the score sheet open", () => {
  const view = emptyView(3);
  const table = { players: ["Mika", "Ran", "Kiku"].map((name) => ({ name })) } as TableInfo;
  const between = { awaited: [0, 1, 2], result: null, seat: 0, table, view };
  expect(awaitedNames(between)).toEqual([]);
  view.outcome.settled = true;
  expect(awaitedNames(between)).toEqual(["Ran", "Kiku"]);
});

it("ranks a finished game by place, ties by seat", () => {
  expect(ranked({ places: [3, 1, 3, 2] }).map(({ seat }) => seat)).toEqual([1, 3, 0, 2]);
});
