import { expect, it } from "vitest";
import { awaitTurn, playAlong, useBrowser, visitor, type Visitor } from "./browser.ts";

useBrowser();

type Told = { type: string; seat?: number; tiles?: string; tile?: string };

/** The events that have come to this browser. */
function events(from: Visitor): Told[] {
  return from.frames.flatMap((frame) => (JSON.parse(frame) as { e?: Told }).e ?? []);
}

/** The seats whose dealt or drawn tiles have come to this browser. */
function seen(from: Visitor): Set<number | undefined> {
  const shown = events(from).filter(({ type, tiles, tile }) => (type === "dealt" && tiles) || (type === "drew" && tile));
  return new Set(shown.map((event) => event.seat));
}

const discards = (from: Visitor, seat: number) => events(from).filter((event) => event.type === "discarded" && event.seat === seat).length;

it("seats a friend by link and shows each player only their own tiles", async () => {
  const host = await visitor({}, { name: "Mika" });
  await host.page.goto("/new?rules=tenhou");
  await host.page.getByLabel("Seat 3").selectOption("open");
  await host.page.getByLabel("As listed here; seat 1 is East").check();
  await host.page.getByRole("button", { name: "Open the table" }).click();
  const link = await host.page.getByLabel(/^Invitation: /).first().inputValue();

  const friend = await visitor({}, { name: "Sora" });
  await friend.page.goto(link);
  await friend.page.getByRole("button", { name: "Take a seat" }).click();
  const both = [host, friend];
  // Nobody is dealt in who has not said so.
  for (const one of both) await one.page.getByRole("button", { name: "I am ready" }).click();
  for (const one of both) await playAlong(one.page);
  await expect.poll(() => Math.min(discards(friend, 0), discards(host, 2)), { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
  expect(seen(host)).toEqual(new Set([0]));
  expect(seen(friend)).toEqual(new Set([2]));
  const rivers = both.map((one) => one.page.locator(".plate .who").allTextContents());
  for (const names of await Promise.all(rivers)) expect(names).toEqual(expect.arrayContaining(["Mika", "Sora"]));
});

it("lets others watch without seeing a hand", async () => {
  const player = await visitor({}, { name: "Mika" });
  await player.page.goto("/");
  await player.page.getByRole("button", { name: /^Play now/ }).click();
  await awaitTurn(player.page);
  const watcher = await visitor();
  await watcher.page.goto(player.page.url());
  await watcher.page.getByText("You are watching").waitFor();
  await player.page.locator('.hand [aria-disabled="false"]').last().click();
  await watcher.page.locator(".arm.bottom .discard").first().waitFor();
  expect(seen(watcher)).toEqual(new Set());
});

it("invites friends with one click, and passes the host on", async () => {
  const host = await visitor({}, { name: "Mika" });
  await host.page.goto("/");
  await host.page.getByRole("button", { name: "With friends: ZAN League sanma" }).click();
  const link = await host.page.getByLabel("Invitation").first().inputValue();
  const friend = await visitor({}, { name: "Sora" });
  await friend.page.goto(link);
  await friend.page.getByRole("button", { name: "Take a seat" }).click();
  await friend.page.getByText("The host can fill").waitFor();
  await expect.poll(() => friend.page.getByLabel("Invitation").first().inputValue()).toMatch(/#join=.+/);

  await host.page.getByRole("button", { name: "Menu" }).click();
  await host.page.getByRole("button", { name: "Leave the table" }).click();
  await host.page.getByText("Your seat becomes free again.").waitFor();
  await host.page.getByRole("button", { name: "Leave the table" }).click();
  await host.page.waitForURL(/\/$/);
  await friend.page.getByRole("button", { name: "Fill with bots and start" }).click();
  await friend.page.locator(".hand button").first().waitFor();

  // The link was used. A new one offers a bot's seat, from the next hand on.
  await friend.page.getByRole("button", { name: "Menu" }).click();
  await friend.page.getByRole("button", { name: "Invite friends" }).click();
  await host.page.goto(await friend.page.getByLabel("Invitation").inputValue());
  await host.page.getByRole("heading", { name: "You are invited to this game" }).waitFor();
  await host.page.getByRole("button", { name: "Take a seat" }).click();
  await host.page.getByText("You take your seat when this hand is over.").waitFor();
});

it("shows the fair-wall proof and gives a bot's seat to a friend after the hand", async () => {
  const host = await visitor({}, { name: "Mika" });
  await host.page.goto("/");
  await host.page.getByRole("button", { name: "Play: Tenhou", exact: true }).click();
  await awaitTurn(host.page);
  await host.page.getByRole("button", { name: "Menu" }).click();
  await host.page.getByRole("button", { name: "Fair-wall proof" }).click();
  const promised = await host.page.locator("dialog code").getAttribute("title");
  const told = host.frames.map((frame) => JSON.parse(frame) as { t: string; s0?: string; fair?: { s0: string } | null });
  const dealt = host.frames.findIndex((frame) => frame.startsWith('{"t":"e"'));
  const before = told.slice(0, dealt).flatMap((frame) => frame.s0 ?? frame.fair?.s0 ?? []);
  expect(before).toContain(promised);
  await host.page.getByRole("button", { name: "Back" }).click();
  await host.page.getByRole("button", { name: "Invite friends" }).click();
  const link = await host.page.getByLabel("Invitation").first().inputValue();
  const friend = await visitor({}, { name: "Sora" });
  await friend.page.goto(link);
  await friend.page.getByRole("button", { name: "Take a seat" }).click();
  await friend.page.getByText("You take your seat when this hand is over.").waitFor();
  expect(seen(friend)).toEqual(new Set());
  await host.page.getByRole("button", { name: "Close" }).click();
  for (const one of [host, friend]) await playAlong(one.page);
  await host.page.locator(".plate .who", { hasText: "Sora" }).waitFor({ timeout: 120_000 });
  // The seats were drawn, so it may be any but the host's.
  await expect.poll(() => seen(friend).size, { timeout: 60_000 }).toBe(1);
  expect([...seen(friend)].filter((seat) => seen(host).has(seat))).toEqual([]);
});

it("moves a seat to another device, and back", async () => {
  const laptop = await visitor({}, { name: "Mika" });
  await laptop.page.goto("/");
  await laptop.page.getByRole("button", { name: "Play: Tenhou", exact: true }).click();
  await awaitTurn(laptop.page);
  const move = async (from: Visitor, to: Visitor) => {
    await from.page.getByRole("button", { name: "Menu" }).click();
    await from.page.getByRole("button", { name: "Continue on another device" }).click();
    const link = await from.page.getByLabel("Continue on another device").inputValue();
    await to.page.goto("/");
    await to.page.goto(link);
    await to.page.getByRole("heading", { name: "Continue on this device" }).waitFor();
    await to.page.getByRole("button", { name: "Play here" }).click();
    await to.page.locator(".hand button").first().waitFor();
    await from.page.getByRole("heading", { name: "You are playing on another device" }).waitFor();
  };
  const phone = await visitor();
  await move(laptop, phone);
  await move(phone, laptop);
  await awaitTurn(laptop.page);
});
