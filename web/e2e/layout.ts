import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { TestWall } from "../src/wire.ts";
import { sitWithQuietBots } from "./browser.ts";

/** Everything that reaches beyond the sides of the screen. */
export const cutOff = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>(".tile, button, a, input, select, p, h1, h2, td, th")].filter(
      (each) => !each.closest(".unseen, .why") && each.getClientRects().length > 0,
    );
    const beyond = shown.filter((each) => {
      const box = each.getBoundingClientRect();
      return box.width > 0 && (box.left < -0.5 || box.right > innerWidth + 0.5);
    });
    const wide = document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : [];
    const described = (each: HTMLElement) => {
      const box = each.getBoundingClientRect();
      return `${each.className} ${each.textContent?.slice(0, 30)} from ${box.left} to ${box.right} at ${box.top}`;
    };
    return [...wide, ...beyond.map(described)];
  });

/** Hand, calls and switches that are not wholly on the screen. */
export const outOfReach = (page: Page, parts = ".hand button, .calls button, .switch") =>
  page.evaluate((asked) => {
    const shown = [...document.querySelectorAll<HTMLElement>(asked)].filter((each) => each.getClientRects().length > 0);
    const beyond = shown.filter((each) => {
      const box = each.getBoundingClientRect();
      return box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + 0.5;
    });
    return beyond.map((each) => `${each.className} ${each.textContent?.slice(0, 30)}`);
  }, parts);

/** Pairs of buttons that lie on one another. */
export const overlapping = (page: Page) =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll<HTMLElement>(".calls button, .switch, .hand button")].filter((each) => each.getClientRects().length > 0);
    const boxes = shown.map((each) => each.getBoundingClientRect());
    const meet = (one: DOMRect, other: DOMRect) => one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    return boxes.flatMap((one, place) => boxes.slice(place + 1).flatMap((other, more) => (meet(one, other) ? [`${shown[place]?.textContent} ${shown[place + 1 + more]?.textContent}`] : [])));
  });

/** How many parts of one kind lie on parts of another. */
export const meeting = (page: Page, some: string, others: string) =>
  page.evaluate(
    ([one, other]) => {
      const boxes = (asked: string) => [...document.querySelectorAll(asked)].map((node) => node.getBoundingClientRect()).filter((box) => box.width > 0);
      const meet = (a: DOMRect, b: DOMRect) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      const found = boxes(other);
      return boxes(one).filter((box) => found.some((each) => meet(box, each))).length;
    },
    [some, others] as const,
  );

/** Discards that lie on what a plate says. */
export const onPlates = (page: Page) =>
  page.evaluate(() => {
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
    const board = document.querySelector(".table")?.getBoundingClientRect();
    const covered = texts.filter(({ box }) => tiles.some((tile) => meet(box, tile))).map(({ text }) => `covered: ${text}`);
    const cut = texts.filter(({ box }) => board && (box.top < board.top - 8 || box.bottom > board.bottom + 8)).map(({ box, text }) => `cut: ${text} ${Math.round(box.top)}–${Math.round(box.bottom)} of ${Math.round(board?.top ?? 0)}–${Math.round(board?.bottom ?? 0)}`);
    return [...covered, ...cut];
  });

/** The player to the left discards 4 man, which can be called for a pon and three kinds of chii. The next draw offers nothing. */
const WALL: TestWall = { hands: ["2344567m1199p11s", "1479p1479s23456z", "1479m2468p44567z", "1368p2368s23367z"], draws: "9s9m8m4m5z", dora: "9p" };

/** Sits down at that table and waits for all five buttons. */
export async function claimMany(page: Page): Promise<void> {
  await sitWithQuietBots(page, "ryanzou-chankan", 4, [WALL]);
  await page.locator('.hand[aria-busy="false"] [aria-disabled="false"]').last().click();
  await expect.poll(() => page.locator(".calls .call").count()).toBe(5);
}
