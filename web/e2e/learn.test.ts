import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { serious } from "./axe.ts";
import { awaitTurn, discard, leaveToBots, resize, sitWithQuietBots, useBrowser, visitor } from "./browser.ts";
import { seenGeometry, watchGeometry } from "./geometry.ts";
import { cutOff, meeting, outOfReach, overlapping } from "./layout.ts";

useBrowser();

const DESKTOP = { viewport: { width: 1280, height: 800 }, hasTouch: false, isMobile: false };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const SIZES = [["desktop", DESKTOP], ["phone", PHONE]] as const;
const SCREENS = [DESKTOP.viewport, { width: 768, height: 1024 }, PHONE.viewport, { width: 360, height: 640 }, { width: 844, height: 390 }];
/** Waits for 1 and 4 sou once the first draw is gone: 234 678 678 of pin and sou, a pair of East. */
const WALL = { hands: ["234678p23678s11z", "1479p1479s23456z", "1368p2068s23467z"], draws: "9m7z7z9s", dora: "9m" };

/** Opens what the button or, where there is none, the menu leads to. */
async function openYaku(page: Page, touch: boolean): Promise<void> {
  const press = (asked: string) => (touch ? page.locator(asked).tap() : page.locator(asked).click());
  if (await page.locator(".yaku-button").isVisible()) await press(".yaku-button");
  else {
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: /^(Yaku|Patterns) and waits$/ }).click();
  }
  await page.locator(".yaku-list li").first().waitFor();
}

