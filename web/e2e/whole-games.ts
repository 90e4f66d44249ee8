import { it } from "vitest";
import { useBrowser } from "./browser.ts";
import { expectOrder, LANDSCAPE, PORTRAIT, TABLET, WIDE } from "./screens.ts";
import type { Person } from "./people.ts";

useBrowser();

// Every rulebook on every screen. Three people share a table of three, and the fourth screen plays with bots.
const GAMES: [string, string, number, Person[]][] = [
  ["zan", "with friends", 3, [WIDE, TABLET, PORTRAIT]],
  ["zan", "with bots", 3, [{ ...LANDSCAPE, language: "en" }]],
  ["zung-jung", "with friends", 4, [WIDE, TABLET, PORTRAIT, LANDSCAPE]],
  ["ryanzou-chankan+hana(variation=3)", "with friends", 4, [PORTRAIT, LANDSCAPE, WIDE, TABLET]],
  ["sanmatsuri", "with friends", 3, [TABLET, WIDE, LANDSCAPE]],
  ["sanmatsuri", "with bots", 3, [{ ...PORTRAIT, language: "en" }]],
];

it.each(GAMES)("keeps everything apart and on the screen in a whole game of %s %s", (rules, _, seats, people) => expectOrder({ rules, seats, people, won: 4 }), 600_000);
