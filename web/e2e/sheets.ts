import type { Page } from "playwright-core";
import type { TestWall } from "../src/wire.ts";
import { awaitTurn, sitWithQuietBots } from "./browser.ts";

/** A hand that ends in a score sheet, and the clauses that a referee would read out. */
export type Sheet = { rules: string; players: number; wall: TestWall; play: (page: Page) => Promise<void>; cites: string[] };

const EAST = "234678p23678s11z";
const OTHERS = ["1479m1479p147s22z", "2589m258p258s667z", "369m369p369s6677z"];

/** Presses the key of an offered call. */
async function call(page: Page, key: string): Promise<void> {
  await page.locator(`.calls .call:not(:disabled)[aria-keyshortcuts="${key}" i]`).first().waitFor();
  await page.keyboard.press(key);
}

async function discardDrawn(page: Page): Promise<void> {
  await awaitTurn(page);
  await page.keyboard.press("Enter");
}

export const SHEETS: Record<string, Sheet> = {
  "a flower dora in Hana": {
    rules: "hana",
    players: 4,
    wall: { hands: ["234m678p23678s11z", ...OTHERS], draws: "9m4z4z4z2f", replacements: "1s", dora: "1f", ura: "3z" },
    async play(page) {
      await discardDrawn(page);
      await call(page, "w");
    },
    // The flower set aside is dora by the flower that was turned, and the win is on its replacement.
    cites: ["HN-10", "HN-03"],
  },
  "a responsible player in Zung Jung": {
    rules: "zung-jung",
    players: 4,
    wall: { hands: ["12345678p22233z", "1479m147p1479s55z", "2589m258p258s667z", "369m36p369s66777z"], draws: "4z9p9p" },
    async play(page) {
      await discardDrawn(page);
      await call(page, "x");
      await call(page, "w");
    },
    cites: ["ZJ-73", "ZJ-74"],
  },
  "a kita replacement in SanMatsuri": {
    rules: "sanmatsuri",
    players: 3,
    wall: { hands: [EAST, "1479p1479s12356z", "1368p2568s23567z"], draws: "9m7z7z4z", replacements: "1s", dora: "3z", ura: "9p" },
    async play(page) {
      await discardDrawn(page);
      await call(page, "f");
      await call(page, "w");
    },
    // North is dora too, by the west that was turned.
    cites: ["SM-05", "SM-06", "SM-09"],
  },
  "a pocchi in ZAN": {
    rules: "zan",
    players: 3,
    wall: { hands: [EAST, "1479p1479s23456z", "1368p2068s23467z"], draws: "9m7z7z5rz", dora: "9m", ura: "9p" },
    async play(page) {
      await awaitTurn(page);
      await page.keyboard.press("r");
      await page.keyboard.press("Enter");
      await call(page, "w");
    },
    cites: ["ZAN-15", "ZAN-05", "ZAN-37"],
  },
  "four kans in Ryanzou Chankan": {
    rules: "ryanzou-chankan",
    players: 4,
    wall: { hands: ["222m333p444s666z1s"], draws: "2m", replacements: "3p4s6z9m" },
    async play(page) {
      for (let kans = 0; kans < 4; kans += 1) {
        await call(page, "k");
        await page.waitForFunction((many) => document.querySelectorAll(".own-melds .meld").length >= many, kans + 1);
      }
      await discardDrawn(page);
    },
    cites: ["RC-19", "RC-55"],
  },
};

/** Plays a hand to its score sheet. */
export async function openSheet(page: Page, { rules, players, wall, play }: Sheet): Promise<void> {
  await sitWithQuietBots(page, rules, players, [wall]);
  await play(page);
  await page.locator("dialog .sheet").waitFor();
}
