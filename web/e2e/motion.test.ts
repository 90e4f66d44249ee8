import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { TestWall } from "../src/wire.ts";
import { awaitTurn, sitWithQuietBots, useBrowser, visitor } from "./browser.ts";
import { claimMany } from "./layout.ts";

useBrowser();

/** Notes what appears on the page for a moment only. */
async function watchMoments(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    const note = () => [".flight", ".dice", ".lay.dealing", ".veil .ribbon", ".concealed.falls"].forEach((asked) => document.querySelector(asked) && seen.add(asked));
    document.addEventListener("DOMContentLoaded", () => new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true }));
    Object.assign(window, { moments: () => [...seen].toSorted() });
  });
  return () => page.evaluate(() => (window as unknown as { moments: () => string[] }).moments());
}

/** All three wait from the start, and nobody takes a win. */
const WAITING: TestWall = { hands: ["234678p23678s11z", "123789p123789s9m", "222333666z111m7z"], dora: "9p", seed: 3 };

const motions: [string, object, boolean][] = [
  ["moves", {}, true],
  ["does not move with reduced motion", { lessMotion: true }, false],
];

it.each(motions)("a called tile %s to its meld after the deal", async (_, chosen, moves) => {
  const { page } = await visitor({}, chosen);
  const moments = await watchMoments(page);
  await claimMany(page);
  await expect.poll(moments).toEqual(moves ? [".dice", ".lay.dealing"] : []);
  // The tile is pressed, and the deal is over at once: nothing waits for it.
  await expect.poll(() => page.locator(".lay.dealing").count()).toBe(0);
  await page.locator(".calls .call").filter({ hasText: /^\s*Pon/ }).first().click();
  await page.locator(".own-melds .meld").waitFor();
  await awaitTurn(page);
  await expect.poll(moments).toEqual(moves ? [".dice", ".flight", ".lay.dealing"] : []);
  await page.locator(".flight").waitFor({ state: "detached" });
});

it.each(motions)("a hand that waits at the end of the wall %s on the table before the sheet", async (_, chosen, moves) => {
  const { page } = await visitor({}, chosen);
  const moments = await watchMoments(page);
  await sitWithQuietBots(page, "zan", 3, [WAITING]);
  await awaitTurn(page);
  // Every drawn tile is discarded, and nothing is called, until the sheet is open.
  await page.waitForFunction(
    () => {
      const tile = [...document.querySelectorAll<HTMLElement>('.hand[aria-busy="false"] [aria-disabled="false"]')].at(-1);
      // At the end of the wall the only buttons ask whether the hand waits.
      (document.querySelector<HTMLElement>(".calls .pass:not(:disabled)") ?? tile ?? document.querySelector<HTMLElement>(".calls .call:not(:disabled)"))?.click();
      return document.querySelector("dialog .sheet") !== null;
    },
    undefined,
    { polling: 20, timeout: 120_000 },
  );
  const seen = await moments();
  expect(seen.includes(".veil .ribbon")).toBe(moves);
  expect(seen).toContain(".concealed.falls");
});
