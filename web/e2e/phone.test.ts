import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import type { TestWall } from "../src/wire.ts";
import { DESKTOP, PHONE, sitDown, useBrowser, visitor } from "./browser.ts";

useBrowser();

/** Everything that reaches beyond the sides of the screen, or lies upon something else that can be pressed. */
const cutOff = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>(".tile, button, a, input, select, p, h1, h2, td, th")].filter(
      (each) => !each.closest(".unseen, .why") && each.getClientRects().length > 0,
    );
    const beyond = shown.filter((each) => {
      const box = each.getBoundingClientRect();
      return box.width > 0 && (box.left < -0.5 || box.right > innerWidth + 0.5);
    });
    const wide = document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : [];
    return [...wide, ...beyond.map((each) => `${each.className} ${each.textContent?.slice(0, 30)}`)];
  });

it.each(["/", "/new", "/settings"])("fits %s into 360 px", async (path) => {
  for (const language of ["en", "de", "ja", "zh"]) {
    const { page } = await visitor({ viewport: PHONE }, { language });
    await page.goto(path);
    await page.locator("main .button.main, main .field").first().waitFor();
    expect([language, await cutOff(page)]).toEqual([language, []]);
    await page.context().close();
  }
});

it.each(["ZAN League sanma", "Zung Jung"])("keeps everything of a %s table on the screen", async (rulebook) => {
  const { page } = await visitor({ viewport: PHONE, hasTouch: true }, { language: "en", twoTap: "off" });
  await sitDown(page, rulebook);
  for (let look = 0; look < 25; look += 1) {
    expect(await cutOff(page)).toEqual([]);
    const keys = await page.locator(".hand button").evaluateAll((all) => all.map((key) => key.getBoundingClientRect()));
    for (const key of keys) {
      expect(key.height).toBeGreaterThanOrEqual(44);
      expect(key.width).toBeGreaterThanOrEqual(22);
      expect(key.bottom).toBeLessThanOrEqual(PHONE.height);
    }
    await page.evaluate(() => {
      const next = document.querySelector<HTMLElement>("dialog footer .main, .calls .call:not(:disabled)");
      const tile = [...document.querySelectorAll<HTMLElement>('.hand [aria-disabled="false"]')].at(-1);
      (next ?? tile)?.click();
    });
    await page.waitForTimeout(120);
  }
});

/** Hand, calls and switches that are not wholly on the screen. */
const outOfReach = (page: Page, parts = ".hand button, .calls button, .switch") =>
  page.evaluate((asked) => {
    const shown = [...document.querySelectorAll<HTMLElement>(asked)].filter((each) => each.getClientRects().length > 0);
    const beyond = shown.filter((each) => {
      const box = each.getBoundingClientRect();
      return box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5;
    });
    return beyond.map((each) => `${each.className} ${each.textContent?.slice(0, 30)}`);
  }, parts);

/** Pairs of buttons that lie on one another. */
const overlapping = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>(".calls button, .switch, .hand button")].filter((each) => each.getClientRects().length > 0);
    const boxes = shown.map((each) => each.getBoundingClientRect());
    const meet = (one: DOMRect, other: DOMRect) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    return boxes.flatMap((one, place) => boxes.slice(place + 1).flatMap((other, more) => (meet(one, other) ? [`${shown[place]?.textContent} ${shown[place + 1 + more]?.textContent}`] : [])));
  });

/** Whoever sits left discards 4 man: it can be called for a pon and three ways of chii. */
const WALL: TestWall = { hands: ["2344567m1199p11s", "1479p1479s23456z", "1479m2468p44567z", "1368p2368s23367z"], draws: "9s9m8m4m", dora: "9p" };

/** Sits down with bots that discard what they draw. */
async function sitWithQuietBots(page: Page, rules: string, players: number, walls: TestWall[]): Promise<void> {
  await page.goto("/");
  const table = await page.evaluate(
    async (asked) => {
      const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) });
      return ((await answer.json()) as { table: string }).table;
    },
    { rules, seats: ["me", ...Array.from({ length: players - 1 }, () => "tsumogiri")], name: "Mika", clock: null, spectators: false, listed: false, table: "", walls },
  );
  await page.goto(`/table/${table}`);
}

/** Sits down where all of this is asked at once. */
async function claimMany(page: Page): Promise<void> {
  await sitWithQuietBots(page, "ryanzou-chankan", 4, [WALL]);
  await page.locator('.hand[aria-busy="false"] [aria-disabled="false"]').last().click();
  await expect.poll(() => page.locator(".calls .call").count()).toBe(5);
}

