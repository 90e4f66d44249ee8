import type { Names, Party, WinSheet } from "./seen.ts";
import { WINDS, type Flow, type Payment, type View } from "./view.ts";
import type { LineRow } from "./wire.ts";

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

/** What one party gives another when everything between them is set off. Chips below zero go the other way. */
export type Pair = { from: Party; to: Party; points: number; chips: number };

/** At most one line for two parties: points forward, chips on the same line. What cancels out is left out. */
export function pairs(all: Flow[]): Pair[] {
  const net: Pair[] = [];
  for (const { from, to, points, chips } of all) {
    const same = net.find((pair) => pair.from === from && pair.to === to);
    const back = net.find((pair) => pair.from === to && pair.to === from);
    if (same) Object.assign(same, { points: same.points + points, chips: same.chips + chips });
    else if (back) Object.assign(back, { points: back.points - points, chips: back.chips - chips });
    else net.push({ from, to, points, chips });
  }
  return net.filter((pair) => pair.points !== 0 || pair.chips !== 0).map(forward);
}

function forward(pair: Pair): Pair {
  const isBack = pair.points < 0 || (pair.points === 0 && pair.chips < 0);
  return isBack ? { from: pair.to, to: pair.from, points: 0 - pair.points, chips: 0 - pair.chips } : pair;
}

/** Places by points, from 1; the players with the same points share one. */
export function placesBy(points: number[]): number[] {
  return points.map((own) => 1 + points.filter((other) => other > own).length);
}
