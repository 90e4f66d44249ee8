import { it } from "vitest";
import { useBrowser } from "./browser.ts";
import { EVERY_SCREEN, expectOrder } from "./screens.ts";

useBrowser();

it.each(EVERY_SCREEN)("keeps everything apart and on the screen in a whole game of %s %s", (rules, _, seats, people) => expectOrder({ rules, seats, people, won: 4 }), 600_000);
