import { expect, it } from "vitest";
import { awaitTurn, sitDown, useBrowser, visitor } from "./browser.ts";

useBrowser();

it("leads from the lobby to the first discard", async () => {
  const { page } = await visitor();
  await page.goto("/");
  await page.getByRole("button", { name: /^Play now/ }).click();
  await awaitTurn(page);
  await page.locator('.hand [aria-disabled="false"]').last().click();
  await page.locator('.arm.bottom .discard [role="img"]').first().waitFor();
  expect(page.url()).toContain("/table/");
});

it("opens a table of every rulebook", async () => {
  const { page } = await visitor();
  await page.goto("/");
  await page.locator(".books li").first().waitFor();
  const names = await page.locator(".books .title").allTextContents();
  expect(names.length).toBeGreaterThanOrEqual(6);
  for (const name of names) {
    await sitDown(page, name);
    expect(await page.locator(".hand .tile").count()).toBeGreaterThanOrEqual(13);
  }
});

it("sets up a table with options, an open seat and a clock, and waits with a link", async () => {
  const { page } = await visitor();
  await page.goto("/new?rules=ryanzou-chankan");
  await page.getByText(/^Options of the rulebook/).first().click();
  await page.getByLabel(/How many tiles are red/).selectOption({ index: 1 });
  await page.getByLabel("Seat 3").selectOption("open");
  await page.getByLabel("Clock").selectOption("1");
  await page.getByText("When both are used up").waitFor();
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByRole("heading", { name: "Waiting for players" }).waitFor();
  expect(await page.getByLabel("Invitation").inputValue()).toMatch(/\/table\/.+#join=.+/);
});

it("keeps the first page small", async () => {
  const { page } = await visitor();
  const sizes: Promise<number>[] = [];
  page.on("requestfinished", (request) => sizes.push(request.sizes().then((size) => size.responseBodySize)));
  await page.goto("/", { waitUntil: "networkidle" });
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(20_000);
  expect(total).toBeLessThan(150_000);
});
