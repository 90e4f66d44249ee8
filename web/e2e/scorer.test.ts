import { expect, it } from "vitest";
import type { Page } from "playwright-core";
import { serious } from "./axe.ts";
import { PHONE as SMALL, useBrowser, visitor } from "./browser.ts";
import { cutOff } from "./layout.ts";

useBrowser();

const PHONE = { viewport: SMALL, hasTouch: true, isMobile: true };

/** Opens the scorer with a rulebook and waits for its tiles. */
async function open(page: Page, rules: string, more = ""): Promise<void> {
  await page.goto(`/score?rules=${rules}${more}`);
  await page.getByRole("group", { name: "Tiles", exact: true }).waitFor();
}

async function tapTiles(page: Page, names: string[]): Promise<void> {
  const keys = page.getByRole("group", { name: "Tiles", exact: true });
  for (const name of names) await keys.getByRole("button", { name, exact: true }).tap();
}

const tap = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).tap();
const verdict = (page: Page) => page.locator(".verdict");
const cites = (page: Page) => page.locator(".sheet a").evaluateAll((links) => links.map((link) => link.textContent));
const pin = (...numbers: number[]) => numbers.map((n) => `${n} pin`);
const sou = (...numbers: number[]) => numbers.map((n) => `${n} sou`);
const man = (...numbers: number[]) => numbers.map((n) => `${n} man`);

/** ZAN-17, ZAN-15, ZAN-05: 2 han open riichi, tsumo, pinfu and, as a 4s, one dora; 5 han of a player who does not deal are 3,000 and 5,000 (ZAN-38). */
it("scores a ZAN open riichi that draws the pocchi, by taps", async () => {
  const { page } = await visitor(PHONE);
  await open(page, "zan");
  await tapTiles(page, [...pin(2, 3, 4, 6, 7, 8), ...sou(2, 3, 6, 7, 8), "West", "West", "pocchi"]);
  await tap(page, "Tsumo");
  await tap(page, "Open riichi");
  await tap(page, "Indicators");
  await tapTiles(page, sou(3));
  const sheet = page.locator(".sheet");
  await expect.poll(() => sheet.locator(".total").textContent()).toContain("5 han");
  await expect.poll(() => verdict(page).textContent()).toContain("8,000");
  await expect.poll(() => sheet.textContent()).toContain("+2 chips");
  const cited = await cites(page);
  for (const clause of ["ZAN-17", "ZAN-15", "ZAN-05", "ZAN-38"]) expect(cited).toContain(clause);
  await expect.poll(() => serious(page)).toEqual([]);
});

/** 123 three times counts 120 (ZJ-44), 5 (ZJ-20) and 5 (ZJ-21); read as triplets, of which a discard opens one, it would be 110. */
it("scores the better of two arrangements of a Zung Jung hand", async () => {
  const { page } = await visitor(PHONE);
  await open(page, "zung-jung");
  const [m, p] = [(...numbers: number[]) => numbers.map((n) => `${n} characters`), (...numbers: number[]) => numbers.map((n) => `${n} circles`)];
  await tapTiles(page, [...m(1, 1, 2, 2, 2, 3, 3, 3), ...p(7, 8, 9, 5, 5), ...m(1)]);
  await expect.poll(() => verdict(page).textContent()).toContain("390");
  const sheet = page.locator(".sheet");
  await expect.poll(() => sheet.locator(".total").textContent()).toContain("130");
  const cited = await cites(page);
  for (const clause of ["ZJ-20", "ZJ-21", "ZJ-44", "ZJ-73"]) expect(cited).toContain(clause);
  // The other arrangement would bring three times 20 less.
  await expect.poll(() => sheet.locator("details").first().textContent()).toContain("−60");
  // The first discarder of the tile pays 3 × 130 − 50.
  await expect.poll(() => sheet.textContent()).toContain("340");
  await expect.poll(() => page.getByRole("button", { name: "Riichi" }).count()).toBe(0);
});

