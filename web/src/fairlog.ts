import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Lots } from "./fair.ts";
import type { SeenEvent, Tile, Tiles } from "./seen.ts";
import { sorted, tilesOf } from "./tile.ts";
import type { FairInfo } from "./wire.ts";

/** What determined the walls. */
export type Fair = Pick<FairInfo, "s0" | "rules" | "commits" | "reveals" | "opened"> & { lots: Lots | null };

/** What a log says about its walls. */
export type FairLog = {
  fair: Fair;
  /** The tiles of the box, in the order in which they are shuffled. */
  box: Tile[];
  /** The first tiles that each hand showed, in the order in which they left the wall. */
  hands: { dealt: Tile[]; draws: Tile[] }[];
};

/** A hand whose wall was recomputed. */
export type CheckedHand = { hand: number; secret: string; agrees: boolean };

type Step =
  | { step: "chain"; s0: string; rules?: string; lots?: string }
  | { step: "lots"; draw: string; secret: string; order: number[] }
  | { step: "commits"; commits: (string | null)[] }
  | { step: "reveals"; reveals: (string | null)[] }
  | { step: "void" }
  | { step: "opened"; hand: number; secret: string };
type Line = { log?: string; book?: string; tiles?: Tiles; fair?: Step; e?: SeenEvent };

/** Reads the wall data of a log; null if it has no fair wall. */
export function readFair(text: string): FairLog | null {
  const fair: Fair = { s0: "", rules: null, commits: [], reveals: [], opened: [], lots: null };
  let box: Tile[] = [];
  let rules: string | null = null;
  const hands: FairLog["hands"] = [];
  for (const line of text.split("\n").filter((each) => each.trim() !== "")) {
    const told = JSON.parse(line) as Line;
    if (told.log !== undefined) box = tilesOf(told.tiles);
    if (told.book !== undefined) rules = bytesToHex(sha256(utf8ToBytes(told.book)));
    if (told.fair) take(fair, told.fair, rules);
    if (told.e?.type === "hand-started") hands.push({ dealt: [], draws: [] });
    if (told.e?.type === "dealt") hands.at(-1)?.dealt.push(...tilesOf(told.e.tiles));
    if (told.e?.type === "drew" && told.e.source === "live" && told.e.tile) hands.at(-1)?.draws.push(told.e.tile);
  }
  return fair.s0 === "" ? null : { fair, box, hands };
}

/** A failed start is repeated with a new chain. Commitments and walls that cover a rulebook must cover the one whose text is in the log. */
function take(fair: Fair, step: Step, rules: string | null): void {
  if (step.step === "chain") Object.assign(fair, { s0: step.s0, rules: step.rules === undefined ? null : rules, commits: [], reveals: [], opened: [], lots: step.lots === undefined ? null : { promise: step.lots, draw: "", secret: null, order: null } });
  else if (step.step === "lots") fair.lots = { promise: fair.lots?.promise ?? "", draw: step.draw, secret: step.secret, order: step.order };
  else if (step.step === "commits") fair.commits = step.commits;
  else if (step.step === "reveals") fair.reveals = step.reveals;
  else if (step.step === "opened") fair.opened[step.hand - 1] = step.secret;
}

/** Recomputes each wall and compares it with the tiles dealt and drawn. */
export function checkedHands(log: FairLog, wallOf: (hand: number, secret: string, box: Tile[]) => Tile[]): CheckedHand[] {
  return log.fair.opened.slice(0, log.hands.length).map((secret, place) => {
    const hand = log.hands[place] ?? { dealt: [], draws: [] };
    const wall = wallOf(place + 1, secret, log.box);
    // Rulebooks differ in which of the last tiles the dealer takes, so the dealer's first draw counts with the deal.
    const [first = "", ...later] = hand.draws;
    const count = hand.dealt.length + 1;
    const deal = sorted(wall.slice(0, count)).join() === sorted([...hand.dealt, first]).join();
    const draws = later.every((tile, step) => wall[count + step] === tile);
    return { hand: place + 1, secret, agrees: wall.length > 0 && deal && draws };
  });
}
