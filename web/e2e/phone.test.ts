import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { PHONE, sitDown, useBrowser, visitor } from "./browser.ts";

useBrowser();

/** Everything that reaches beyond the sides of the screen, or lies upon something else that can be pressed. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>(".tile, button, a, input, select, p, h1, h2, td, th")].filter(
      (each) => !each.closest(".unseen, .why") && each.getClientRects().length > 0,
    );
    const beyond = shown.filter((each) => {
      const box = each.getBoundingClientRect();
      return box.width > 0 && (box.left < -0.5 || box.right > innerWidth + 0.5);
    });
    const wide = document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : [];
    return [...wide, ...beyond.map((each) => `${each.className} ${each.textContent?.slice(0, 30)}`)];
  });

it.each(["/", "/new", "/settings"])("fits %s into 360 px", async (path) => {
  for (const language of ["en", "de", "ja", "zh"]) {
    const { page } = await visitor({ viewport: PHONE }, { language });
    await page.goto(path);
    await page.locator("main .button.main, main .field").first().waitFor();
    expect([language, await cutOff(page)]).toEqual([language, []]);
    await page.context().close();
  }
});

it.each(["ZAN League sanma", "Zung Jung"])("keeps everything of a %s table on the screen", async (rulebook) => {
  const { page } = await visitor({ viewport: PHONE, hasTouch: true }, { language: "en", twoTap: "off" });
  await sitDown(page, rulebook);
  for (let look = 0; look < 25; look += 1) {
    expect(await cutOff(page)).toEqual([]);
    const keys = await page.locator(".hand button").evaluateAll((all) => all.map((key) => key.getBoundingClientRect()));
    for (const key of keys) {
      expect(key.height).toBeGreaterThanOrEqual(44);
      expect(key.width).toBeGreaterThanOrEqual(22);
      expect(key.bottom).toBeLessThanOrEqual(PHONE.height);
    }
    await page.evaluate(() => {
      const next = document.querySelector<HTMLElement>("dialog footer .main, .calls .call:not(:disabled)");
      const tile = [...document.querySelectorAll<HTMLElement>('.hand [aria-disabled="false"]')].at(-1);
      (next ?? tile)?.click();
    });
    await page.waitForTimeout(120);
  }
});

it("discards with the second tap", async () => {
  const { page } = await visitor({ viewport: PHONE, hasTouch: true, isMobile: true });
  await sitDown(page, "ZAN League sanma");
  const tile = page.locator('.hand [aria-disabled="false"]').last();
  await tile.waitFor();
  await tile.tap();
  await page.getByText("Press again to discard").waitFor();
  expect(await page.locator(".arm.bottom .discard").count()).toBe(0);
  await tile.tap();
  await page.locator(".arm.bottom .discard").first().waitFor();
});
