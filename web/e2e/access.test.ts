import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { serious, violations } from "./axe.ts";
import { openSheet, SHEETS, type Sheet } from "./sheets.ts";
import { awaitTurn, DESKTOP, discard, discarded, leaveToBots, listen, PHONE, sitDown, useBrowser, visitor } from "./browser.ts";

useBrowser();

const EVERY_PAGE = ["/", "/new", "/find", "/me", "/friends", "/settings", "/score", "/books", "/write", "/nowhere", "/rules/zan", "/rules/zung-jung", "/rules/zan/statistics", "/compare?left=zan&right=tenhou"];

async function expectNoFault(page: Page, what: string): Promise<void> {
  await expect.poll(async () => [what, await violations(page)]).toEqual([what, []]);
}

it.each([["light", DESKTOP], ["dark", PHONE]] as const)("has no fault on any page, %s", async (colorScheme, viewport) => {
  const { page } = await visitor({ viewport, colorScheme, reducedMotion: "reduce" });
  for (const path of EVERY_PAGE) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expectNoFault(page, path);
  }
  await page.goto("/");
  await page.getByRole("button", { name: /^Play with friends/ }).click();
  await page.getByLabel("Invitation").first().waitFor();
  await expectNoFault(page, "waiting");
  await page.goto("/");
  await page.getByRole("button", { name: "Learn by playing: ZAN League sanma" }).click();
  await awaitTurn(page);
  await page.getByRole("region", { name: "Your turn" }).waitFor();
  await expectNoFault(page, "table");
  await page.getByRole("button", { name: "Menu" }).click();
  await expectNoFault(page, "menu");
});

it("has no fault on the pages of a finished game", async () => {
  const { page } = await visitor({ reducedMotion: "reduce" });
  const table = await leaveToBots(page, "tenhou-sanma", 3);
  await page.goto(`/table/${table}`);
  await page.locator("dialog").first().waitFor();
  await expectNoFault(page, "table");
  await page.goto(`/replay/${table}?at=40`);
  await page.getByRole("slider", { name: "Position in the game" }).waitFor();
  await expectNoFault(page, "replay");
  await page.goto(`/fair/${table}`);
  await page.getByRole("heading", { name: "Walls", exact: true }).waitFor();
  await expectNoFault(page, "proof");
  await page.goto("/me", { waitUntil: "networkidle" });
  await page.locator(`main a[href^="/table/${table}"], main a[href^="/replay/${table}"]`).first().waitFor();
  await expectNoFault(page, "statistics");
});

it.each([["light", DESKTOP], ["dark", PHONE]] as const)("has no fault on a score sheet, %s", async (colorScheme, viewport) => {
  const { page } = await visitor({ viewport, colorScheme, reducedMotion: "reduce" }, { twoTap: "off" });
  await openSheet(page, SHEETS["a pocchi in ZAN"] as Sheet);
  await expectNoFault(page, "sheet");
});

it("draws tiles as ink on ivory where the device forces its colours", async () => {
  const { page } = await visitor({ forcedColors: "active", colorScheme: "dark" });
  await sitDown(page, "Tenhou");
  const grounds = await page.evaluate(() => [...document.querySelectorAll(".hand .tile")].map((tile) => getComputedStyle(tile).backgroundColor));
  const brightness = grounds.map((ground) => Math.min(...(ground.match(/\d+/g) ?? []).slice(0, 3).map(Number)));
  expect(Math.min(...brightness)).toBeGreaterThan(180);
});

it("can be played with the keyboard alone", async () => {
  const { page } = await visitor();
  await sitDown(page, "Tenhou");
  const heard = await listen(page);
  for (const key of ["Enter", "3", "Enter"]) {
    await awaitTurn(page);
    await discarded(page, () => page.keyboard.press(key));
  }
  await expect.poll(heard).toContain("discards");
});

