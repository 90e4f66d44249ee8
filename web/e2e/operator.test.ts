import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serious } from "./axe.ts";
import { awaitTurn, DESKTOP, discard, sitDown, useBrowser, visitor, type Visitor } from "./browser.ts";
import { freePort, Server } from "./server.ts";

useBrowser();

const PHONE = { width: 360, height: 740 };

let server: Server;
beforeAll(async () => {
  server = new Server(await freePort());
  await server.start();
});
afterAll(() => server.end());

const key = () => readFileSync(join(server.data, "owner.key"), "utf8").trim();

async function logIn(page: Page): Promise<void> {
  await page.goto("/admin");
  await page.getByLabel("Owner’s key").fill(key());
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByRole("heading", { name: "Tables" }).waitFor();
}

/** The page of somebody who is not logged in is an answer with an error, and browsers log it. */
function forgiveRefusals(visitor: Visitor): void {
  const others = visitor.faults.filter((fault) => !/status of 40[139]/.test(fault));
  visitor.faults.splice(0, visitor.faults.length, ...others);
}

it.each([
  ["desktop, light", DESKTOP, "light"],
  ["phone, dark", PHONE, "dark"],
] as const)("shows the admin pages without faults, %s", async (_, viewport, colorScheme) => {
  const owner = await visitor({ baseURL: server.address, viewport, colorScheme });
  const { page } = owner;
  const player = await visitor({ baseURL: server.address });
  await sitDown(player.page, "Tenhou");
  await page.goto("/admin");
  await expect.poll(async () => ["login", await serious(page)]).toEqual(["login", []]);
  await page.getByLabel("Owner’s key").fill("not the owner's key");
  await page.getByRole("button", { name: "Log in" }).click();
  await page.getByText("This is not the owner’s key.").waitFor();
  await logIn(page);
  for (const name of ["Tables", "People", "Log", "Storage"]) {
    await page.getByRole("link", { name, exact: true }).click();
    await page.getByRole("heading", { name, level: 1 }).waitFor();
    for (const fold of await page.locator("summary").all()) await fold.click();
    await expect.poll(async () => [name, await serious(page)]).toEqual([name, []]);
    await expect.poll(async () => [name, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([name, 0]);
    if (process.env["ADMIN_PICTURES"]) await page.screenshot({ path: join(process.env["ADMIN_PICTURES"], `${name}-${viewport.width}.png`), fullPage: true });
  }
  forgiveRefusals(owner);
});

it("closes a table, and its player sees who did", async () => {
  const owner = await visitor({ baseURL: server.address });
  const player = await visitor({ baseURL: server.address });
  await sitDown(player.page, "Tenhou");
  const table = new URL(player.page.url()).pathname.split("/").at(-1) ?? "";
  await logIn(owner.page);
  const card = owner.page.locator(".cards > li").filter({ hasText: table });
  await card.getByText("Close the table…").click();
  await card.getByRole("button", { name: "Close it for everybody" }).click();
  await owner.page.getByText("Done.").waitFor();
  await player.page.getByText("The operator of this server has closed the table.").first().waitFor();
  await expect.poll(() => owner.page.locator(".cards > li").filter({ hasText: table }).count()).toBe(0);
  forgiveRefusals(owner);
});

it("speaks the language of the client", async () => {
  const owner = await visitor({ baseURL: server.address }, { language: "de" });
  await owner.page.goto("/admin");
  await owner.page.getByLabel("Schlüssel des Betreibers").fill(key());
  await owner.page.getByRole("button", { name: "Anmelden" }).click();
  await owner.page.getByRole("link", { name: "Speicher" }).click();
  await owner.page.getByRole("heading", { name: "Spieler vergessen" }).waitFor();
  forgiveRefusals(owner);
});

it("says that the server restarts, and goes on by itself", async () => {
  const { page } = await visitor({ baseURL: server.address });
  await sitDown(page, "Tenhou");
  await awaitTurn(page);
  await discard(page);
  await awaitTurn(page);
  const hand = () => page.locator(".hand button").evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("aria-label")));
  const before = await hand();
  await server.stop();
  const banner = page.locator(".notice").getByText("The server is restarting. The game will continue in a moment.");
  await banner.waitFor();
  if (process.env["ADMIN_PICTURES"]) await page.screenshot({ path: join(process.env["ADMIN_PICTURES"], "restart.png") });
  await server.start();
  await banner.waitFor({ state: "detached" });
  await awaitTurn(page);
  await expect.poll(hand).toEqual(before);
  await page.locator('.hand [aria-disabled="false"]').last().click();
  await awaitTurn(page);
});
