import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { awaitTurn, discard, sitDown, useBrowser, visitor } from "./browser.ts";

useBrowser();

/** Everything that lies on the table, by name. */
const lying = (page: Page) =>
  page.evaluate(() => ({
    hand: [...document.querySelectorAll(".hand button")].map((tile) => tile.getAttribute("aria-label")),
    rivers: [...document.querySelectorAll(".river")].map((river) => [...river.querySelectorAll("[role=img]")].map((tile) => tile.getAttribute("aria-label"))),
    points: [...document.querySelectorAll(".points")].map((points) => points.textContent),
  }));

async function discardThrice(page: Page): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) {
    await awaitTurn(page);
    await discard(page);
  }
  await awaitTurn(page);
}

it("comes back to the same hand after a reload", async () => {
  const { page } = await visitor();
  await sitDown(page, "Tenhou");
  await discardThrice(page);
  const before = await lying(page);
  await page.reload();
  await awaitTurn(page);
  expect(await lying(page)).toEqual(before);
});

it("goes on by itself after the connection was lost", async () => {
  const { page, context } = await visitor();
  await sitDown(page, "ZAN League sanma");
  await discardThrice(page);
  const before = await lying(page);
  await context.setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await context.setOffline(false);
  await awaitTurn(page);
  expect(await lying(page)).toEqual(before);
  await page.locator('.hand [aria-disabled="false"]').last().click();
  await awaitTurn(page);
});
