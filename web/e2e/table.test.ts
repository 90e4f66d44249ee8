import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { awaitTurn, discard, leaveToBots, sitWithBots, sitWithQuietBots, useBrowser, visitor } from "./browser.ts";
import { outOfReach, overlapping } from "./layout.ts";
import { openSheet, SHEETS, type Sheet } from "./sheets.ts";

useBrowser();

const LANDSCAPE = { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true };
const POCCHI = SHEETS["a pocchi in ZAN"] as Sheet;
const OTHERS = ["1479m1479p147s33z", "2589m258p258s667z", "369m369p369s6677z"];

/** A pon of south, to which the fourth is added; its replacement wins. */
const ADDED_KAN: Sheet = {
  rules: "ryanzou-chankan",
  players: 4,
  wall: { hands: ["2349m678p23s1122z", ...OTHERS], draws: "8m2z5z5z5z2z", replacements: "1s" },
  async play(page) {
    await awaitTurn(page);
    await page.keyboard.press("Enter");
    await page.locator('.calls [aria-keyshortcuts="p"]').click();
    await awaitTurn(page);
    await discard(page, 3);
    await page.locator('.calls [aria-keyshortcuts="k"]').click();
    await page.locator(".calls .call.main").click();
  },
  cites: [],
};

/** Tiles of the sheet that lie on others, apart from an added tile, which lies upon the called one. */
const covered = (page: Page) =>
  page.locator("dialog .tiles-part").evaluate((part) => {
    const tiles = [...part.querySelectorAll(".tile:not(.stack .tile:first-child)")].map((tile) => tile.getBoundingClientRect());
    const added = part.querySelector(".stack .tile:first-child")?.getBoundingClientRect();
    const meet = (one: DOMRect, other: DOMRect) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const pairs = tiles.flatMap((one, place) => tiles.slice(place + 1).filter((other) => meet(one, other)));
    return { pairs: pairs.length, under: added ? tiles.filter((tile) => meet(tile, added)).length : 0 };
  });

it("keeps an added kan off the other tiles of a sheet", async () => {
  for (const viewport of [{ width: 1280, height: 800 }, { width: 360, height: 740 }]) {
    const { page, context } = await visitor({ viewport }, { twoTap: "off", lessMotion: true });
    await openSheet(page, ADDED_KAN);
    // The added tile lies upon the called one alone.
    await expect.poll(async () => [viewport.width, await covered(page)]).toEqual([viewport.width, { pairs: 0, under: 1 }]);
    await context.close();
  }
});

it("keeps log and switches apart", async () => {
  const { page } = await visitor({}, { showLog: true, language: "de" });
  await sitWithQuietBots(page, "ryanzou-chankan", 4, []);
  await awaitTurn(page);
  const log = await page.locator("aside").boundingBox();
  const switches = await page.locator(".switch-place .switch").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(switches).toHaveLength(5);
  expect(Math.max(...switches)).toBeLessThanOrEqual(log?.x ?? 0);
  await expect.poll(() => overlapping(page)).toEqual([]);
  await expect.poll(() => outOfReach(page)).toEqual([]);
});

it("takes a second Enter on the sheet for no discard", async () => {
  const { page } = await visitor();
  await openSheet(page, POCCHI);
  await page.keyboard.press("Enter");
  // The winner deals again, so that the first turn of the next hand is theirs.
  await page.waitForFunction(() => {
    if (document.querySelector('.hand[aria-busy="false"] [aria-disabled="false"]') === null) return false;
    dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
    return true;
  }, undefined, { polling: "raf" });
  await expect.poll(() => page.locator(".hand").getAttribute("aria-busy")).toBe("false");
  await expect.poll(() => page.locator(".arm.bottom .discard").count()).toBe(0);
});

it("leaves the hand in its colours after riichi", async () => {
  const { page } = await visitor({}, { lessMotion: true });
  // Nobody discards what it waits for, 1 or 4 sou.
  await sitWithQuietBots(page, "zan", 3, [{ hands: ["234678p23678s11z", "1479p1479s23456z", "1368p2068s23467z"], draws: "9m7z7z9s", dora: "9m" }], { seconds: 300, bank: 0 });
  await awaitTurn(page);
  await page.locator('.calls [aria-keyshortcuts="r"]').click();
  await page.locator('.hand [aria-disabled="false"]').last().click();
  await page.locator(".arm.bottom .discard .turned").waitFor();
  const faded = await page.locator(".hand .tile").evaluateAll((tiles) => tiles.filter((tile) => getComputedStyle(tile).opacity !== "1").length);
  expect(faded).toBe(0);
  await expect.poll(() => page.locator(".hand .no").count()).toBe(0);
});

