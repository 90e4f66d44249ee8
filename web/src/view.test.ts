import { describe, expect, it } from "vitest";
import { HAND } from "./fixtures/hand.ts";
import type { SeenEvent } from "./seen.ts";
import { flows } from "./payflow.ts";
import { apply, emptyView, inHand, openTiles, windOf, type View } from "./view.ts";

function after(count: number, events: SeenEvent[] = HAND): View {
  const view = emptyView(4, 25_000, 1000);
  events.slice(0, count).forEach((event, place) => apply(view, place + 1, event, { left: 70 - place, spare: 4 }));
  return view;
}

/** How far the hand has come just after the given event. */
function past(type: SeenEvent["type"], which = 1): View {
  const places = HAND.flatMap((event, place) => (event.type === type ? [place] : []));
  return after((places[which - 1] ?? 0) + 1);
}

describe("a view", () => {
  it("sorts the dealt tiles and counts the hidden ones", () => {
    const view = past("indicator");
    expect(view.sides[0]?.hand?.join(" ")).toBe("2m 3m 4p 5p 6p 2s 3s 4s 6s 7s 7s 5z 5z");
    expect(view.sides.map((side) => side.count)).toEqual([13, 13, 13, 13]);
    expect(view.sides[1]?.hand).toBeNull();
  });

  it("keeps the tiles as they came for those who sort them in their head", () => {
    const view = emptyView(4);
    apply(view, 1, { type: "dealt", seat: 0, tiles: "9m1p5z" });
    apply(view, 2, { type: "drew", seat: 0, tile: "3s", source: "live" });
    apply(view, 3, { type: "discarded", seat: 0, tile: "1p", drawn: false });
    apply(view, 4, { type: "drew", seat: 0, tile: "2m", source: "live" });
    const side = view.sides[0] ?? expect.fail("no side");
    expect(inHand(side, false).map((one) => one.tile)).toEqual(["9m", "5z", "3s", "2m"]);
    expect(inHand(side, true).map((one) => one.tile)).toEqual(["9m", "3s", "5z", "2m"]);
    expect(inHand(side, true).at(-1)?.drawn).toBe(true);
  });

  it("knows whose discards were paid", () => {
    const view = emptyView(3);
    apply(view, 1, { type: "drawn", reason: "exhausted", tenpai: [] } as SeenEvent);
    apply(view, 2, { type: "nagashi-scored", seat: 2 });
    expect(view.outcome).toMatchObject({ nagashi: [2], draw: { reason: "exhausted" } });
  });

  it("keeps the drawn tile apart and takes it away when it is discarded", () => {
    expect(past("drew").sides[0]).toMatchObject({ drawn: "9m", holdsDraw: true, count: 14 });
    expect(past("discarded").sides[0]).toMatchObject({ drawn: null, holdsDraw: false, count: 13 });
    expect(past("discarded").sides[0]?.river).toMatchObject([{ tile: "9m", drawn: true, turned: false }]);
  });

  it("sorts the drawn tile in when another is discarded", () => {
    const view = after(28);
    expect(view.sides[0]?.hand?.join(" ")).toBe("2m 3m 4p 5p 6p 2s 3s 4s 0s 7s 7s 5z 5z");
  });

  it("shows a called tile as called and lays the meld", () => {
    const view = past("called");
    expect(view.sides[3]?.river.at(-1)).toMatchObject({ tile: "3z", calledBy: 1 });
    expect(view.sides[1]?.melds).toEqual([{ kind: "pon", tiles: ["3z", "3z", "3z"], from: 3, called: "3z" }]);
    expect(view.sides[1]?.count).toBe(11);
    expect(view.turn).toBe(1);
  });

  it("turns the tile of a riichi and takes the stick when it stands", () => {
    const view = past("riichi-stands");
    expect(view.sides[2]?.riichi).toEqual({ open: true, stands: true });
    expect(view.sides[2]?.river.at(-1)).toMatchObject({ tile: "9s", turned: true });
    expect(view.points).toEqual([25_000, 25_000, 24_000, 25_000]);
    expect(view.standing.sticks).toBe(2);
    expect(view.sides[2]?.shown?.length).toBe(13);
  });

  it("lets a closed kan leave ten tiles and a replacement", () => {
    const view = past("indicator", 2);
    expect(view.sides[3]?.count).toBe(11);
    expect(view.sides[3]?.melds[0]?.kind).toBe("ankan");
    expect(view.indicators).toEqual(["4p", "8s"]);
  });

  it("moves points, chips and sticks only by payments", () => {
    const view = after(HAND.length);
    expect(view.points).toEqual([30_200, 21_800, 24_000, 25_000]);
    expect(view.points.reduce((sum, points) => sum + points) + 1000 * view.standing.sticks).toBe(101_000);
    expect(view.chips).toEqual([1, -1, 0, 0]);
    expect(view.outcome.settled).toBe(true);
    expect(flows(view.outcome.payments)).toEqual([
      { from: 2, to: "sticks", points: 1000, chips: 0 },
      { from: 1, to: 0, points: 3200, chips: 1 },
      { from: "sticks", to: 0, points: 2000, chips: 0 },
    ]);
    expect(view.outcome.payments.at(-1)?.because).toBeNull();
  });

  it("goes on from the moment before a chombo that is undone", () => {
    const view = past("riichi-stands");
    const before = JSON.stringify({ ...view, n: 0 });
    const chombo: SeenEvent[] = [
      { type: "chombo-called", seat: 1 },
      { type: "chombo", seat: 1 },
      { type: "drawn", reason: "chombo", tenpai: [] },
      { type: "paid", from: 1, to: 0, points: 4000, what: "chombo", because: "RC-25" },
      { type: "settled", dealer_stays: true, may_yame: false, honba: 0, void: true },
      { type: "hand-ended", round: "east", hand: 1, dealer: 0, honba: 0, sticks: 1 },
    ];
    chombo.forEach((event, place) => apply(view, 100 + place, event));
    expect([view.points[1], view.outcome.settled]).toEqual([21_000, true]);
    apply(view, 110, { type: "ruling-undone", penalty: "chombo", seat: 1, void: false });
    expect(view.n).toBe(110);
    expect(JSON.stringify({ ...view, n: 0 })).toBe(before);
  });

  it("counts nothing of a hand that a dead hand decided wrongly", () => {
    const view = after(HAND.length);
    apply(view, 100, { type: "ruling-undone", penalty: "dead-hand", seat: 2, void: true });
    expect([view.points, view.chips, view.standing.sticks]).toEqual([view.pointsBefore, view.chipsBefore, 1]);
  });

  it("takes no event twice", () => {
    const view = after(10);
    const before = JSON.stringify(view);
    apply(view, 10, { type: "discarded", seat: 1, tile: "4z", drawn: false });
    expect(JSON.stringify(view)).toBe(before);
  });

  it("begins each hand with empty rivers and the points of before", () => {
    const view = after(HAND.length);
    apply(view, 99, { type: "hand-started", round: "south", hand: 2, dealer: 1, honba: 0, sticks: 0 });
    expect(view.sides.every((side) => side.river.length === 0 && side.melds.length === 0)).toBe(true);
    expect(view.pointsBefore).toEqual(view.points);
    expect(windOf(view, 1)).toBe(0);
    expect(windOf(view, 0)).toBe(3);
  });

  it("adds the fourth tile to a pon and keeps who gave the first", () => {
    const view = past("called");
    apply(view, 98, { type: "kan-declared", seat: 1, call: "kakan", tiles: "3333z", fed: "north" });
    expect(view.sides[1]?.melds).toEqual([{ kind: "kakan", tiles: ["3z", "3z", "3z", "3z"], from: 3, called: "3z" }]);
    expect(view.sides[1]?.count).toBe(10);
  });

  it("turns a kan that lay face down", () => {
    const view = past("drew");
    apply(view, 97, { type: "kan-declared", seat: 1, call: "ankan" });
    expect(view.sides[1]?.melds).toEqual([{ kind: "ankan", tiles: [], from: null, called: null }]);
    apply(view, 98, { type: "kan-turned", seat: 1, tiles: "5555z" });
    expect(view.sides[1]?.melds).toEqual([{ kind: "ankan", tiles: ["5z", "5z", "5z", "5z"], from: null, called: null }]);
  });

  it("turns the next tile when the riichi tile was called away", () => {
    const view = past("riichi-stands");
    apply(view, 97, { type: "called", seat: 3, call: "chii", tiles: "789s", from: 2 });
    apply(view, 98, { type: "drew", seat: 2, source: "live" });
    apply(view, 99, { type: "discarded", seat: 2, tile: "1s", drawn: true });
    expect(view.sides[2]?.river.at(-1)?.turned).toBe(true);
  });

  it("sets flowers and norths aside", () => {
    const view = past("drew");
    apply(view, 98, { type: "set-aside", seat: 0, tile: "9m" });
    expect(view.sides[0]).toMatchObject({ aside: ["9m"], count: 13, drawn: null });
  });
});

describe("an open hand", () => {
  const WON: SeenEvent[] = [
    { type: "dealt", seat: 0, tiles: "123m456p789s1122z" },
    { type: "drew", seat: 0, tile: "1z", source: "live" },
    { type: "won", seat: 0, from: 0, tile: "1z", by: "tsumo" },
  ];
  const count = (view: View) => {
    const open = view.sides[0] && openTiles(view.sides[0], view.outcome.wins[0]?.tile ?? null);
    return open ? [open.tiles.length, open.apart] : [];
  };

  it("has fourteen tiles after a self-draw, before and after it is shown", () => {
    expect(count(after(3, WON))).toEqual([13, "1z"]);
    expect(count(after(4, [...WON, { type: "shown", seat: 0, tiles: "123m456p789s11122z" }]))).toEqual([13, "1z"]);
  });

  it("lays the discard won with beside the shown tiles", () => {
    const shown: SeenEvent[] = [{ type: "won", seat: 0, from: 1, tile: "2z", by: "ron" }, { type: "shown", seat: 0, tiles: "123m456p789s1122z" }];
    expect(count(after(2, shown))).toEqual([13, "2z"]);
  });
});
