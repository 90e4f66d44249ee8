import { expect, it } from "vitest";
import { HAND } from "../fixtures/hand.ts";
import { apply, emptyView } from "../view.ts";
import { handText } from "./handtext.ts";

/** The table after so many events. */
function after(events: number) {
  const view = emptyView(4, 25_000);
  HAND.slice(0, events).forEach((event, place) => apply(view, place + 1, event));
  return view;
}

it("writes the player's tiles, winds and everything that lies in the open", () => {
  // South has called the third wind, so it lies in the meld and no longer among the discards.
  const text = handText(after(16), 0);
  expect(text?.hand).toBe("2m3m4p5p6p2s3s4s6s7s7s5z +5z seat=east round=east");
  expect(text?.seen.match(/../g)?.sort()).toEqual(["1z", "3z", "3z", "3z", "4p", "4z", "9m", "9p"]);
});

it("puts the drawn tile last", () => {
  expect(handText(after(7), 0)?.hand).toMatch(/5z5z \+9m seat=east/);
});

it("writes nothing of a hand that the viewer does not see, and of none that is over", () => {
  expect(handText(after(7), 1)).toBeNull();
  expect(handText(emptyView(4), 0)).toBeNull();
  const view = after(HAND.length);
  view.outcome.settled = true;
  expect(handText(view, 0)).toBeNull();
});
