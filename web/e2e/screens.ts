import { expect } from "vitest";
import { seenGeometry } from "./geometry.ts";
import { playByHand, seatPeople, type Game, type Person } from "./people.ts";

export const WIDE: Person = { width: 1280, height: 800, touch: false, name: "Maximiliangottfriede" };
export const TABLET: Person = { width: 768, height: 1024, touch: true, name: "Annemarieluisewagner" };
export const PORTRAIT: Person = { width: 360, height: 740, touch: true, name: "Wilhelminakarolinede" };
export const LANDSCAPE: Person = { width: 844, height: 390, touch: true, name: "Bartholomaeusschmitt" };

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
