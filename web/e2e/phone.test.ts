import { expect, it } from "vitest";
import { awaitTurn, DESKTOP, PHONE, resize, sitDown, sitWithQuietBots, useBrowser, visitor } from "./browser.ts";
import { claimMany, cutOff, onPlates, outOfReach, overlapping } from "./layout.ts";

useBrowser();

it.each(["/", "/new", "/settings"])("fits %s into 360 px", async (path) => {
  for (const language of ["en", "de", "ja", "zh"]) {
    const { page } = await visitor({ viewport: PHONE }, { language });
    await page.goto(path);
    await page.locator("main .button.main, main .field").first().waitFor();
    await expect.poll(async () => [language, await cutOff(page)]).toEqual([language, []]);
    await page.context().close();
  }
});

it.each(["ZAN League sanma", "Zung Jung"])("keeps everything of a %s table on the screen", async (rulebook) => {
  // A discard slides in from outside its river; only where it comes to rest counts.
  const { page } = await visitor({ viewport: PHONE, hasTouch: true, reducedMotion: "reduce" }, { language: "en", twoTap: "off" });
  await sitDown(page, rulebook);
  for (let look = 0; look < 25; look += 1) {
    await expect.poll(() => cutOff(page)).toEqual([]);
    // Find and measure in one step: a locator takes two, and a tile removed in between has no size.
    const keys = await page.evaluate(() => [...document.querySelectorAll(".hand button")].map((key) => key.getBoundingClientRect()));
    for (const key of keys) {
      expect(key.height).toBeGreaterThanOrEqual(44);
      expect(key.width).toBeGreaterThanOrEqual(22);
      expect(key.bottom).toBeLessThanOrEqual(PHONE.height);
    }
    // The next thing to decide: a sheet, a call or a tile.
    await page.waitForFunction(() => {
      const next = document.querySelector<HTMLElement>("dialog footer .main, .calls .call:not(:disabled)");
      const tile = [...document.querySelectorAll<HTMLElement>('.hand[aria-busy="false"] [aria-disabled="false"]')].at(-1);
      (next ?? tile)?.click();
      return next ?? tile;
    });
  }
});

it.each(["en", "de", "ja", "zh"])("keeps a hand, five calls and the switches on a phone, language %s", async (language) => {
  for (const viewport of [PHONE, { width: PHONE.height, height: PHONE.width }]) {
    const { page, context } = await visitor({ viewport }, { language, twoTap: "off" });
    await claimMany(page);
    await expect.poll(async () => [viewport.width, await outOfReach(page), await overlapping(page), await cutOff(page)]).toEqual([viewport.width, [], [], []]);
    await context.close();
  }
});

it("keeps a long title to two lines", async () => {
  const { page } = await visitor({ viewport: { width: 360, height: 740 } }, { language: "de" });
  await sitWithQuietBots(page, "ryanzou-chankan+hana", 4, []);
  await page.locator(".hand button").first().waitFor();
  const title = await page.locator("header h1").boundingBox();
  expect(title?.y).toBeGreaterThanOrEqual(2);
  expect(title?.height).toBeLessThan(40);
});

// The wall of three players is empty after nineteen discards of most, that of four after seventeen of some.
it.each([["zan", 3, 18], ["tenhou", 4, 17]] as const)("keeps names and points clear of full rivers, %s", async (rules, players, most) => {
  const screens = [PHONE, { width: PHONE.height, height: PHONE.width }, DESKTOP];
  const { page } = await visitor({ viewport: PHONE }, { twoTap: "off", lessMotion: true });
  await sitWithQuietBots(page, rules, players, []);
  await page.locator(".hand button").first().waitFor();
  for (let fullest = 0; fullest < most; ) {
    await page.evaluate(() => {
      const pass = document.querySelector<HTMLElement>(".calls .pass:not(:disabled)");
      const tile = [...document.querySelectorAll<HTMLElement>('.hand[aria-busy="false"] [aria-disabled="false"]')].at(-1);
      (pass ?? tile)?.click();
    });
    const before = fullest;
    fullest = Math.min(...(await page.locator(".river").evaluateAll((rivers) => rivers.map((river) => river.querySelectorAll(".discard").length))));
    if (fullest === before || (fullest % 6 > 1 && fullest < most)) continue;
    for (const viewport of screens) {
      await resize(page, viewport);
      await expect.poll(() => onPlates(page), { message: `${fullest} discards, ${viewport.width} px` }).toEqual([]);
    }
  }
});

it("discards with the second tap", async () => {
  const { page } = await visitor({ viewport: PHONE, hasTouch: true, isMobile: true });
  await sitDown(page, "ZAN League sanma");
  await awaitTurn(page);
  const tile = page.locator('.hand [aria-disabled="false"]').last();
  await tile.tap();
  await page.getByText("Press again to discard").waitFor();
  await expect.poll(() => page.locator(".arm.bottom .discard").count()).toBe(0);
  await tile.tap();
  await page.locator(".arm.bottom .discard").first().waitFor();
});
