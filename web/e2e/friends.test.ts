import { expect, it } from "vitest";
import { awaitTurn, discard, passEverything, useBrowser, visitor, type Visitor } from "./browser.ts";

useBrowser();

/** The seats whose dealt or drawn tiles have come to this browser. */
function seen(from: Visitor): Set<number> {
  const seats = new Set<number>();
  for (const frame of from.frames) {
    const told = JSON.parse(frame) as { t: string; e?: { type: string; seat?: number; tiles?: string; tile?: string } };
    const event = told.e;
    if (!event || event.seat === undefined) continue;
    if ((event.type === "dealt" && event.tiles) || (event.type === "drew" && event.tile)) seats.add(event.seat);
  }
  return seats;
}

it("seats a friend by link, and shows each only the own tiles", async () => {
  const host = await visitor({}, { name: "Mika" });
  await host.page.goto("/new?rules=tenhou");
  await host.page.getByLabel("Seat 3").selectOption("open");
  await host.page.getByRole("button", { name: "Open the table" }).click();
  const link = await host.page.getByLabel("Invitation").inputValue();

  const friend = await visitor({}, { name: "Sora" });
  await friend.page.goto(link);
  await friend.page.getByRole("button", { name: "Take a seat" }).click();
  const both = [host, friend];
  for (const one of both) {
    await one.page.locator(".hand button").first().waitFor();
    await passEverything(one.page);
  }

  for (let turn = 0; turn < 3; turn += 1) {
    for (const one of both) {
      await awaitTurn(one.page);
      await discard(one.page);
    }
  }
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
