import type { Names, Party, WinSheet } from "./seen.ts";
import { WINDS, type Flow, type Payment, type View } from "./view.ts";
import type { LineRow } from "./wire.ts";

/** A rectangle of the drawing, from its upper left corner. */
export type Box = { x: number; y: number; width: number; height: number };

/** One arrow: its line from payer to taker, its head, and the number above it. */
export type Arrow = { flow: Flow; from: number; to: number; y: number; head: Box; label: Box; text: string };

/** The columns, and all arrows one below the other. */
export type Drawing = { parties: Party[]; width: number; height: number; arrows: Arrow[] };

/** Width of a player's column. */
export const COLUMN = 72;
/** Height of an arrow with its number. */
export const ROW = 32;
/** Size of the numbers. */
export const LETTER = 13;
const HEAD = 8;
const GAP = 3;

/** A payment with its words. */
export type Line = Payment & { names: Names };

/** The payments of a settled hand as its sheets list them. An older log lacks their words. */
export function paymentsOf({ outcome, seats }: View, sheets: WinSheet[]): Line[] {
  if (!outcome.sheet) return outcome.payments.map((payment) => ({ ...payment, names: {} }));
  const told = [outcome.sheet, ...sheets.map(({ dealer, sheet }) => ({ dealer, lines: sheet.lines ?? [] }))];
  return told.flatMap(({ dealer, lines }) => lines.flatMap((line) => (line.part === "payment" ? paymentOf(line, dealer, seats) : [])));
}

/** Nothing for a line that only says who answers for a payment. */
function paymentOf({ from, to, points, chips, names, clause }: LineRow, dealer: number, seats: number): Line[] {
  const amount = points ?? chips;
  if (from === undefined || to === undefined || amount === undefined) return [];
  return [{ from: partyOf(from, dealer, seats), to: partyOf(to, dealer, seats), amount, stake: points === undefined ? "chips" : "points", because: clause ?? null, names }];
}

/** Whom a line means: the wind of a player, or `sticks`. */
export function partyOf(word: string, dealer: number, seats: number): Party {
  return word === "sticks" ? word : (WINDS.findIndex((wind) => wind === word) + dealer) % seats;
}

/** What each party pays another in a hand, in total. */
export function flows(payments: Payment[]): Flow[] {
  const sums: Flow[] = [];
  for (const { from, to, amount, stake } of payments) {
    let sum = sums.find((flow) => flow.from === from && flow.to === to);
    if (!sum) sums.push((sum = { from, to, points: 0, chips: 0 }));
    sum[stake] += amount;
  }
  return sums;
}

/** The payments, with those of one kind between two players added up: a chip for each of eight flowers is eight chips. */
export function together(payments: Line[]): Line[] {
  const lines: Line[] = [];
  for (const payment of payments) {
    const { from, to, stake, names, because } = payment;
    const line = lines.find((one) => one.from === from && one.to === to && one.stake === stake && one.names.en === names.en && one.because === because);
    if (line) line.amount += payment.amount;
    else lines.push({ ...payment });
  }
  return lines;
}

/** The net gain or loss of a party. */
export function gain(payments: Payment[], party: Party, stake: Payment["stake"]): number {
  return payments
    .filter((payment) => payment.stake === stake)
    .reduce((sum, { from, to, amount }) => sum + (to === party ? amount : 0) - (from === party ? amount : 0), 0);
}

/**
 * Every player has a column and every arrow a row, with the number above the line, so that
 * nothing overlaps, whoever pays whom.
 */
export function draw(all: Flow[], seats: number[], text: (flow: Flow) => string): Drawing {
  const pot = all.some((flow) => flow.from === "sticks" || flow.to === "sticks");
  const parties: Party[] = pot ? [...seats, "sticks"] : [...seats];
  const width = parties.length * COLUMN;
  const arrows = all.map((flow, row) => arrow(flow, row, parties, width, text(flow)));
  return { parties, width, height: all.length * ROW + GAP, arrows };
}

function arrow(flow: Flow, row: number, parties: Party[], width: number, text: string): Arrow {
  const middle = (party: Party) => (parties.indexOf(party) + 0.5) * COLUMN;
  const [from, tip] = [middle(flow.from), middle(flow.to)];
  const step = Math.sign(tip - from);
  const y = (row + 1) * ROW - HEAD / 2 - GAP;
  const head = { x: Math.min(tip, tip - step * HEAD), y: y - HEAD / 2, width: HEAD, height: HEAD };
  const long = Math.min(widthOf(text), width);
  const x = Math.min(Math.max((from + tip - long) / 2, 0), width - long);
  return { flow, from, to: tip, y, head, text, label: { x, y: y - HEAD / 2 - GAP - LETTER, width: long, height: LETTER } };
}

/** The greatest width of a text: East Asian characters are square. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 1 : 0.62) * LETTER, 0);
}
