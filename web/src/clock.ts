/** Seconds left for a decision, and in the bank: the bank runs once the others are used up. */
export type TimeLeft = { left: number; bank: number };

/** What is left of a decision until the given moment and of the bank, in milliseconds, at this moment. */
export function timeLeft(until: number, bank: number, now: number): TimeLeft {
  const over = Math.max(0, now - until);
  return { left: Math.max(0, until - now) / 1000, bank: Math.max(0, bank - over) / 1000 };
}
