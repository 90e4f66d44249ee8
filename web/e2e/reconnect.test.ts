import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { TestWall } from "../src/wire.ts";
import { awaitTurn, discard, listen, sitDown, sitWithQuietBots, useBrowser, visitor } from "./browser.ts";

useBrowser();

/** A hand far from winning, so that nothing but the discard is asked. */
const SCATTERED: TestWall = { hands: ["1479m1479p1479s1z", "", "", ""], draws: "5z", dora: "9p" };

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
  // The table arrives first, the player's turn a moment later.
  await expect.poll(() => lying(page)).toEqual(before);
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
  // The table arrives first, the player's turn a moment later.
  await expect.poll(() => lying(page)).toEqual(before);
  await page.locator('.hand [aria-disabled="false"]').last().click();
  await awaitTurn(page);
});

it("keeps a chosen riichi while the connection comes back", async () => {
  const { page, context, frames } = await visitor();
  await sitWithQuietBots(page, "zan", 3, [{ hands: ["234678p23678s11z", "1479p1479s23456z", "1368p2068s23467z"], draws: "9m7z7z", dora: "9m" }]);
  await awaitTurn(page);
  await page.locator(".calls").getByRole("button", { name: "Riichi", exact: true }).click();
  await page.getByRole("button", { name: "Cancel" }).waitFor();
  await context.setOffline(true);
  await page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await page.locator(".lay.lost").waitFor();
  await context.setOffline(false);
  // The server greets again and repeats its prompt; a tile pressed now must still declare the riichi.
  await expect.poll(() => frames.filter((frame) => frame.startsWith('{"t":"hello"')).length).toBe(2);
  await page.locator(".lay.lost").waitFor({ state: "detached" });
  await page.locator('.hand [aria-disabled="false"]').last().click();
  await page.locator(".plate.bottom .flags", { hasText: "Riichi" }).waitFor();
});

it("sends a discard once the connection is back, and says so", async () => {
  const { page, context } = await visitor();
  await sitWithQuietBots(page, "tenhou", 4, [SCATTERED]);
  await awaitTurn(page);
  await context.setOffline(true);
  await page.locator(".message").getByText("Connection lost").waitFor();
  await page.locator('.hand [aria-disabled="false"]').last().click();
  await page.locator(".message").getByText("Will be sent once you are back online").waitFor();
  await expect.poll(() => page.locator('.hand[aria-busy="true"] .sending').count()).toBe(1);
  await expect.poll(() => page.locator(".arm.bottom .discard").count()).toBe(0);
  await context.setOffline(false);
  await page.locator(".arm.bottom .discard").first().waitFor();
  await page.locator(".message").getByText("Back online. Sent: Discard").waitFor();
  await awaitTurn(page);
  await expect.poll(() => page.locator(".arm.bottom .discard").count()).toBe(1);
});

it("says that the time is up and what was discarded", async () => {
  const { page } = await visitor();
  await sitWithQuietBots(page, "tenhou", 4, [SCATTERED], { seconds: 4, bank: 0 });
  const heard = await listen(page);
  // The clock is close to the hand, where the player looks.
  const place = await page.locator(".own-side [role=timer]").boundingBox();
  const hand = await page.locator(".hand").boundingBox();
  expect((hand?.y ?? 0) - (place?.y ?? 0)).toBeLessThan(120);
  await page.locator(".message").getByText("Time is up: haku was discarded for you").waitFor();
  await expect.poll(heard).toContain("Time is up: haku was discarded for you");
});