it("can be played and asked by typing", async () => {
  const { page } = await visitor();
  await sitDown(page, "Tenhou");
  await awaitTurn(page);
  await page.keyboard.press("/");
  const line = page.getByRole("textbox", { name: "Type a command" });
  const say = async (words: string) => {
    await line.fill(words);
    await line.press("Enter");
  };
  await say("hand");
  const said = page.locator("aside [role=status]");
  const held = await page.locator(".hand button .tile").count();
  await expect.poll(async () => (await said.textContent())?.split(", ").length).toBe(held);
  await expect.poll(async () => ["log", await serious(page)]).toEqual(["log", []]);
  await say("drawn");
  await page.locator(".arm.bottom .discard").first().waitFor();
  await expect.poll(() => line.inputValue()).toBe("");
  await expect.poll(() => line.evaluate((field) => field === document.activeElement)).toBe(true);
});

it("opens the log at its newest line and follows it", async () => {
  const { page } = await visitor({ viewport: PHONE }, { twoTap: "off" });
  await sitDown(page, "Tenhou");
  const log = page.getByRole("log");
  const toTheEnd = () => log.evaluate((node) => Math.round(node.scrollHeight - node.scrollTop - node.clientHeight));
  for (let turn = 0; turn < 4; turn += 1) {
    await awaitTurn(page);
    await discard(page);
  }
  await awaitTurn(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Log" }).click();
  await expect.poll(() => log.evaluate((node) => node.scrollHeight > 2 * node.clientHeight)).toBe(true);
  await expect.poll(toTheEnd).toBeLessThanOrEqual(1);
  const before = await log.locator("li").count();
  await page.locator('.hand [aria-disabled="false"]').last().click();
  await expect.poll(() => log.locator("li").count()).toBeGreaterThan(before);
  await expect.poll(toTheEnd).toBeLessThanOrEqual(1);
  // Someone who has scrolled back is not pulled to the end.
  await log.evaluate((node) => (node.scrollTop = 0));
  await awaitTurn(page);
  await page.locator('.hand [aria-disabled="false"]').last().click();
  await awaitTurn(page);
  await expect.poll(() => log.evaluate((node) => node.scrollTop)).toBe(0);
});

it("can be put on a home screen", async () => {
  const { page } = await visitor();
  await page.goto("/");
  const address = await page.locator("link[rel=manifest]").getAttribute("href");
  const answer = await page.request.get(address ?? "");
  expect(answer.headers()["content-type"]).toBe("application/manifest+json");
  const manifest = (await answer.json()) as { start_url: string; display: string; icons: { src: string }[] };
  expect([manifest.start_url, manifest.display]).toEqual(["/", "standalone"]);
  for (const icon of manifest.icons) expect((await page.request.get(icon.src)).ok()).toBe(true);
});

it("shows the rules in the language that was chosen", async () => {
  const { page } = await visitor({}, { language: "de" });
  await page.goto("/rules/zan#ZAN-37");
  await page.getByRole("heading", { name: "Klauseln von zan" }).waitFor();
  await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("de");
  expect(new URL(page.url()).hash).toBe("#ZAN-37");
  await expect.poll(() => serious(page)).toEqual([]);
});

it("writes Chinese in simplified characters where those are chosen", async () => {
  const { page } = await visitor({}, { language: "zh", simplified: false });
  await page.goto("/settings");
  await page.getByRole("radio", { name: "繁體中文", checked: true }).waitFor();
  await page.getByRole("heading", { name: "設定" }).waitFor();
  await page.getByRole("radio", { name: "简体中文" }).check();
  await page.getByRole("heading", { name: "设置" }).waitFor();
  await page.locator('html[lang="zh-Hans"]').waitFor();
  await page.goto("/rules/zung-jung");
  await page.locator('html[lang="zh-Hans"]').waitFor();
  await page.getByRole("heading", { name: "中庸麻将" }).waitFor();
  await page.goto("/settings");
  await page.getByRole("radio", { name: "简体中文", checked: true }).waitFor();
});

it("shows the rules in the colours that were chosen", async () => {
  const { page } = await visitor({ colorScheme: "light" }, { theme: "dark" });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto("/settings");
  const chosen = await ground();
  await page.goto("/rules/zan");
  await expect.poll(() => ground()).toBe(chosen);
  expect(chosen).toBe("rgb(20, 23, 19)");
});
