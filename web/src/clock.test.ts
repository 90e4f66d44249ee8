import { expect, it } from "vitest";
import { timeLeft } from "./clock.ts";

it("uses up the decision before the bank and never goes below zero", () => {
  const until = 100_000;
  expect(timeLeft(until, 4000, 95_000)).toEqual({ left: 5, bank: 4 });
  expect(timeLeft(until, 4000, 100_000)).toEqual({ left: 0, bank: 4 });
  expect(timeLeft(until, 4000, 101_500)).toEqual({ left: 0, bank: 2.5 });
  expect(timeLeft(until, 4000, 110_000)).toEqual({ left: 0, bank: 0 });
});
