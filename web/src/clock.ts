/** Seconds left for a decision and in the bank, which is used only after them. */
export type TimeLeft = { left: number; bank: number };

/** Time left for a decision that ends at `until`, and in the bank. */
export function timeLeft(until: number, bank: number, now: number): TimeLeft {
  const over = Math.max(0, now - until);
  return { left: Math.max(0, until - now) / 1000, bank: Math.max(0, bank - over) / 1000 };
}
