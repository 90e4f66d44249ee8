import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { awaitTurn, sitDown, useBrowser, visitor } from "./browser.ts";
import { playToTheEnd } from "./player.ts";

useBrowser();

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What axe finds serious on the page as it stands. */
async function serious(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (root: Document) => Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> } };
    const { violations } = await axe.run(document);
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
  });
}

it.each(["light", "dark"] as const)("has no serious fault on any page, %s", async (colorScheme) => {
  const { page } = await visitor({ colorScheme, reducedMotion: "reduce" });
  for (const path of ["/", "/new", "/settings", "/nowhere"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    expect([path, await serious(page)]).toEqual([path, []]);
  }
  await sitDown(page, "ZAN League sanma");
  await awaitTurn(page);
  expect(["table", await serious(page)]).toEqual(["table", []]);
  await page.getByRole("button", { name: "Menu" }).click();
  expect(["menu", await serious(page)]).toEqual(["menu", []]);
});

it("has no serious fault on score sheet, result, replay and wall check", async () => {
  const { page } = await visitor({ reducedMotion: "reduce" });
  await sitDown(page, "Zung Jung");
  await awaitTurn(page);
  await page.getByRole("switch", { name: "Auto discard" }).click();
  await page.getByRole("switch", { name: "No calls" }).click();
  await page.locator("dialog .sheet").waitFor({ timeout: 60_000 });
  expect(["sheet", await serious(page)]).toEqual(["sheet", []]);
  await playToTheEnd(page);
  expect(["result", await serious(page)]).toEqual(["result", []]);
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await page.getByRole("slider").waitFor();
  expect(["replay", await serious(page)]).toEqual(["replay", []]);
  await page.goto(page.url().replace("/replay/", "/fair/").replace(/\?.*/, ""), { waitUntil: "networkidle" });
  expect(["fair", await serious(page)]).toEqual(["fair", []]);
});

it("can be played with the keyboard alone", async () => {
  const { page } = await visitor();
  await sitDown(page, "Tenhou");
  for (const key of ["Enter", "3", "Enter"]) {
    await awaitTurn(page);
    const discards = await page.locator(".arm.bottom .discard").count();
    await page.keyboard.press(key);
    await expect.poll(() => page.locator(".arm.bottom .discard").count()).toBeGreaterThan(discards);
  }
  expect(await page.locator('[aria-live="polite"]').first().textContent()).not.toBe("");
});
