import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { serious } from "./axe.ts";
import { leaveToBots, PHONE, useBrowser, visitor } from "./browser.ts";
import { cutOff, meeting } from "./layout.ts";

useBrowser();

/** What the button says in each language. */
const SAYS = { en: "Download as Tenhou JSON", de: "Als Tenhou-JSON herunterladen", ja: "天鳳形式のJSONをダウンロード", zh: "下載天鳳 JSON" };
const RESULT = { en: "Final result", de: "Endergebnis", ja: "最終結果", zh: "最終結果" };

it("downloads a finished game as Tenhou's JSON from its replay, in every language", async () => {
  const first = await visitor();
  const table = await leaveToBots(first.page, "tenhou-sanma", 3);
  for (const language of ["en", "de", "ja", "zh"] as const) {
    const { page, context } = await visitor({ viewport: PHONE }, { language });
    await page.goto(`/replay/${table}`);
    // The bar has no room for the result beside the plates; the list of hands leads there.
    await page.locator(".scrubber .fold").click();
    await expect.poll(() => meeting(page, ".bar .icon, .bar .result", ".plate")).toBe(0);
    await page.locator(".more.unfolded button").first().click();
    await page.locator("dialog footer .button").click();
    await page.getByRole("heading", { name: RESULT[language] }).waitFor();
    const button = page.getByRole("button", { name: SAYS[language], exact: true });
    await button.scrollIntoViewIfNeeded();
    await expect.poll(async () => [language, await cutOff(page), await serious(page)]).toEqual([language, [], []]);
    const download = page.waitForEvent("download");
    await button.click();
    expect((await download).suggestedFilename()).toBe(`jantaku-${table}.json`);
    const { name, log } = JSON.parse(await readFile(await (await download).path(), "utf8")) as { name: string[]; log: unknown[][] };
    expect([name.slice(0, 3), log.length > 2]).toEqual([["tsumogiri", "tsumogiri", "Mika"], true]);
    await context.close();
  }
});

it("offers Tenhou's JSON only where it has a place for the game", async () => {
  const { page } = await visitor();
  const table = await leaveToBots(page, "zan", 3);
  await page.goto(`/replay/${table}`);
  await page.locator(".bar .result").last().click();
  await page.getByRole("heading", { name: "Final result" }).waitFor();
  await expect.poll(() => page.getByRole("button", { name: SAYS.en }).count()).toBe(0);
});