it.each(["en", "de", "ja", "zh"])("keeps a hand, five calls and the switches on a phone, language %s", async (language) => {
  for (const viewport of [PHONE, { width: PHONE.height, height: PHONE.width }]) {
    const { page, context } = await visitor({ viewport }, { language, twoTap: "off" });
    await claimMany(page);
    expect([viewport.width, await outOfReach(page), await overlapping(page), await cutOff(page)]).toEqual([viewport.width, [], [], []]);
    await context.close();
  }
});

it("keeps hand and calls in reach with letters twice as large", async () => {
  for (const viewport of [PHONE, DESKTOP]) {
    const { page, context } = await visitor({ viewport }, { language: "de", twoTap: "off" });
    await claimMany(page);
    await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
    expect(await outOfReach(page, ".hand button, .calls button")).toEqual([]);
    expect(await overlapping(page)).toEqual([]);
    // The switches lie below the hand, and can be scrolled to.
    await page.locator(".autoDiscard").scrollIntoViewIfNeeded();
    expect(await outOfReach(page, ".autoDiscard")).toEqual([]);
    await context.close();
  }
});

/** Discards that lie on what a plate says. */
const onPlates = (page: Page) =>
  page.evaluate(async () => {
    // A new size of the screen has come to every part of the page after two frames.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const said = [...document.querySelectorAll<HTMLElement>(".plate .who, .plate .points, .plate .chips")];
    const texts = said.flatMap((each) =>
      [...each.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()).map((node) => {
        const range = document.createRange();
        range.selectNode(node);
        return { box: range.getBoundingClientRect(), text: node.textContent };
      }),
    );
    const tiles = [...document.querySelectorAll(".discard .tile")].map((tile) => tile.getBoundingClientRect());
    const meet = (one: DOMRect, other: DOMRect) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const board = document.querySelector(".board")?.getBoundingClientRect();
    const covered = texts.filter(({ box }) => tiles.some((tile) => meet(box, tile))).map(({ text }) => `covered: ${text}`);
    const cut = texts.filter(({ box }) => board && (box.top < board.top - 8 || box.bottom > board.bottom + 8)).map(({ box, text }) => `cut: ${text} ${Math.round(box.top)}–${Math.round(box.bottom)} of ${Math.round(board?.top ?? 0)}–${Math.round(board?.bottom ?? 0)}`);
    return [...covered, ...cut];
  });

// The wall of three players is empty after nineteen discards of most, that of four after seventeen of some.
it.each([["zan", 3, 18], ["tenhou", 4, 17]] as const)("keeps names and points clear of full rivers, %s", async (rules, players, most) => {
  const screens = [PHONE, { width: PHONE.height, height: PHONE.width }, DESKTOP];
  const { page } = await visitor({ viewport: PHONE }, { twoTap: "off", lessMotion: true });
  await sitWithQuietBots(page, rules, players, []);
  await page.locator(".hand button").first().waitFor();
  for (let fullest = 0; fullest < most; ) {
    await page.evaluate(() => {
      const pass = document.querySelector<HTMLElement>(".calls .pass:not(:disabled)");
      const tile = [...document.querySelectorAll<HTMLElement>('.hand[aria-busy="false"] [aria-disabled="false"]')].at(-1);
      (pass ?? tile)?.click();
    });
    await page.waitForTimeout(20);
    const before = fullest;
    fullest = Math.min(...(await page.locator(".river").evaluateAll((rivers) => rivers.map((river) => river.querySelectorAll(".discard").length))));
    if (fullest === before || (fullest % 6 > 1 && fullest < most)) continue;
    for (const viewport of screens) {
      await page.setViewportSize(viewport);
      expect([fullest, viewport.width, await onPlates(page)]).toEqual([fullest, viewport.width, []]);
    }
  }
});

it("discards with the second tap", async () => {
  const { page } = await visitor({ viewport: PHONE, hasTouch: true, isMobile: true });
  await sitDown(page, "ZAN League sanma");
  const tile = page.locator('.hand [aria-disabled="false"]').last();
  await tile.waitFor();
  await tile.tap();
  await page.getByText("Press again to discard").waitFor();
  expect(await page.locator(".arm.bottom .discard").count()).toBe(0);
  await tile.tap();
  await page.locator(".arm.bottom .discard").first().waitFor();
});
