import { describe, expect, it } from "vitest";
import { flows, gain, pairs, paymentsOf, placesBy, together, type Line } from "./payflow.ts";
import type { Party, SeenEvent, WinSheet } from "./seen.ts";
import { apply, emptyView, type Flow, type View } from "./view.ts";
import type { LineRow } from "./wire.ts";

/** A hand in which only points move. */
function played(seats: number, start: number[], events: SeenEvent[], sticks = 0): View {
  const view = emptyView(seats, 0, 1000, "RC-10");
  view.points = start;
  const standing = { round: "east", hand: 1, dealer: 0, honba: 0, sticks } as const;
  [{ type: "hand-started", ...standing } as SeenEvent, ...events].forEach((event, place) => apply(view, place + 1, event));
  return view;
}

const riichi = (seat: number): SeenEvent[] => [{ type: "riichi-declared", seat, open: false }, { type: "riichi-stands", seat }];
const paid = (from: Party, to: Party, points: number, what: string): SeenEvent => ({ type: "paid", from, to, points, what, because: "X-1" }) as SeenEvent;
const chips = (from: Party, to: Party, count: number, what: string): SeenEvent => ({ type: "paid", from, to, chips: count, what, because: "X-2" }) as SeenEvent;

/** The arrows of every seat come to the change shown beside it. */
function expectSums(view: View, points: number[], chipsToo: number[] = points.map(() => 0)): void {
  const seats = points.map((_, seat) => seat);
  expect(seats.map((seat) => (view.points[seat] ?? 0) - (view.pointsBefore[seat] ?? 0))).toEqual(points);
  expect(seats.map((seat) => (view.chips[seat] ?? 0) - (view.chipsBefore[seat] ?? 0))).toEqual(chipsToo);
  for (const stake of ["points", "chips"] as const) {
    const sum = (seat: number) => flows(view.outcome.payments).reduce((all, flow) => all + (flow.to === seat ? flow[stake] : 0) - (flow.from === seat ? flow[stake] : 0), 0);
    expect(seats.map(sum)).toEqual(stake === "points" ? points : chipsToo);
    expect(seats.map((seat) => gain(view.outcome.payments, seat, stake))).toEqual(stake === "points" ? points : chipsToo);
  }
}

describe("arrows add up to everyone's gains", () => {
  it("with the stick of a riichi that did not win", () => {
    // South and west are in riichi; south wins 12,000 and one honba from east, and both sticks.
    const view = played(4, [25_000, 25_000, 25_000, 25_000], [...riichi(1), ...riichi(2), paid(0, 1, 12_000, "hand"), paid(0, 1, 300, "honba"), paid("sticks", 1, 2000, "sticks")]);
    expectSums(view, [-12_300, 12_300 - 1000 + 2000, -1000, 0]);
    expect(view.outcome.payments[0]).toEqual({ from: 1, to: "sticks", amount: 1000, stake: "points", because: "RC-10" });
    expect(view.standing.sticks).toBe(0);
  });

  it("with sticks of earlier hands and a tsumo", () => {
    const view = played(4, [30_000, 20_000, 25_000, 25_000], [...riichi(0), paid(1, 0, 4000, "hand"), paid(2, 0, 4000, "hand"), paid(3, 0, 4000, "hand"), paid("sticks", 0, 3000, "sticks")], 2);
    expectSums(view, [12_000 - 1000 + 3000, -4000, -4000, -4000]);
  });

  it("when tenpai players are paid and their sticks stay", () => {
    const view = played(4, [25_000, 25_000, 25_000, 25_000], [...riichi(3), paid(0, 2, 750, "noten"), paid(0, 3, 750, "noten"), paid(1, 2, 750, "noten"), paid(1, 3, 750, "noten")]);
    expectSums(view, [-1500, -1500, 1500, 500]);
    expect(view.standing.sticks).toBe(1);
  });

  it("when a chombo is paid and the stick of the void hand comes back", () => {
    const view = played(4, [25_000, 25_000, 25_000, 25_000], [...riichi(2), { type: "chombo", seat: 1 }, paid(1, 0, 4000, "chombo"), paid(1, 2, 2000, "chombo"), paid(1, 3, 2000, "chombo"), paid("sticks", 2, 1000, "own-stick")]);
    expectSums(view, [4000, -8000, 2000, 2000]);
  });

  it("when a player goes bust, with chips for that, ippatsu and ura", () => {
    const view = played(3, [2000, 51_000, 52_000], [...riichi(1), paid(0, 1, 8000, "hand"), paid("sticks", 1, 1000, "sticks"), chips(0, 1, 2, "ura"), chips(0, 1, 1, "ippatsu"), paid(0, 1, 10_000, "bust"), chips(0, 2, 1, "flower")]);
    expectSums(view, [-18_000, 18_000, 0], [-4, 3, 1]);
  });

  it("when no stick is asked for", () => {
    const view = emptyView(4, 0, 0, "-");
    apply(view, 1, { type: "riichi-stands", seat: 0 });
    expect(view.outcome.payments).toEqual([]);
    expect(view.points).toEqual([0, 0, 0, 0]);
  });
});

