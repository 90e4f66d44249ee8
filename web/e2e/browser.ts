import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import type { ClockJson, TestWall } from "../src/wire.ts";

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 640 };

/** A page, and what went wrong on it. */
export type Visitor = { page: Page; context: BrowserContext; faults: string[]; frames: string[] };

let browser: Browser;
const visitors: Visitor[] = [];

/** Opens a browser for the tests of a file, and checks at the end that no page had a fault or asked another host. */
export function useBrowser(args: string[] = []): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox", ...args] });
  });
  // A page that stays open goes on playing, and takes the machine from the next test.
  afterEach(async () => {
    for (const { context } of visitors) await context.close();
  });
  afterAll(async () => {
    await browser.close();
    expect(visitors.flatMap((visitor) => visitor.faults)).toEqual([]);
  });
}

/** Somebody with a browser of their own. */
export async function visitor(options: BrowserContextOptions = {}, chosen: object = {}): Promise<Visitor> {
  const context = await browser.newContext({ viewport: DESKTOP, baseURL: inject("address"), ...options });
  await context.addInitScript((kept) => {
    if (!localStorage.getItem("jantaku")) localStorage.setItem("jantaku", JSON.stringify(kept));
  }, { language: "en", ...chosen });
  const page = await context.newPage();
  const found: Visitor = { page, context, faults: [], frames: [] };
  page.on("pageerror", (error) => found.faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(message.text())) found.faults.push(message.text());
  });
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== inject("address") && !request.url().startsWith("data:")) found.faults.push(`asked ${request.url()}`);
  });
  page.on("websocket", (socket) => socket.on("framereceived", (frame) => found.frames.push(String(frame.payload))));
  visitors.push(found);
  return found;
}

/** Opens a table against bots with one click, and waits until it is dealt. */
export async function sitDown(page: Page, rulebook: string): Promise<void> {
  await page.goto("/");
  await page.getByRole("button", { name: `Play: ${rulebook}`, exact: true }).click();
  await page.getByRole("toolbar", { name: "Your hand" }).getByRole("button").first().waitFor();
}

/**
 * From now on this player discards what is drawn, lets every tile go and puts every score sheet away: of several players
 * nobody knows whose turn is next, for a bot's call may pass over any of them.
 */
export async function playAlong(page: Page): Promise<void> {
  await page.evaluate(() => {
    const quiet = ".calls .pass:not(:disabled), dialog:has(.sheet) footer .main";
    setInterval(() => {
      const tile = [...document.querySelectorAll<HTMLElement>('.hand[aria-busy="false"] [aria-disabled="false"]')].at(-1);
      (document.querySelector<HTMLElement>(quiet) ?? tile)?.click();
    }, 20);
  });
}

/** Waits until it is this player's turn and nothing is on its way to the server, passing everything and closing every sheet before. */
export async function awaitTurn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    document.querySelector<HTMLElement>(".calls .pass:not(:disabled), dialog:has(.sheet) footer .main")?.click();
    return document.querySelector('.hand[aria-busy="false"] [aria-disabled="false"]') !== null;
  });
}

/** Discards the last tile, or the one at this place, and waits until it lies in the river or has ended the hand: before that the turn would be taken for the next one. */
export async function discard(page: Page, place = -1): Promise<void> {
  const river = page.locator(".arm.bottom .discard");
  const before = await river.count();
  await page.locator('.hand [aria-disabled="false"]').nth(place).click();
  await expect.poll(async () => (await river.count()) > before || (await page.locator("dialog .sheet").count()) > 0).toBe(true);
}

/** Sits down with bots that discard what they draw. */
export async function sitWithQuietBots(page: Page, rules: string, players: number, walls: TestWall[], clock: ClockJson | null = null): Promise<void> {
  await page.goto("/");
  const table = await page.evaluate(
    async (asked) => {
      const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) });
      return ((await answer.json()) as { table: string }).table;
    },
    { rules, seats: ["me", ...Array.from({ length: players - 1 }, () => "tsumogiri")], name: "Mika", clock, spectators: false, listed: false, table: "", walls },
  );
  await page.goto(`/table/${table}`);
}