it("says that furiten bars a win by discard, not by draw", async () => {
  const { page } = await visitor();
  // 23s wait for 1s and 4s; the first discard is a 1s.
  await sitWithQuietBots(page, "ryanzou-chankan", 4, [{ hands: ["234m678p23678s11z", ...OTHERS], draws: "1s5z5z5z" }]);
  await awaitTurn(page);
  await discard(page);
  await page.locator(".waits .furiten").getByText("Furiten: no ron; tsumo counts").waitFor();
});

it("discards with the second tap on a phone held sideways", async () => {
  const { page } = await visitor(LANDSCAPE);
  await sitWithQuietBots(page, "ryanzou-chankan", 4, [{ hands: ["234m678p23678s11z", ...OTHERS], draws: "9m" }]);
  await awaitTurn(page);
  const tile = page.locator('.hand [aria-disabled="false"]').last();
  await tile.tap();
  await page.getByText("Press again to discard").waitFor();
  await expect.poll(() => page.locator(".arm.bottom .discard").count()).toBe(0);
  await tile.tap();
  await page.locator(".arm.bottom .discard").first().waitFor();
});

it("shows amount and buttons of a sheet on the first screen of any phone", async () => {
  for (const viewport of [{ width: 844, height: 390 }, { width: 360, height: 740 }]) {
    const { page, context } = await visitor({ viewport }, { twoTap: "off", language: "de" });
    await openSheet(page, POCCHI);
    await expect.poll(async () => [viewport.width, await outOfReach(page, "dialog .amount, dialog .sum, dialog footer .button")]).toEqual([viewport.width, []]);
    await context.close();
  }
});

it("keeps the rows of a hand apart on a sheet, and names what was set aside", async () => {
  const { page } = await visitor({ viewport: { width: 360, height: 740 } }, { twoTap: "off", lessMotion: true });
  await openSheet(page, SHEETS["a flower dora in Hana"] as Sheet);
  const tops = await page.locator("dialog .tiles > .row").first().locator(".tile").evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })));
  const [first] = tops;
  const second = tops.find((tile) => tile.top > (first?.top ?? 0) + 1);
  // The ring around the winning tile, and the edge of a tile, need this room.
  expect((second?.top ?? 0) - (first?.bottom ?? 0)).toBeGreaterThanOrEqual(6);
  await page.locator("dialog .indicators").getByText("Set-aside tiles").waitFor();
});

it("keeps the title of a replay whole on a phone held sideways", async () => {
  const { page } = await visitor(LANDSCAPE);
  const table = await leaveToBots(page, "tenhou-sanma", 3);
  await page.goto(`/replay/${table}`);
  const title = page.locator(".bar .title");
  await title.waitFor();
  // Some fonts are taller than their lines, by less than a line.
  await expect.poll(() => title.evaluate((node) => [node.scrollHeight - node.clientHeight < 6, /Tenhou, three players/.test(node.textContent ?? "")])).toEqual([true, true]);
  // Its line is wide enough for a word.
  await expect.poll(() => title.evaluate((node) => node.getBoundingClientRect().width)).toBeGreaterThan(60);
});

it.each(["en", "de", "ja", "zh"])("keeps the controls of a replay on the screen of a phone held sideways, language %s", async (language) => {
  const { page } = await visitor(LANDSCAPE, { language });
  const table = await leaveToBots(page, "tenhou-sanma", 3);
  await page.goto(`/replay/${table}`);
  await page.getByRole("slider").waitFor();
  const controls = ".scrubber input, .scrubber .buttons :is(button, select)";
  await expect.poll(() => page.locator(controls).count()).toBeGreaterThan(5);
  await expect.poll(() => outOfReach(page, controls)).toEqual([]);
});