it.each(SIZES)("opens a first game with a guide from the lobby (%s)", async (_, screen) => {
  const { page } = await visitor(screen, { lessMotion: true });
  await page.goto("/");
  await page.getByRole("button", { name: "Learn by playing: Zung Jung" }).click();
  await page.locator(".guide .body").getByText("4 players use").waitFor();
  await awaitTurn(page);
  await page.locator(".guide h2").getByText("Your turn").waitFor();
  // The rulebook has patterns, not yaku, and nobody needs one.
  await page.locator(".guide").getByText("Any complete hand may win.").waitFor();
  await page.locator(".guide").getByText(/A club player would: Discard/).waitFor();
  expect(await page.locator(".guide").textContent()).not.toMatch(/\b(riichi|dora|yaku|pon|chii|kan)\b/i);
  await expect.poll(() => serious(page)).toEqual([]);
  // The clause is there to read, in the rulebook's words.
  await page.locator(".guide details").first().evaluate((node) => ((node as HTMLDetailsElement).open = true));
  await expect.poll(() => page.locator(".guide .clause a").first().getAttribute("href")).toMatch(/^\/rules\/[0-9a-f]{64}#/);
});

it.each(SIZES)("explains a riichi with its cost, can be hidden and brought back (%s)", async (_, screen) => {
  const { page } = await visitor(screen, { guide: true, lessMotion: true });
  await sitWithQuietBots(page, "zan", 3, [WALL]);
  await awaitTurn(page);
  await page.locator(".guide h2").getByText("Riichi").waitFor();
  await page.locator(".guide").getByText("pay 1,000 points").waitFor();
  await page.getByRole("button", { name: "Hide the guide" }).click();
  await expect.poll(() => page.locator(".guide").count()).toBe(0);
  await page.keyboard.press("h");
  await page.locator(".guide h2").waitFor();
  await page.getByRole("button", { name: "Read everything" }).click();
  await page.locator("dialog .paper h3").first().waitFor();
  await expect.poll(async () => [await serious(page), await cutOff(page)]).toEqual([[], []]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Hide the guide" }).click();
  await expect.poll(() => page.locator(".guide").count()).toBe(0);
});

it.each(["en", "de", "ja", "zh"])("lies beside the table on every screen, language %s", async (language) => {
  for (const viewport of SCREENS) {
    const { page, context } = await visitor({ viewport }, { guide: true, twoTap: "off", lessMotion: true, language });
    await watchGeometry(page);
    await sitWithQuietBots(page, "zan", 3, [WALL]);
    await awaitTurn(page);
    await page.locator(".guide article").first().waitFor({ state: "attached" });
    const place = `${language} ${viewport.width}`;
    await expect.poll(async () => [place, await meeting(page, ".guide", ".lay, .hand button, .plate"), await cutOff(page), await outOfReach(page), await overlapping(page)]).toEqual([place, 0, [], [], []]);
    await expect.poll(async () => [place, await serious(page)]).toEqual([place, []]);
    expect([place, (await seenGeometry(page)).found]).toEqual([place, []]);
    await context.close();
  }
});

it.each(SIZES)("lists the yaku with examples, those near the hand first (%s)", async (_, screen) => {
  const { page } = await visitor(screen, { lessMotion: true });
  await sitWithQuietBots(page, "zan", 3, [WALL]);
  await awaitTurn(page);
  await openYaku(page, screen.hasTouch);
  const first = page.locator(".yaku-list ul:not(section ul) li").first();
  // One tile is missing for the hand, with a riichi too.
  await first.locator(".marker").getByText("1 tile missing").waitFor();
  await page.locator(".yaku-list li", { hasText: /^\s*riichi/i }).first().locator(".marker").getByText("1 tile missing").waitFor();
  await expect.poll(() => page.locator(".yaku-list .example .tile").count()).toBeGreaterThan(100);
  const markers = await page.locator(".yaku-list li .marker").allTextContents();
  const missing = markers.map((text) => Number(text.match(/\d+/)?.[0] ?? 0));
  expect(missing).toEqual([...missing].sort((one, other) => one - other));
  await expect.poll(async () => [await serious(page), await cutOff(page)]).toEqual([[], []]);
  await page.getByRole("searchbox").fill("kokushi");
  await expect.poll(() => page.locator(".yaku-list li strong:not(.number)").allTextContents()).toEqual(expect.arrayContaining([expect.stringMatching(/kokushi/i)]));
});

it.each(SIZES)("values every wait by ron and tsumo, with yaku and clause (%s)", async (_, screen) => {
  const { page } = await visitor(screen, { lessMotion: true });
  await sitWithQuietBots(page, "zan", 3, [WALL]);
  await awaitTurn(page);
  // Before the discard: what it would wait for, with and without riichi.
  if (screen.hasTouch) {
    await page.locator('.hand [aria-disabled="false"]').last().tap();
    // The waits take no room from the calls.
    await expect.poll(() => page.locator(".calls button").evaluateAll((buttons) => buttons.filter((button) => button.scrollWidth > button.clientWidth + 1).map((button) => button.textContent))).toEqual([]);
    await page.locator("button.waits").tap();
  } else await page.keyboard.press("v");
  await page.getByRole("heading", { name: "After discarding 9 man", exact: true }).waitFor();
  await page.getByRole("heading", { name: "After discarding 9 man · With Riichi" }).waitFor();
  const waits = page.getByRole("region", { name: "Waits", exact: true });
  await expect.poll(() => waits.locator("ul").count()).toBe(2);
  await expect.poll(() => waits.locator("ul").nth(1).locator("li").count()).toBe(2);
  const declared = waits.locator("ul").nth(1).locator("li").first();
  await declared.getByText(/riichi/i).first().waitFor();
  await expect.poll(() => declared.locator("dd a").first().getAttribute("href")).toMatch(/^\/rules\/[0-9a-f]{64}#/);
  await expect.poll(async () => [await serious(page), await cutOff(page)]).toEqual([[], []]);
  await page.keyboard.press("Escape");
  await discard(page);
});

it("answers why a hand has no yaku among its waits", async () => {
  const { page } = await visitor({}, { lessMotion: true });
  // Without riichi the pair of East, which is the dealer's wind, leaves the hand no pinfu and nothing else.
  await sitWithQuietBots(page, "zan", 3, [WALL]);
  await awaitTurn(page);
  await page.keyboard.press("v");
  const waits = page.getByRole("region", { name: "Waits", exact: true });
  await waits.getByText("no yaku on a discard").first().waitFor();
  await waits.locator("dt", { hasText: "Tsumo" }).first().waitFor();
});

it("marks the yaku of a hand in a replay", async () => {
  const { page } = await visitor();
  const table = await leaveToBots(page, "zan", 3);
  await page.goto(`/replay/${table}?hand=1`);
  await page.locator(".console").waitFor();
  await page.keyboard.press("v");
  await page.locator(".yaku-list .marker").first().waitFor();
  await expect.poll(async () => [await serious(page), await cutOff(page)]).toEqual([[], []]);
  await page.keyboard.press("Escape");
  // Upright phones have it among what is rarely used.
  await resize(page, PHONE.viewport);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.locator(".more .yaku").click();
  await page.locator(".yaku-list .marker").first().waitFor();
});

it("keeps a bot's name and face when the seats are drawn", async () => {
  const { page } = await visitor();
  // Until the lots move the player away from the first seat, and with that the bots from theirs.
  for (let moved = false; !moved; ) {
    await page.goto("/new?rules=zan");
    await page.getByLabel("Seat 2").selectOption("greedy");
    await page.getByLabel("Seat 3").selectOption("greedy");
    await page.getByLabel("Draw seats by lot").check();
    await page.getByRole("button", { name: "Open the table" }).click();
    await page.locator(".console").waitFor();
    const table = page.url().split("/").at(-1) ?? "";
    moved = await page.evaluate(async (id) => ((await (await fetch(`/api/tables/${id}`)).json()) as { players: { kind: string }[] }).players[0]?.kind === "bot", table);
  }
  // Seats 2 and 3 were Usagi and Kame as the table was set up.
  await expect.poll(async () => (await page.locator(".plate .who").allTextContents()).map((name) => name.trim()).filter((name) => name === "Usagi" || name === "Kame").sort()).toEqual(["Kame", "Usagi"]);
});