/** HN-23 gives a han for each own flower, HN-20 4 fu for each: riichi and two own flowers, 20 + 10 + 2 + 8 fu. */
it("scores seat flowers of Hana", async () => {
  const { page } = await visitor(PHONE);
  await open(page, "hana");
  await tapTiles(page, [...man(2, 3, 4, 5, 6, 7), ...pin(3, 4, 5), ...sou(6, 8, 9, 9, 7)]);
  await tap(page, "Riichi");
  await tap(page, "Set aside");
  await tapTiles(page, ["ran", "natsu"]);
  await expect.poll(() => verdict(page).textContent()).toContain("5,200");
  await expect.poll(() => page.locator(".sheet .total").textContent()).toMatch(/3 han.*40 fu/);
  const cited = await cites(page);
  for (const clause of ["HN-23", "HN-20"]) expect(cited).toContain(clause);
  await page.getByText("The same hand under every rulebook").tap();
  const rows = page.locator(".compare li");
  await expect.poll(() => rows.count()).toBeGreaterThan(6);
  // Without flowers it is riichi alone: 1 han 40 fu, 1,300.
  const tenhou = await rows.filter({ hasText: "Tenhou", hasNotText: "three" }).textContent();
  expect(tenhou).toContain("1,300");
  expect(tenhou).toContain("tiles set aside");
  await expect.poll(() => serious(page)).toEqual([]);
});

it("prevents or explains what cannot be", async () => {
  const { page, context, faults } = await visitor({ ...PHONE, permissions: ["clipboard-read", "clipboard-write"] });
  await open(page, "tenhou");
  const keys = page.getByRole("group", { name: "Tiles", exact: true });
  await tapTiles(page, ["1 man", "1 man", "1 man", "1 man"]);
  await expect.poll(() => keys.getByRole("button", { name: "1 man", exact: true }).isDisabled()).toBe(true);
  await expect.poll(() => verdict(page).textContent()).toBe("10 more tiles");
  await tap(page, "Clear");
  const line = page.getByLabel("The hand as text");
  await line.fill("123m456p789s1122z +1z first-turn honba=1 [555s");
  await page.getByRole("alert").getByText("Not understood").waitFor();
  // A ron in the first go-around without a yaku for it, and not from a player before the winner.
  await line.fill("123m456p789s1122z +1z first-turn from=west");
  await page.getByText("first_turn: south has already drawn before west discards").waitFor();
  // A hand that cannot be is a bad request, which the browser reports too.
  expect(faults.splice(0).every((fault) => fault.includes("400"))).toBe(true);
  await line.fill("234m567m345p67s99s +8s riichi dora=1z");
  await expect.poll(() => verdict(page).textContent()).toContain("2,000");
  await tap(page, "Copy as text");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain("234567m345p6799s +8s riichi dora=1z");
  expect(copied).toMatch(/riichi 1 han \(RB-\d+\)/i);
  const address = copied.split("\n").at(-1) ?? "";
  const other = await context.newPage();
  await other.goto(address);
  await expect.poll(() => verdict(other).textContent()).toContain("2,000");
});

/** The settlement of docs/PAPER.md: mangan and 1 han 30 fu off east, north in riichi, two honba and a stick. */
it("settles a hand with two winners and goes on to the next", async () => {
  const { page } = await visitor(PHONE);
  await open(page, "ryanzou-chankan");
  await page.getByRole("tab", { name: "Settle a hand" }).tap();
  await page.locator("form select").nth(1).selectOption("3");
  const more = (name: string) => page.getByRole("button", { name: `More: ${name}`, exact: true }).tap();
  await more("Honba");
  await more("Honba");
  await more("Riichi sticks on the table");
  await page.getByRole("group", { name: "In riichi" }).getByRole("button", { name: "North" }).tap();
  await page.getByRole("group", { name: "Winner 1" }).getByLabel("Value").selectOption("mangan");
  await tap(page, "Another winner");
  await page.getByRole("group", { name: "Winner 2" }).locator("select").first().selectOption("2");
  const points = page.locator(".points-part");
  await expect.poll(() => points.textContent()).toContain("35,600");
  for (const sum of ["14,800", "26,600", "24,000"]) await expect.poll(() => points.textContent()).toContain(sum);
  await expect.poll(() => page.locator(".settle").textContent()).toContain("South deals next");
  await expect.poll(() => serious(page)).toEqual([]);
  await tap(page, "Next hand");
  await page.getByText("Exhaustive draw", { exact: true }).tap();
  await expect.poll(() => points.textContent()).toContain("35,600");
});

it.each(["de", "ja", "zh"])("fits a phone in %s", async (language) => {
  const { page } = await visitor(PHONE, { language, terms: language === "de" ? "romaji" : "kanji" });
  await page.goto("/score?rules=zan&hand=234p678p23678s33z+%2B5rz+tsumo+open+dora%3D3s");
  await page.locator(".sheet").waitFor();
  await expect.poll(() => cutOff(page)).toEqual([]);
  await page.getByRole("tab").last().tap();
  await page.locator(".settle form").waitFor();
  await expect.poll(() => cutOff(page)).toEqual([]);
  await expect.poll(() => serious(page)).toEqual([]);
});