describe("the lines between players", () => {
  const flow = (from: Party, to: Party, points: number, chips = 0): Flow => ({ from, to, points, chips });

  it("are one for two players, points forward and chips beside them", () => {
    // Mira deals into Annegret, who owes her a chip for a flower: a line, not two arrows.
    expect(pairs([flow(0, 1, 8600), flow(1, 0, 0, 1)])).toEqual([flow(0, 1, 8600, -1)]);
    expect(pairs([flow(1, 0, 0, 1), flow(0, 1, 8600)])).toEqual([flow(0, 1, 8600, -1)]);
    expect(pairs([flow(0, 1, 0, 1), flow(1, 0, 0, 3)])).toEqual([flow(1, 0, 0, 2)]);
  });

  it("leave out what cancels, such as a stick that comes back", () => {
    expect(pairs([flow(0, "sticks", 1000), flow("sticks", 0, 1000)])).toEqual([]);
    expect(pairs([flow(0, "sticks", 1000), flow("sticks", 0, 3000)])).toEqual([flow("sticks", 0, 2000)]);
  });

  it("are at most one for each pair, whoever pays whom", () => {
    const seats: Party[] = [0, 1, 2, 3, "sticks"];
    const all = seats.flatMap((from) => seats.filter((to) => to !== from).map((to) => flow(from, to, from === 0 ? 300 : 100, 1)));
    const found = pairs([...all, ...all]).map(({ from, to }) => [from, to].sort().join());
    expect(new Set(found).size).toBe(found.length);
    expect(found.length).toBe(4);
  });
});

it("gives players with the same points the same place", () => {
  expect(placesBy([25_000, 31_000, 19_000, 25_000])).toEqual([2, 1, 4, 2]);
});

const named = (en: string) => ({ en, de: en, ja: en, romaji: en, zh: en });

it("adds up payments of one kind between two players", () => {
  const flower = (from: number, names = named("a flower set aside")): Line => ({ from, to: 0, amount: 1, stake: "chips", because: "X-2", names });
  const payments = [flower(1), flower(2), flower(1), flower(1, named("ippatsu")), { ...flower(1), stake: "points" as const }];
  expect(together(payments).map(({ from, amount, stake }) => [from, amount, stake])).toEqual([[1, 2, "chips"], [2, 1, "chips"], [1, 1, "chips"], [1, 1, "points"]]);
  expect(payments[0]?.amount).toBe(1);
});

describe("payments of a hand", () => {
  const line = (line: object) => ({ part: "payment", id: "", names: named("x"), ...line }) as LineRow;

  it("come from the lines of its sheets, with their words and clauses", () => {
    const view = played(4, [0, 0, 0, 0], riichi(2));
    // Seat 1 deals, so seat 2 is south; north answers for the payment without a line of its own.
    view.outcome.sheet = { dealer: 1, lines: [line({ part: "ending" }), line({ from: "south", to: "sticks", points: 1000, clause: "RB-35", names: named("1 riichi stick") })] };
    const lines = [line({ part: "yaku", points: 8 }), line({ from: "north" }), line({ from: "north", to: "east", points: 7700, clause: "RC-74" }), line({ from: "sticks", to: "east", chips: 2 })];
    const sheet = { seat: 1, dealer: 1, hand: 1, sheet: { lines } } as unknown as WinSheet;
    expect(paymentsOf(view, [sheet])).toEqual([
      { from: 2, to: "sticks", amount: 1000, stake: "points", because: "RB-35", names: named("1 riichi stick") },
      { from: 0, to: 1, amount: 7700, stake: "points", because: "RC-74", names: named("x") },
      { from: "sticks", to: 1, amount: 2, stake: "chips", because: null, names: named("x") },
    ]);
  });

  it("come from the events of an older log, which has no lines", () => {
    const view = played(4, [0, 0, 0, 0], [paid(0, 1, 8000, "hand")]);
    expect(paymentsOf(view, [])).toEqual([{ from: 0, to: 1, amount: 8000, stake: "points", because: "X-1", names: {} }]);
  });
});
