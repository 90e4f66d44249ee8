import { it } from "vitest";
import { useBrowser } from "./browser.ts";
import { EVERY_SCREEN, expectOrder } from "./screens.ts";

// Readers set large letters in the browser: sheets and results turn to one column by them.
useBrowser(["--blink-settings=defaultFontSize=32"]);

it.each(EVERY_SCREEN)("keeps everything apart with letters twice as large in a whole game of %s %s", (rules, _, seats, people) => expectOrder({ rules, seats, people, won: 2 }), 600_000);
