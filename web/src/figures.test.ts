import { expect, it } from "vitest";
import { averagePlace, averageWin, lineThrough, pointsOf, share } from "./figures.ts";
import type { OwnGame, Tally } from "./wire.ts";

it("gives shares and means, and says where there is nothing to count", () => {
  expect([share(1, 8), share(0, 0)]).toEqual(["12.5 %", "–"]);
  // Twice first, once third: (1 + 1 + 3) / 3.
  expect(averagePlace([2, 0, 1, 0])).toBeCloseTo(5 / 3);
  expect(averagePlace([0, 0, 0])).toBeNull();
  const tally = { wins: 3, won: 16_000 } as Tally;
  expect(averageWin({ tally })).toBe(5333);
  expect(averageWin({ tally: { ...tally, wins: 0 } })).toBeNull();
});

it("draws the oldest game on the left, and zero at the bottom unless somebody fell below it", () => {
  const game = (points: number[]) => ({ game: { points }, seat: 1 }) as unknown as OwnGame;
  const values = pointsOf([game([0, 40_000]), game([0, 20_000]), game([0, 0])]);
  expect(values).toEqual([0, 20_000, 40_000]);
  expect(lineThrough(values, 100, 40)).toBe("0,40 50,20 100,0");
  expect(lineThrough([-10, 10], 100, 40)).toBe("0,40 100,0");
  expect(lineThrough([5], 100, 40)).toBe("0,0");
});
