import type { Request } from "playwright-core";
import { expect, it } from "vitest";
import { awaitTurn, leaveToBots, sitDown, useBrowser, visitor } from "./browser.ts";
import { cutOff } from "./layout.ts";

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

it("keeps a game against bots in its player's lists, while it runs and when it is over", async () => {
  const { page } = await visitor({}, { name: "Mika" });
  await sitDown(page, "ZAN League sanma");
  await page.goto("/");
  const own = page.locator("section", { has: page.getByRole("heading", { name: "Your tables" }) }).last();
  await own.getByText("ZAN League sanma").waitFor();
  const table = await leaveToBots(page, "tenhou-sanma", 3);
  for (const path of ["/", "/me"]) {
    await page.goto(path);
    await page.locator(`a[href="/replay/${table}"]`).waitFor();
  }
  // Nobody else sees it.
  const other = await visitor();
  await other.page.goto("/me");
  await other.page.getByText("Your finished games appear here").waitFor();
  expect(await other.page.locator(`a[href="/replay/${table}"]`).count()).toBe(0);
});

it("opens a table of every rulebook", async () => {
  const { page } = await visitor();
  await page.goto("/");
  await page.locator(".books li").first().waitFor();
  const names = await page.locator(".books .title").allTextContents();
  expect(names.length).toBeGreaterThanOrEqual(6);
  for (const name of names) {
    await sitDown(page, name);
    // A flower leaves the hand for a moment, until it is replaced.
    await expect.poll(() => page.locator(".hand .tile").count()).toBeGreaterThanOrEqual(13);
  }
});

it("sets up a table with options, an open seat and a clock, and waits with a link", async () => {
  const { page } = await visitor();
  await page.goto("/new?rules=ryanzou-chankan");
  await page.getByText(/^Rulebook options/).first().click();
  await page.getByRole("group", { name: /How many tiles are red/ }).getByLabel("Two of circles.").check();
  await page.getByLabel("Seat 3").selectOption("open");
  await page.getByRole("group", { name: "Clock" }).getByRole("radio").nth(1).check();
  await page.getByText("When both run out").waitFor();
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.getByRole("heading", { name: "Waiting for players" }).waitFor();
  await expect.poll(() => page.getByLabel("Invitation").first().inputValue()).toMatch(/\/table\/.+#join=.+/);
  // The test server only listens on this machine.
  await page.getByText("This link only works on this computer.").waitFor();
  await page.getByText("jantaku serve --listen 0.0.0.0:8631").waitFor();
});

it("says options, bots and refusals in the language of the page", async () => {
  const { page, faults } = await visitor({}, { language: "de" });
  await page.goto("/new?rules=ryanzou-chankan");
  await page.getByText(/^Optionen des Regelwerks/).first().click();
  await page.getByLabel("Zwei Kreise.").waitFor();
  await expect.poll(() => page.getByLabel("Platz 2").locator("option").allTextContents()).toEqual(expect.arrayContaining(["Bot: Anfänger", "Bot: Clubspieler"]));
  await page.route("**/api/tables", (route) => route.fulfill({ status: 503, json: { error: "too-many-tables", says: "no room" } }));
  await page.getByRole("button", { name: "Tisch eröffnen" }).click();
  await page.getByRole("alert").getByText("der Server kann keine weiteren Tische").waitFor();
  // The browser logs the refusal that the test asked for.
  expect(faults.splice(0)).toHaveLength(1);
});

it("says that the server is not responding until it does again", async () => {
  const { page } = await visitor();
  await page.goto("/");
  await page.getByRole("button", { name: /^Play now/ }).waitFor();
  await page.route("**/api/**", (route) => route.abort("internetdisconnected"));
  await page.getByRole("alert").getByText("the server is not responding").waitFor();
  await page.unroute("**/api/**");
  await page.getByRole("alert").waitFor({ state: "detached" });
});

it("has a page for unknown addresses", async () => {
  const { page } = await visitor();
  await page.goto("/table/%%%");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
});

it.each(["/replay/none", "/fair/none"])("leads on from %s", async (path) => {
  const { page, faults } = await visitor();
  await page.goto(path);
  await page.getByText("this table does not exist").waitFor();
  await page.locator("main").getByRole("link", { name: "Lobby" }).click();
  await page.getByRole("button", { name: /^Play with friends/ }).waitFor();
  // The browser itself reports what was not found.
  expect(faults.splice(0).every((fault) => fault.includes("404"))).toBe(true);
});

it("keeps the first pages small", async () => {
  const { page } = await visitor();
  const finished: Request[] = [];
  page.on("requestfinished", (request) => {
    // The lists of tables and games grow with what other tests play. The drawings of tiles and the voices are counted apart.
    if (!/\/api\/(tables|games)$|\/tiles.svg$|\/voices-/.test(request.url())) finished.push(request);
  });
  const total = async () => (await Promise.all(finished.map((request) => request.sizes()))).reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
  await page.goto("/", { waitUntil: "networkidle" });
  await expect.poll(() => total()).toBeGreaterThan(20_000);
  expect(await total()).toBeLessThan(180_000);
  // The lobby and the table together.
  await sitDown(page, "ZAN League sanma");
  expect(await total()).toBeLessThan(250_000);
});

it.each(["en", "de", "ja", "zh"])("keeps the way to other pages on one line of a phone, %s", async (language) => {
  const { page } = await visitor({ viewport: { width: 360, height: 740 } }, { language });
  await page.goto("/");
  await expect.poll(() => page.locator("header nav a").count()).toBe(3);
  await expect.poll(() => page.locator("header nav a").evaluateAll((links) => new Set(links.map((link) => Math.round(link.getBoundingClientRect().bottom))).size)).toBe(1);
  await expect.poll(() => cutOff(page)).toEqual([]);
});
