import type { Page } from "playwright-core";
import type { TestWall } from "../src/wire.ts";
import { kindOf, tilesOf } from "../src/tile.ts";
import { watchGeometry } from "./geometry.ts";
import { visitor, type Visitor } from "./browser.ts";

/** A person at the table: how large their screen is, whether they touch it, and what they are called. */
export type Person = { width: number; height: number; touch: boolean; name: string; language?: string; terms?: string };

/** A whole game: its rulebook, its seats, the people on the first of them, and the turn in which hands are won after the first. */
export type Game = { rules: string; seats: number; people: Person[]; won: number };

/** More hands than a game has. */
const HANDS = 24;

/** Seats people by their links, and bots on the seats that are left, with walls that are the same in every run. */
export async function seatPeople({ rules, seats, people, won }: Game): Promise<Visitor[]> {
  const all: Visitor[] = [];
  for (const { width, height, touch, name, language = "de", terms = "romaji" } of people) {
    const one = await visitor({ viewport: { width, height }, hasTouch: touch, isMobile: touch }, { language, terms, name });
    await watchGeometry(one.page);
    all.push(one);
  }
  const [host, ...guests] = all;
  if (!host) return [];
  await host.page.goto("/");
  const open = (chairs: string[], walls: TestWall[]) =>
    host.page.evaluate(
      async (asked) => {
        const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) });
        const table = (await answer.json()) as { table: string; invites: { code: string }[] };
        const info = (await (await fetch(`/api/tables/${table.table}`)).json()) as { tiles: string };
        return { ...table, box: info.tiles };
      },
      { rules, seats: chairs, name: people[0]?.name ?? "", clock: null, spectators: false, listed: false, table: "", walls },
    );
  const bots = Array.from({ length: seats - people.length }, () => "tsumogiri");
  const { box } = await open(["me", ...Array.from({ length: seats - 1 }, () => "open")], []);
  const opened = await open(["me", ...guests.map(() => "open"), ...bots], livelyWalls(box, seats, won));
  await host.page.goto(`/table/${opened.table}`);
  for (const [place, guest] of guests.entries()) {
    await guest.page.goto(`/table/${opened.table}#join=${opened.invites[place]?.code ?? ""}`);
    await guest.page.locator(".paper form .button.main").click();
  }
  if (guests.length > 0) for (const { page } of all) await page.locator(".paper .get-ready").click();
  return all;
}

/** Nobody takes this long; whatever wants an answer then is out of reach. */
const STANDSTILL_MS = 120_000;

/** After so many hands nobody calls sets any more: a call moves the tile that wins the hand to somebody who does not wait for it, and the hand becomes long. */
const HANDS_WITH_CALLS = 4;

/** Plays a whole game by the mouse or by touches, until the result is shown. A caller takes every call, the others only wins, kans, norths and riichi. */
export async function playByHand(page: Page, touch: boolean, caller: boolean): Promise<void> {
  let hands = 0;
  for (;;) {
    const found = await page.waitForFunction(nextToPress, caller && hands < HANDS_WITH_CALLS, { polling: 20, timeout: STANDSTILL_MS });
    const next = found.asElement();
    if (!next) return;
    if (await next.evaluate((node) => node.matches(".seeing .main"))) hands += 1;
    // High up, where the sheet that follows a win has no buttons.
    const position = (await next.evaluate((node) => node.matches(".veil"))) ? { x: 24, y: 24 } : undefined;
    try {
      await (touch ? next.tap({ position }) : next.click({ position }));
    } catch (error) {
      // What is gone by now wants no answer; what is there must be within reach.
      if (await next.evaluate((node) => node.isConnected && node.checkVisibility({ visibilityProperty: true }) && !node.matches(":disabled"))) throw error;
    }
  }
}

/** The first thing on the page that wants an answer. "over" at the end of the game. */
function nextToPress(calls: boolean): Element | "over" | null {
  const first = (asked: string): Element | undefined => [...document.querySelectorAll(asked)].find((node) => node.checkVisibility({ visibilityProperty: true }));
  const strong = [...document.querySelectorAll<HTMLElement>(".calls .call:not(:disabled, .pass)")].toReversed().find((node) => calls || !/^[cp]$/.test(node.getAttribute("aria-keyshortcuts") ?? ""));
  const tiles = [...document.querySelectorAll('.hand[aria-busy="false"] [aria-disabled="false"]')];
  if (document.querySelector("dialog .ranking")) return "over";
  // Every sheet is closed once, to see the table behind it.
  const sheet = first("dialog:has(.sheet) footer .see") ?? first(".seeing .main");
  return first(".veil") ?? sheet ?? strong ?? first(".calls .pass:not(:disabled)") ?? tiles.at(-1) ?? null;
}

/** Walls in which two players wait for a tile from the start, so that there are riichi, calls, kans and wins. After the first hand, which is long, one of them draws it in the turn after `turns`. */
function livelyWalls(box: string, seats: number, turns: number): TestWall[] {
  const random = lots(7);
  return Array.from({ length: HANDS }, (_, hand) => {
    const rest = tilesOf(box);
    const winner = hand % seats;
    const dealt = Array.from({ length: seats }, (_, wind) => (wind === winner || wind === (winner + 1) % seats ? readyHand(rest, random) : []));
    const waits = kindOf(dealt[winner]?.at(-1) ?? "");
    const draws = Array.from({ length: turns * seats + winner }, () => rest.splice(random(rest.length), 1)[0] ?? "");
    const won = take(rest, waits);
    const quick = hand > 0 && won !== null ? [...draws, won].join("") : "";
    return { hands: dealt.map((tiles) => tiles.join("")), draws: quick, seed: hand + 1 };
  });
}

/** Takes a tile of this kind, if one is left. */
function take(rest: string[], kind: string): string | null {
  const place = rest.findIndex((tile) => kindOf(tile) === kind);
  return place < 0 ? null : (rest.splice(place, 1)[0] ?? null);
}

/** Four sets and a single tile, for which the hand waits. */
function readyHand(rest: string[], random: (below: number) => number): string[] {
  const held: string[] = [];
  const kinds = [...new Set(rest.map(kindOf))].filter((kind) => /[mpsz]/.test(kind));
  while (held.length < 12) {
    const kind = kinds[random(kinds.length)] ?? "1z";
    const digit = Number(kind[0]);
    const run = [digit, digit + 1, digit + 2].map((number) => `${number}${kind[1]}`);
    const wanted = !kind.endsWith("z") && digit < 8 && random(4) > 0 ? run : [kind, kind, kind];
    const took = wanted.map((one) => take(rest, one));
    const found = took.filter((tile) => tile !== null);
    (found.length === 3 ? held : rest).push(...found);
  }
  const single = kinds.find((kind) => rest.filter((tile) => kindOf(tile) === kind).length > 1) ?? "";
  return [...held, take(rest, single) ?? ""];
}

/** Numbers that are the same in every run. */
function lots(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}
