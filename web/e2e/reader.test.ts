import { expect, it } from "vitest";
import { serious } from "./axe.ts";
import { PHONE, useBrowser, visitor } from "./browser.ts";
import { cutOff } from "./layout.ts";

useBrowser();

it.each(["zan", "zung-jung", "ryanzou-chankan+hana(variation=1)"])("reads %s on a phone", async (rules) => {
  const { page } = await visitor({ viewport: PHONE, hasTouch: true });
  await page.goto(`/rules/${encodeURIComponent(rules)}`);
  await page.getByRole("heading", { name: "At a glance" }).waitFor();
  await expect.poll(() => cutOff(page)).toEqual([]);
  await expect.poll(() => serious(page)).toEqual([]);
});

it("finds a clause, by its words and by a link into a folded rulebook", async () => {
  const { page } = await visitor({ viewport: PHONE, hasTouch: true });
  await page.goto("/rules/zan");
  await page.getByRole("searchbox").fill("pocchi riichi");
  // ZAN-15 speaks of both; ZAN-20 of neither.
  await page.locator("#ZAN-15").waitFor();
  await expect.poll(() => page.locator("#ZAN-20").isVisible()).toBe(false);
  await expect.poll(() => page.locator("#found").textContent()).toMatch(/^\d+ clauses$/);
  await page.goto("/rules/zan");
  await expect.poll(() => page.locator("#RB-05").isVisible()).toBe(false);
  await page.evaluate(() => (location.hash = "#RB-05"));
  await page.locator("#RB-05").waitFor();
  // Yaku and charts are folded on a phone; a link opens yaku, a search both.
  await expect.poll(() => page.locator("#yaku-kokushi").isVisible()).toBe(false);
  await expect.poll(() => page.locator("#ZAN-37 table").first().isVisible()).toBe(false);
  await page.evaluate(() => (location.hash = "#yaku-kokushi"));
  await page.locator("#yaku-kokushi").waitFor();
  await page.getByRole("searchbox").fill("haneman");
  await page.locator("#ZAN-37 table").first().waitFor();
});

it("shows yaku and charts at once where there is room", async () => {
  const { page } = await visitor();
  await page.goto("/rules/zan");
  await page.locator("#yaku-kokushi").waitFor();
  await page.locator("#ZAN-37 table").first().waitFor();
});

it("compares two rulebooks", async () => {
  const { page } = await visitor({ viewport: PHONE, hasTouch: true });
  await page.goto("/rules/ema-2025");
  await page.getByRole("link", { name: "Compare with another rulebook" }).tap();
  await page.getByLabel("with this one").selectOption("tenhou");
  await page.getByRole("button", { name: "Compare" }).tap();
  const row = page.locator("tr", { hasText: "game.start" });
  await expect.poll(() => row.textContent()).toMatch(/30,000.*25,000/);
  await expect.poll(() => serious(page)).toEqual([]);
});
