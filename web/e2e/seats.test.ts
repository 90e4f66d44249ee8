import { expect, it } from "vitest";
import { serious } from "./axe.ts";
import { useBrowser, visitor, type Visitor } from "./browser.ts";

useBrowser();

const SIZES = [
  { name: "desktop", viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false },
  { name: "phone", viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
];

async function person(size: (typeof SIZES)[number], name: string): Promise<Visitor> {
  const { viewport, hasTouch, isMobile } = size;
  return visitor({ viewport, hasTouch, isMobile }, { name });
}

/** Opens a table by clicks, and lets a friend in by the link. */
async function twoPeople(size: (typeof SIZES)[number], choose: (host: Visitor) => Promise<void>): Promise<[Visitor, Visitor]> {
  const host = await person(size, "Mika");
  await host.page.goto("/new?rules=zan");
  await host.page.locator(".seat select").nth(1).selectOption("open");
  await choose(host);
  expect(await serious(host.page)).toEqual([]);
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
  const seated = await names(host);
  expect([...seated].sort()).toEqual([...(await names(guest))].sort());
  // Everybody sits at the bottom of their own screen, wherever the lots put them.
  for (const [one, name] of [[host, "Mika"], [guest, "Sora"]] as const) await one.page.locator(".plate.bottom .who", { hasText: name }).waitFor({ state: "attached" });
  // A bot's call fades while it is looked at.
  await expect.poll(async () => serious(host.page)).toEqual([]);
});

it.each(SIZES)("lets players talk, and mutes them ($name)", async (size) => {
  const [host, guest] = await twoPeople(size, async ({ page }) => {
    await page.locator(".talk select").selectOption("text");
    await page.getByLabel("As listed here; seat 1 is East").check();
  });
  for (const { page } of [host, guest]) await page.locator(".paper .get-ready").click();
  for (const { page } of [host, guest]) await page.locator(".console").waitFor();
  await guest.page.locator(".chat-button").click();
  expect(await serious(guest.page)).toEqual([]);
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
  expect(await host.page.locator(".plate .says.emote").count()).toBe(0);
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
  expect(await plate.locator(".flags").textContent()).toMatch(/offline|a bot is playing/i);
  expect(await serious(host.page)).toEqual([]);
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
  expect(await guest.page.locator(".done").textContent()).toMatch(/Discard /);
  expect(await serious(guest.page)).toEqual([]);
});
