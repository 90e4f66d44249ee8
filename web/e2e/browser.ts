import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, inject } from "vitest";
import type { ClockJson, TestWall } from "../src/wire.ts";

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 640 };

/** A page, and what went wrong on it. */
export type Visitor = { page: Page; context: BrowserContext; faults: string[]; frames: string[] };

let browser: Browser;
const visitors: Visitor[] = [];

/** Opens a browser for the tests of a file. At the end no page may have logged an error or contacted another host. */
export function useBrowser(args: string[] = []): void {
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox", ...args] });
  });
  // A page left open keeps playing and slows the next test down.
  afterEach(async () => {
    for (const { context } of visitors) await context.close();
  });
  afterAll(async () => {
    await browser.close();
    expect(visitors.flatMap((visitor) => visitor.faults)).toEqual([]);
  });
}

/** A person with their own browser profile. */
export async function visitor(options: BrowserContextOptions = {}, chosen: object = {}): Promise<Visitor> {
  const address = options.baseURL ?? inject("address");
  const context = await browser.newContext({ viewport: DESKTOP, baseURL: address, ...options });
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
    if (new URL(request.url()).origin !== address && !request.url().startsWith("data:")) found.faults.push(`asked ${request.url()}`);
  });
  page.on("websocket", (socket) => socket.on("framereceived", (frame) => found.frames.push(...String(frame.payload).split("\n"))));
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
 * From now on this player discards every drawn tile, passes every call and closes every score sheet. With several players a
 * test cannot know whose turn is next, because a bot's call may skip any of them.
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

/** Waits for this player's turn with nothing on its way to the server; passes all calls and closes all sheets until then. */
export async function awaitTurn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    document.querySelector<HTMLElement>(".calls .pass:not(:disabled), dialog:has(.sheet) footer .main")?.click();
    return document.querySelector('.hand[aria-busy="false"] [aria-disabled="false"]') !== null;
  });
}

/** Gives the page another size and waits until it is laid out anew: a check made at once could still see the former layout. */
export async function resize(page: Page, viewport: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(viewport);
  await page.waitForFunction(({ width, height }) => innerWidth === width && innerHeight === height, viewport);
  await page.evaluate(() => new Promise((laidOut) => requestAnimationFrame(() => requestAnimationFrame(laidOut))));
}

/** Discards the last tile, or the one at this place. */
export async function discard(page: Page, place = -1): Promise<void> {
  await discarded(page, () => page.locator('.hand [aria-disabled="false"]').nth(place).click());
}

/** Discards in this way and waits until the tile is in the river or the hand has ended. Otherwise the same turn could be taken for the next one. */
export async function discarded(page: Page, act: () => Promise<void>): Promise<void> {
  const river = page.locator(".arm.bottom .discard");
  const before = await river.count();
  await act();
  await expect.poll(async () => (await river.count()) > before || (await page.locator("dialog .sheet").count()) > 0).toBe(true);
}

/** Collects what a screen reader hears from now on; the page itself keeps only the latest words. */
export async function listen(page: Page): Promise<() => Promise<string>> {
  const live = page.locator('[aria-live="polite"]').first();
  await live.evaluate((node) => {
    const heard: string[] = [];
    const note = () => heard.push(node.textContent ?? "");
    new MutationObserver(note).observe(node, { childList: true, characterData: true, subtree: true });
    note();
    Object.assign(window, { heard });
  });
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard.join("\n"));
}

/** How a table with bots is opened. */
type Opening = { bot?: string; name?: string; walls?: TestWall[]; clock?: ClockJson | null };

/** Sits down with bots of one kind. */
export async function sitWithBots(page: Page, rules: string, players: number, { bot = "tsumogiri", name = "Mika", walls = [], clock = null }: Opening = {}): Promise<void> {
  await page.goto("/");
  const table = await page.evaluate(
    async (asked) => {
      const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) });
      return ((await answer.json()) as { table: string }).table;
    },
    { rules, seats: ["me", ...Array.from({ length: players - 1 }, () => bot)], name, clock, spectators: false, listed: false, table: "", walls },
  );
  await page.goto(`/table/${table}`);
}

/** Sits down with bots that discard what they draw. */
export async function sitWithQuietBots(page: Page, rules: string, players: number, walls: TestWall[], clock: ClockJson | null = null): Promise<void> {
  await sitWithBots(page, rules, players, { walls, clock });
}

/** Opens a table with quiet bots, leaves it to them, and waits until they have played the game to its end. Says which table it was. */
export async function leaveToBots(page: Page, rules: string, players: number): Promise<string> {
  await page.goto("/");
  const asked = { rules, seats: [...Array.from({ length: players - 1 }, () => "tsumogiri"), "me"], name: "Mika", clock: null, spectators: false, listed: false, late: true, table: "" };
  const table = await page.evaluate(async (opened) => {
    const post = (path: string, body: object) => fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const { table } = (await (await post("/api/tables", opened)).json()) as { table: string };
    await post(`/api/tables/${table}/leave`, {});
    return table;
  }, asked);
  await expect.poll(() => page.evaluate(async (id) => ((await (await fetch(`/api/tables/${id}`)).json()) as { status: string }).status, table), { timeout: 120_000 }).toBe("over");
  return table;
}
