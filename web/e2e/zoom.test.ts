import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { TestWall } from "../src/wire.ts";
import { awaitTurn, DESKTOP, PHONE, resize, sitWithQuietBots, useBrowser, visitor } from "./browser.ts";
import { seenGeometry, watchGeometry } from "./geometry.ts";
import { claimMany, cutOff, onPlates, outOfReach, overlapping } from "./layout.ts";

// Readers set large letters in the browser, and media queries count in them too.
useBrowser(["--blink-settings=defaultFontSize=32"]);

/** A pocchi drawn in riichi: the sheet has chips, red tiles and long names. */
const WALL: TestWall = { hands: ["234678p23678s11z", "1479p1479s23456z", "1368p2068s23467z"], draws: "9m7z7z5rz", dora: "9m", ura: "9p" };

/** Words of a sheet that are broken between their letters. */
const brokenWords = (page: Page) =>
  page.locator("dialog .body").evaluate((body) => {
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    const broken: string[] = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.parentElement?.closest(".unseen, svg")) continue;
      for (const word of (node.textContent ?? "").matchAll(/[^\s-]+/g)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (lines.size > 1) broken.push(word[0]);
      }
    }
    return broken;
  });

it.each(["/", "/new?rules=zan", "/settings"])("fits %s into 360 px with letters twice as large", async (path) => {
  for (const language of ["en", "de", "ja", "zh"]) {
    const { page, context } = await visitor({ viewport: PHONE }, { language });
    await page.goto(path);
    await page.locator("main .button.main, main .field").first().waitFor();
    await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    await expect.poll(async () => [language, await cutOff(page)]).toEqual([language, []]);
    await context.close();
  }
});

it("keeps hand and calls in reach with letters twice as large", async () => {
  for (const viewport of [PHONE, DESKTOP]) {
    const { page, context } = await visitor({ viewport }, { language: "de", twoTap: "off" });
    await claimMany(page);
    await expect.poll(() => outOfReach(page, ".hand button, .calls button")).toEqual([]);
    await expect.poll(() => overlapping(page)).toEqual([]);
    // On a phone the switches are behind a button, which leaves its place to calls.
    if (viewport === PHONE) {
      await page.locator(".calls .pass").click();
      await page.locator(".auto").click();
    }
    await page.locator(".autoDiscard:visible").scrollIntoViewIfNeeded();
    await expect.poll(() => outOfReach(page, ".autoDiscard")).toEqual([]);
    await context.close();
  }
});

it.each([["zan", 3], ["tenhou", 4]] as const)("shows all names and points with letters twice as large, %s", async (rules, players) => {
  const screens = [PHONE, { width: PHONE.height, height: PHONE.width }, DESKTOP];
  const { page } = await visitor({ viewport: PHONE }, { language: "de", twoTap: "off" });
  await sitWithQuietBots(page, rules, players, []);
  await awaitTurn(page);
  for (const viewport of screens) {
    await resize(page, viewport);
    await expect.poll(() => onPlates(page), { message: `${viewport.width} px` }).toEqual([]);
  }
});

it("stacks the rows of a score sheet with letters twice as large", async () => {
  for (const viewport of [PHONE, DESKTOP]) {
    const { page, context } = await visitor({ viewport }, { language: "de", twoTap: "off", name: "Maximiliangottfriede" });
    await watchGeometry(page);
    await sitWithQuietBots(page, "zan", 3, [WALL]);
    await awaitTurn(page);
    await page.locator('.calls [aria-keyshortcuts="r"]').click();
    await page.locator('.hand [aria-disabled="false"]').last().click();
    await page.locator(".calls .call.main").click();
    await page.locator("dialog .sheet").waitFor();
    await expect.poll(async () => [viewport.width, await cutOff(page), await brokenWords(page)]).toEqual([viewport.width, [], []]);
    await expect.poll(async () => (await seenGeometry(page)).found).toEqual([]);
    await context.close();
  }
});
