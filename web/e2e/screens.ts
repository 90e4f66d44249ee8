import { expect } from "vitest";
import { seenGeometry } from "./geometry.ts";
import { playByHand, seatPeople, type Game, type Person } from "./people.ts";

export const WIDE: Person = { width: 1280, height: 800, touch: false, name: "Maximiliangottfriede" };
export const TABLET: Person = { width: 768, height: 1024, touch: true, name: "Annemarieluisewagner" };
export const PORTRAIT: Person = { width: 360, height: 740, touch: true, name: "Wilhelminakarolinede" };
export const LANDSCAPE: Person = { width: 844, height: 390, touch: true, name: "Bartholomaeusschmitt" };

/** Every rulebook on every screen: its game, with whom, its seats and the people on them. The fourth screen of a table of three plays with bots, in both languages. */
export const EVERY_SCREEN: [string, string, number, Person[]][] = [
  ["zan", "with friends", 3, [WIDE, TABLET, PORTRAIT]],
  ["zan", "with bots", 3, [LANDSCAPE]],
  ["zan", "with bots in English", 3, [{ ...LANDSCAPE, language: "en" }]],
  ["zung-jung", "with friends", 4, [WIDE, TABLET, PORTRAIT, LANDSCAPE]],
  ["ryanzou-chankan+hana(variation=3)", "with friends", 4, [PORTRAIT, LANDSCAPE, WIDE, TABLET]],
  ["sanmatsuri", "with friends", 3, [TABLET, WIDE, LANDSCAPE]],
  ["sanmatsuri", "with bots", 3, [PORTRAIT]],
  ["sanmatsuri", "with bots in English", 3, [{ ...PORTRAIT, language: "en" }]],
];

/** Plays a game to its result on all these screens, and expects that nothing overlapped, left the screen or was cut off in any frame. */
export async function expectOrder(game: Game): Promise<void> {
  const all = await seatPeople(game);
  await Promise.all(all.map(({ page }, place) => playByHand(page, game.people[place]?.touch ?? false, place === 0)));
  for (const { page } of all) {
    const { looks, found } = await seenGeometry(page);
    expect(looks).toBeGreaterThan(100);
    expect.soft(found).toEqual([]);
  }
}
