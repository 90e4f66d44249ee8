import { expect, it } from "vitest";
import { serious } from "./axe.ts";
import { DESKTOP, resize, sitDown, useBrowser, visitor } from "./browser.ts";
import { meeting, outOfReach } from "./layout.ts";
import { openResult, playToTheLastSheet } from "./player.ts";

useBrowser();

it("plays a whole ZAN game by clicks, and shows it again", async () => {
  const { page } = await visitor();
  await sitDown(page, "ZAN League sanma");
  const clicks = await playToTheLastSheet(page);
  expect(clicks.discards).toBeGreaterThan(20);
  await expect.poll(async () => ["sheet", await serious(page)]).toEqual(["sheet", []]);
  await openResult(page);
  await expect.poll(() => page.locator(".ranking li").count()).toBe(3);
  await expect.poll(async () => ["result", await serious(page)]).toEqual(["result", []]);
  // ZAN-01: the result is counted in chips.
  await expect.poll(() => page.locator("dialog .heads span").allTextContents()).toEqual(["Place", "", "Points", "Chips"]);

  // Every hand is listed, and its link opens the replay there.
  const hands = page.locator(".history tbody tr");
  await expect.poll(() => hands.count()).toBeGreaterThan(0);
  await expect.poll(() => page.getByRole("img", { name: "Points by hand" }).count()).toBe(1);
  await page.locator(".history").getByRole("button", { name: "Chips" }).click();
  await page.getByRole("img", { name: "Chips by hand" }).waitFor();
  const last = hands.last().getByRole("link");
  const round = (await last.textContent())?.split(" · ")[0] ?? "";
  await last.click();
  await page.locator(".console .round span").first().getByText(round, { exact: true }).waitFor();
  await expect.poll(() => page.locator(".console .wall strong").textContent()).toMatch(/^[56]\d$/);
  // Hands can be hidden as they were in the game, and the list of hands leads to another one.
  await expect.poll(() => page.locator(".concealed.open").count()).toBe(2);
  await page.getByRole("button", { name: "Hide the other hands" }).click();
  await expect.poll(() => page.locator(".concealed.open").count()).toBe(0);
  await page.getByRole("button", { name: "Hands", exact: true }).click();
  await expect.poll(async () => ["hands", await serious(page)]).toEqual(["hands", []]);
  await page.locator(".history tbody a").first().click();
  await page.locator(".history").waitFor({ state: "detached" });

  await page.goto(page.url().replace(/\?.*/, ""));
  const scrubber = page.getByRole("slider", { name: "Position in the game" });
  await scrubber.waitFor();
  await expect.poll(async () => ["replay", await serious(page)]).toEqual(["replay", []]);
  for (const [width, height, layout] of [[844, 390, "landscape"], [360, 740, "portrait"]] as const) {
    await resize(page, { width, height });
    await page.locator(`.lay.${layout}`).waitFor();
    await expect.poll(async () => [layout, await outOfReach(page, ".scrubber :is(button, a, select, input), .plate, .own .key")]).toEqual([layout, []]);
    const parts = [".message", ".plate", ".edge .tile", ".console", ".tray:not(.bottom) .tile"];
    const pairs = parts.flatMap((one, place) => parts.slice(place + 1).map((other) => [one, other] as const));
    for (const [one, other] of pairs) await expect.poll(async () => [layout, one, other, await meeting(page, one, other)]).toEqual([layout, one, other, 0]);
  }
  await resize(page, DESKTOP);
  const before = await scrubber.inputValue();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => Number(await scrubber.inputValue())).toBeGreaterThan(Number(before));
  // The page knows its address at once, Playwright a moment later.
  const address = () => page.evaluate(() => location.href);
  await expect.poll(address).toContain(`at=${await scrubber.inputValue()}`);
  await page.keyboard.press("ArrowDown");
  await expect.poll(address).toContain(`at=${await scrubber.inputValue()}`);
  const shared = await address();
  const place = await scrubber.inputValue();
  await page.goto(shared);
  await scrubber.waitFor();
  await expect.poll(() => scrubber.inputValue()).toBe(place);
  // Earlier calls are not announced again.
  await expect.poll(() => page.locator(".shout").count()).toBe(0);
  await page.keyboard.press("End");
  await expect.poll(() => scrubber.inputValue()).toBe(await scrubber.getAttribute("max"));
  await page.keyboard.press("Home");
  await expect.poll(() => scrubber.inputValue()).toBe("0");
  await page.getByLabel("Speed").selectOption({ label: "4 ×" });
  await page.getByLabel("Speed").blur();
  await page.keyboard.press("Space");
  await expect.poll(async () => Number(await scrubber.inputValue())).toBeGreaterThan(0);

  await page.goto(shared.replace("/replay/", "/fair/").replace(/\?.*/, ""));
  await page.getByText("Everything matches").waitFor();
  await page.getByText("The log has everything this browser was told").waitFor();
  await expect.poll(() => page.getByText("Does not match").count()).toBe(0);
  await expect.poll(async () => ["wall", await serious(page)]).toEqual(["wall", []]);

  // The lobby lists finished games by place, with their date.
  await page.goto("/");
  const listed = page.locator(".game").first();
  await expect.poll(() => listed.locator("time").textContent()).toContain(String(new Date().getFullYear()));
  const places = [...((await listed.locator(".number").textContent()) ?? "").matchAll(/(?:^|· )(\d)\. /g)].map((found) => Number(found[1]));
  expect(places.length).toBeGreaterThanOrEqual(3);
  expect(places).toEqual([...places].sort());
});

it("plays a whole Zung Jung game by clicks", async () => {
  const { page } = await visitor();
  await sitDown(page, "Zung Jung");
  const clicks = await playToTheLastSheet(page);
  expect(clicks.discards).toBeGreaterThan(20);
  await openResult(page);
  await expect.poll(() => page.locator(".ranking li").count()).toBe(4);

  // The next game does not take anyone away from this result.
  const watcher = await visitor();
  await watcher.page.goto(page.url());
  await watcher.page.getByRole("button", { name: "Show final result" }).click();
  await page.getByRole("button", { name: "Play again" }).click();
  await page.locator(".hand button").first().waitFor();
  const next = watcher.page.getByRole("link", { name: "Watch the next game" });
  await next.waitFor();
  await expect.poll(() => watcher.page.locator(".ranking li").count()).toBe(4);
  await next.click();
  await watcher.page.getByText("You are watching").waitFor();
  await expect.poll(() => watcher.page.url()).toBe(page.url());
});
