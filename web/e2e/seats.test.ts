import { expect, it } from "vitest";
import { serious } from "./axe.ts";
import { awaitTurn, sitWithQuietBots, useBrowser, visitor, type Visitor } from "./browser.ts";
import { cutOff, meeting } from "./layout.ts";

useBrowser();

const SIZES = [
  { name: "desktop", viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
  { name: "phone", viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
];
/** Bars without room for the chat: the menu leads there. */
const NARROW = [
  { name: "phone on its side", viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true },
  { name: "low phone", viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
];

async function person(size: (typeof SIZES)[number], name: string): Promise<Visitor> {
  const { viewport, hasTouch, isMobile } = size;
  return visitor({ viewport, hasTouch, isMobile }, { name });
}

/** Opens a table by clicks, and lets a friend in by the link. */
async function twoPeople(size: (typeof SIZES)[number], choose: (host: Visitor) => Promise<void>, rules = "zan"): Promise<[Visitor, Visitor]> {
  const host = await person(size, "Mika");
  await host.page.goto(`/new?rules=${rules}`);
  await host.page.locator(".seat select").nth(1).selectOption("open");
  await choose(host);
  await expect.poll(() => serious(host.page)).toEqual([]);
  await host.page.locator(".start").click();
  await host.page.locator(".paper h2").waitFor();
  const link = await host.page.locator(".paper input[readonly]").first().inputValue();
  const guest = await person(size, "Sora");
  await guest.page.goto(link);
  await guest.page.locator(".paper form .button.main").click();
  return [host, guest];
}

it.each(SIZES)("draws seats by lot and shows the proof ($name)", async (size) => {
  const [host, guest] = await twoPeople(size, async ({ page }) => page.getByLabel("Draw seats by lot").check());
  await host.page.getByText("The seats will be drawn by lot when the game starts.").waitFor();
  for (const { page } of [host, guest]) await page.locator(".paper .get-ready").click();
  for (const { page } of [host, guest]) await page.locator(".console").waitFor();
  const names = (one: Visitor) => one.page.evaluate(async (id) => ((await (await fetch(`/api/tables/${id}`)).json()) as { players: { name: string }[] }).players.map((player) => player.name), host.page.url().split("/").at(-1) ?? "");
  await expect.poll(async () => (await names(host)).sort()).toEqual((await names(guest)).sort());
  // Everybody sits at the bottom of their own screen, wherever the lots put them.
  for (const [one, name] of [[host, "Mika"], [guest, "Sora"]] as const) await one.page.locator(".plate.bottom .who", { hasText: name }).waitFor({ state: "attached" });
  // A bot's call fades while it is looked at.
  await expect.poll(() => serious(host.page)).toEqual([]);
});

it.each(SIZES)("lets players talk, and mutes them ($name)", async (size) => {
  const [host, guest] = await twoPeople(size, async ({ page }) => {
    await page.locator(".talk select").selectOption("text");
    await page.getByLabel("As listed here; seat 1 is East").check();
  });
  for (const { page } of [host, guest]) await page.locator(".paper .get-ready").click();
  for (const { page } of [host, guest]) await page.locator(".console").waitFor();
  await guest.page.locator(".chat-button").click();
  await expect.poll(() => serious(guest.page)).toEqual([]);
  await guest.page.getByRole("button", { name: "Good luck!" }).click();
  await host.page.locator(".plate .says", { hasText: "Good luck!" }).waitFor({ state: "attached" });
  // Own words, as text and nothing else.
  await guest.page.locator(".chat-button").click();
  await guest.page.getByLabel("Your words").fill("<b>hi</b>");
  await guest.page.getByRole("button", { name: "Send" }).click();
  await host.page.locator(".plate .says", { hasText: "<b>hi</b>" }).waitFor({ state: "attached" });
  // Whoever is muted is not seen any more; others are.
  await host.page.locator(".chat-button").click();
  await host.page.getByLabel("Mute Sora").check();
  await host.page.locator("dialog header button").click();
  await guest.page.locator(".chat-button").click();
  await guest.page.getByRole("button", { name: "Bow" }).click();
  await guest.page.locator(".plate .says.emote").waitFor({ state: "attached" });
  await expect.poll(() => host.page.locator(".plate .says.emote").count()).toBe(0);
});

it.each(NARROW)("leads to the chat by the menu where the bar is narrow ($name)", async (size) => {
  const [host, guest] = await twoPeople(size, async ({ page }) => page.getByLabel("As listed here; seat 1 is East").check());
  for (const { page } of [host, guest]) await page.locator(".paper .get-ready").click();
  for (const { page } of [host, guest]) await page.locator(".console").waitFor();
  await guest.page.locator(".chat-button").waitFor({ state: "hidden" });
  await guest.page.getByRole("button", { name: "Menu", exact: true }).tap();
  await guest.page.locator(".chat-entry").tap();
  await expect.poll(() => cutOff(guest.page)).toEqual([]);
  await guest.page.getByRole("button", { name: "Good luck!" }).tap();
  await guest.page.locator("dialog").waitFor({ state: "detached" });
  await host.page.locator(".plate .says", { hasText: "Good luck!" }).waitFor({ state: "attached" });
});

it("covers neither name nor points with the sign of an absent player on a plate without avatar", async () => {
  const [host, guest] = await twoPeople({ name: "phone", viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }, async ({ page }) => page.getByLabel("As listed here; seat 1 is East").check(), "tenhou");
  for (const { page } of [host, guest]) await page.locator(".paper .get-ready").click();
  for (const { page } of [host, guest]) await page.locator(".console").waitFor();
  await guest.page.goto("/settings");
  await host.page.locator(".plate.offline .cut").waitFor();
  await expect.poll(() => meeting(host.page, ".plate.offline .cut", ".plate.offline :is(.points, .wind)")).toBe(0);
  await expect.poll(() => cutOff(host.page)).toEqual([]);
});

it("offers no chat where only bots would hear it", async () => {
  const { page } = await visitor();
  await sitWithQuietBots(page, "zan", 3, []);
  await awaitTurn(page);
  await page.locator(".bar .log-button").waitFor();
  await expect.poll(() => page.locator(".chat-button").count()).toBe(0);
});

it.each(SIZES)("says who is offline, and tells whoever comes back what was done ($name)", async (size) => {
  const [host, guest] = await twoPeople(size, async ({ page }) => page.getByLabel("As listed here; seat 1 is East").check());
  for (const { page } of [host, guest]) await page.locator(".paper .get-ready").click();
  for (const { page } of [host, guest]) await page.locator(".console").waitFor();
  const address = guest.page.url();
  await guest.page.goto("/settings");
  const plate = host.page.locator(".plate.offline");
  await plate.waitFor();
  await plate.locator(".cut").waitFor();
  await expect.poll(() => plate.locator(".flags").textContent()).toMatch(/offline|a bot is playing/i);
  await expect.poll(() => serious(host.page)).toEqual([]);
  // The host plays on until a bot has discarded for the guest.
  await host.page.locator(".plate.offline .flags", { hasText: "a bot is playing" }).waitFor({ state: "attached", timeout: 60_000 });
  for (;;) {
    const discards = await host.page.locator(".arm.right .discard").count();
    if (discards > 0) break;
    const next = host.page.locator('.calls .pass:not(:disabled), .hand[aria-busy="false"] [aria-disabled="false"]').last();
    if (await next.isVisible().catch(() => false)) await (size.hasTouch ? next.tap() : next.click()).catch(() => undefined);
    await host.page.waitForTimeout(50);
  }
  await guest.page.goto(address);
  await guest.page.locator(".done", { hasText: "While you were away" }).waitFor();
  await expect.poll(() => guest.page.locator(".done").textContent()).toMatch(/Discard /);
  await expect.poll(() => serious(guest.page)).toEqual([]);
});
