import { expect, it } from "vitest";
import type { SeenEvent } from "./seen.ts";
import { cueOf } from "./sound.ts";

const event = (type: string, more: object): SeenEvent => ({ type, ...more }) as unknown as SeenEvent;

it.each([
  ["one's own discard", event("discarded", { seat: 0, tile: "1m", drawn: true }), { sound: "own-discard" }],
  ["another's discard", event("discarded", { seat: 1, tile: "1m", drawn: true }), { sound: "discard" }],
  ["another's draw", event("drew", { seat: 1, source: "wall" }), null],
  ["a called kan", event("called", { seat: 1, call: "daiminkan", tiles: "1111m", from: 0 }), { word: "kan" }],
  ["a north", event("set-aside", { seat: 1, tile: "4z" }), { word: "kita" }],
  ["a flower", event("set-aside", { seat: 1, tile: "2f" }), { word: "flower" }],
  ["an open riichi", event("riichi-declared", { seat: 1, open: true }), { word: "open-riichi" }],
  ["a win off this player", event("won", { seat: 1, from: 0, tile: "1m", by: "ron" }), { sound: "dealt-in", word: "ron" }],
  ["a win by tsumo", event("won", { seat: 0, from: 0, tile: "1m", by: "tsumo" }), { sound: "win", word: "tsumo" }],
  ["chips", event("paid", { from: 1, to: 0, chips: 2 }), { sound: "chip" }],
])("has its own cue for %s", (_, happened, cue) => {
  expect(cueOf(happened, 0)).toEqual(cue);
});