it("keeps the winning tile beside the hand and names whole on the sheet of a tablet", async () => {
  const { page } = await visitor({ viewport: { width: 768, height: 1024 } }, { twoTap: "off", lessMotion: true });
  await openSheet(page, POCCHI);
  const rows = (asked: string) => page.locator(asked).evaluateAll((all) => new Set(all.map((one) => Math.round(one.getBoundingClientRect().bottom))).size);
  await expect.poll(() => rows("dialog .tiles > .row:first-child .tile")).toBe(1);
  const lines = () =>
    page.locator("dialog .party").evaluateAll((all) =>
      all.map((party) => {
        const range = document.createRange();
        range.selectNodeContents(party.lastChild ?? party);
        return range.getClientRects().length;
      }),
    );
  await expect.poll(lines).toEqual([1, 1, 1, 1]);
});

it.each(["en", "de", "ja", "zh"])("shows the net result of all three on the first screen of a phone held sideways, language %s", async (language) => {
  const { page } = await visitor(LANDSCAPE, { twoTap: "off", lessMotion: true, language });
  await openSheet(page, POCCHI);
  await expect.poll(() => page.locator("dialog .points-part .line").count()).toBe(3);
  // The height is asked for together with the foot's: the sheet opens larger than it stays.
  const room = () => page.locator("dialog").evaluate((sheet) => (sheet.querySelector("footer")?.getBoundingClientRect().top ?? 0) - Math.max(...[...sheet.querySelectorAll(".points-part .line")].map((line) => line.getBoundingClientRect().bottom)));
  await expect.poll(room).toBeGreaterThanOrEqual(0);
});

it("shows the graph of the game beside the places", async () => {
  const { page } = await visitor();
  const table = await leaveToBots(page, "tenhou-sanma", 3);
  await page.goto(`/table/${table}`);
  await page.locator("dialog:has(.sheet) footer .last").click();
  await page.locator("dialog .ranking").waitFor();
  await expect.poll(() => outOfReach(page, "dialog .ranking li, dialog .history svg[role=img], dialog footer .button")).toEqual([]);
  const foot = await page.locator("dialog footer").boundingBox();
  await expect.poll(() => page.locator("dialog .history svg[role=img]").evaluate((graph) => graph.getBoundingClientRect().bottom)).toBeLessThanOrEqual(foot?.y ?? 0);
});

it("leaves the winner's plate lit while the table shows the win", async () => {
  const { page } = await visitor({}, { twoTap: "off" });
  await sitWithQuietBots(page, POCCHI.rules, POCCHI.players, [POCCHI.wall]);
  await awaitTurn(page);
  await page.keyboard.press("r");
  await page.keyboard.press("Enter");
  await page.locator(".calls .call.main").waitFor();
  // The moment of a win passes by itself; a clock that stands still keeps it.
  const now = await page.evaluate(() => Date.now());
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1);
  await page.locator(".calls .call.main").dispatchEvent("click");
  await page.locator(".veil .ribbon").waitFor();
  const isShaded = (asked: string) =>
    page.evaluate((part) => {
      const box = document.querySelector(part)?.getBoundingClientRect() ?? new DOMRect();
      const path = new Path2D(/"(.*)"/.exec(getComputedStyle(document.querySelector(".veil .shade") ?? document.body).clipPath)?.[1]);
      return document.createElement("canvas").getContext("2d")?.isPointInPath(path, box.left + box.width / 2, box.top + box.height / 2, "evenodd");
    }, asked);
  await expect.poll(() => isShaded(".plate.won")).toBe(false);
  await expect.poll(() => isShaded(".plate:not(.won)")).toBe(true);
});

it("shows both totals of a double ron without scrolling", async () => {
  const { page } = await visitor();
  // Two bots wait for a 4 sou, which gives both tanyao, and the first discard is one.
  const hands = ["1479m1479p14s223z", "234m678p23678s55p", "345m456p23567s66p", "2589m289p289s777z"];
  await sitWithBots(page, "tenhou", 4, { bot: "greedy", walls: [{ hands, draws: "4s" }] });
  await awaitTurn(page);
  await discard(page);
  await page.locator("dialog .sheet.double").waitFor();
  await expect.poll(() => page.locator("dialog .amount").count()).toBe(2);
  const body = await page.locator("dialog .body").boundingBox();
  const amounts = await page.locator("dialog .amount").evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
  expect(Math.max(...amounts)).toBeLessThan((body?.y ?? 0) + (body?.height ?? 0));
  // Closing the sheet shows both revealed hands.
  await page.locator("dialog footer .see").click();
  await expect.poll(() => page.locator(".edge .concealed.open").count()).toBe(2);
  await page.locator(".seeing .button").first().click();
  await page.locator("dialog .sheet.double").waitFor();
});
