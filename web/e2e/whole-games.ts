import { expect, it } from "vitest";
import { useBrowser } from "./browser.ts";
import { seenGeometry } from "./geometry.ts";
import { playByHand, seatPeople, type Person } from "./people.ts";

useBrowser();

const WIDE: Person = { width: 1280, height: 800, touch: false, name: "Maximiliangottfriede" };
const TABLET: Person = { width: 768, height: 1024, touch: true, name: "Annemarieluisewagner" };
const PORTRAIT: Person = { width: 360, height: 740, touch: true, name: "Wilhelminakarolinede" };
const LANDSCAPE: Person = { width: 844, height: 390, touch: true, name: "Bartholomaeusschmitt" };
/** More hands than a game has. */
const HANDS = 24;

// Three people share a table of three, and the fourth screen plays with bots.
const GAMES: [string, string, number, Person[]][] = [
  ["zan", "with friends", 3, [WIDE, TABLET, PORTRAIT]],
  ["zan", "with bots", 3, [{ ...LANDSCAPE, language: "en" }]],
  ["ryanzou-chankan+hana(variation=3)", "with friends", 4, [PORTRAIT, LANDSCAPE, WIDE, TABLET]],
  ["sanmatsuri", "with friends", 3, [TABLET, WIDE, LANDSCAPE]],
  ["sanmatsuri", "with bots", 3, [{ ...PORTRAIT, language: "en" }]],
];

it.each(GAMES)(
  "keeps everything apart and on the screen in a whole game of %s %s",
  async (rules, _, seats, people) => {
    const all = await seatPeople(people, rules, seats, HANDS);
    await Promise.all(all.map(({ page }, place) => playByHand(page, people[place]?.touch ?? false, place === 0)));
    for (const { page } of all) {
      const { looks, found } = await seenGeometry(page);
      expect(looks).toBeGreaterThan(100);
      expect.soft(found).toEqual([]);
    }
  },
  600_000,
);
