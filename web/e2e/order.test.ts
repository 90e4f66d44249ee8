import { it } from "vitest";
import { useBrowser } from "./browser.ts";
import { expectOrder, LANDSCAPE, PORTRAIT, TABLET, WIDE } from "./screens.ts";
import type { Person } from "./people.ts";

useBrowser();

// Every rulebook once and every screen twice; `make geometry` plays every rulebook on every screen, and longer hands.
const GAMES: [string, number, Person[]][] = [
  ["zan", 3, [PORTRAIT, LANDSCAPE]],
  ["zung-jung", 4, [WIDE, PORTRAIT]],
  ["ryanzou-chankan+hana(variation=3)", 4, [LANDSCAPE, TABLET]],
  ["sanmatsuri", 3, [TABLET, WIDE]],
];

it.each(GAMES)("keeps everything apart and on the screen in a whole game of %s", (rules, seats, people) => expectOrder({ rules, seats, people, won: 2 }), 600_000);
