import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { serious } from "./axe.ts";
import { awaitTurn, DESKTOP, discard, PHONE, resize, sitWithQuietBots, useBrowser, visitor } from "./browser.ts";
import { cutOff, outOfReach, overlapping } from "./layout.ts";
import { openResult, playToTheLastSheet } from "./player.ts";

useBrowser();

/** Waits for 1 and 4 sou once the first draw, a useless terminal, is gone. The next draw wins. */
const WALL = { hands: ["234678p23678s11z", "1479p1479s23456z", "1368p2068s23467z"], draws: "9m7z7z4s", dora: "9m" };
const SCREENS = [DESKTOP, { width: 768, height: 1024 }, PHONE, { width: 844, height: 390 }];

/** Hints that lie on tiles, buttons or plates, or leave the screen. */
const misplaced = (page: Page) =>
  page.evaluate(() => {
    const boxes = (asked: string) => [...document.querySelectorAll(asked)].filter((each) => each.checkVisibility({ visibilityProperty: true })).map((each) => [each.className, each.getBoundingClientRect()] as const);
    const meet = (one: DOMRect, other: DOMRect) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const others = boxes(".hand button, .calls button, .switch, .auto, .plate, .discard .tile, .own-melds .tile");
    return boxes(".hints li").flatMap(([, box]) => [
      ...(box.left < 0 || box.top < 0 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5 ? ["beyond the screen"] : []),
      ...others.filter(([, other]) => meet(box, other)).map(([name]) => name),
    ]);
  });

it.each(["en", "de", "ja", "zh"])("shows the three best choices on every screen, language %s", async (language) => {
  const { page } = await visitor({}, { hints: true, twoTap: "off", lessMotion: true, language });
  await sitWithQuietBots(page, "zan", 3, [WALL]);
  await awaitTurn(page);
  const hints = page.locator(".hints li");
  await expect.poll(() => hints.count()).toBe(3);
  for (const viewport of SCREENS) {
    await resize(page, viewport);
    const place = `${language} ${viewport.width}`;
    await expect.poll(() => misplaced(page), { message: place }).toEqual([]);
    await expect.poll(async () => [place, await cutOff(page), await outOfReach(page), await overlapping(page)]).toEqual([place, [], [], []]);
    await expect.poll(async () => [place, await serious(page)]).toEqual([place, []]);
  }
});

it("changes the hint with every decision and puts a win first", async () => {
  const { page, frames } = await visitor({}, { hints: true });
  await sitWithQuietBots(page, "zan", 3, [WALL]);
  await awaitTurn(page);
  const first = page.locator(".hints li").first();
  await expect.poll(() => first.textContent()).toMatch(/Discard 9 man: expected .* chips, useful tiles: 8, danger 0 %/);
  await page.locator('.calls [aria-keyshortcuts="r"]').click();
  await page.locator('.hand [aria-disabled="false"]').last().click();
  await expect.poll(() => first.textContent()).toMatch(/^Tsumo/);
  const told = frames.filter((frame) => frame.includes('"t":"hint"'));
  expect(told.length).toBeGreaterThanOrEqual(2);
});

it("hints only while the switch is on", async () => {
  const { page, frames } = await visitor();
  await sitWithQuietBots(page, "zan", 3, [WALL]);
  await awaitTurn(page);
  await expect.poll(() => page.locator("ol.hints").count()).toBe(0);
  const hints = page.getByRole("switch", { name: "Hints" });
  expect(frames.some((frame) => frame.includes('"t":"hint"'))).toBe(false);
  await hints.click();
  await expect.poll(() => page.locator(".hints li").count()).toBe(3);
  await hints.click();
  await expect.poll(() => page.locator("ol.hints").count()).toBe(0);
  await discard(page);
});

it("offers no hints where several people play, and says so before they sit down", async () => {
  const { page } = await visitor({}, { hints: true });
  await page.goto("/new");
  const allow = page.getByRole("checkbox", { name: /^Allow hints/ });
  await expect.poll(() => allow.isChecked()).toBe(true);
  await page.getByLabel("Seat 2").selectOption("open");
  await expect.poll(() => allow.isChecked()).toBe(false);
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByText("No hints at this table.").waitFor();
  // The host fills the table with bots of a level; then one person plays.
  await page.getByRole("combobox", { name: "Bots", exact: true }).selectOption("greedy");
  await page.getByRole("button", { name: "Fill with bots and start" }).click();
  await awaitTurn(page);
  await page.getByRole("switch", { name: "Hints" }).waitFor();
});

it("introduces bots by face, name and character", async () => {
  for (const viewport of [DESKTOP, PHONE]) {
    const { page, context } = await visitor({ viewport });
    await page.goto("/new");
    await page.getByLabel("Seat 2").selectOption("greedy");
    await page.getByText("Usagi").waitFor();
    await page.getByText("Always in a hurry").waitFor();
    expect([viewport.width, await cutOff(page), await serious(page)]).toEqual([viewport.width, [], []]);
    await page.getByLabel("As listed here; seat 1 is East").check();
    await page.getByRole("button", { name: "Open the table" }).click();
    // Upright phones have no room for the faces of three others.
    await page.locator(".plate .bot-face").first().waitFor({ state: viewport === DESKTOP ? "visible" : "attached" });
    await page.locator(".plate .who", { hasText: "Usagi" }).waitFor({ state: "attached" });
    await context.close();
  }
});

it("reviews a finished game in its replay", async () => {
  const { page } = await visitor();
  await sitWithQuietBots(page, "zan", 3, []);
  await playToTheLastSheet(page);
  await openResult(page);
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await page.getByRole("button", { name: "Review", exact: true }).click();
  // A bot that discards whatever it draws has much to learn.
  const player = page.getByLabel("Player");
  await player.selectOption("Usagi");
  await page.getByText(/decisions were what the bot would have done/).waitFor();
  await expect.poll(async () => ["review", await serious(page)]).toEqual(["review", []]);
  await resize(page, PHONE);
  await expect.poll(() => cutOff(page)).toEqual([]);
  const worst = page.locator(".worst button");
  await expect.poll(() => worst.count()).toBe(10);
  await worst.first().click();
  await page.locator(".verdict").getByText(/^Played: .* · Cost: .* chips$/).waitFor();
  await expect.poll(() => page.locator(".hints li").count()).toBeGreaterThan(0);
  for (const viewport of SCREENS) {
    await resize(page, viewport);
    await expect.poll(() => misplaced(page), { message: String(viewport.width) }).toEqual([]);
    await expect.poll(async () => [viewport.width, await serious(page)]).toEqual([viewport.width, []]);
  }
});
