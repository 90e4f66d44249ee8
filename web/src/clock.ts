/** Seconds left for a decision and in the bank, which is used only after them. */
export type TimeLeft = { left: number; bank: number };

/** Time left for a decision that ends at `until`, and in the bank. */
export function timeLeft(until: number, bank: number, now: number): TimeLeft {
  const over = Math.max(0, now - until);
  return { left: Math.max(0, until - now) / 1000, bank: Math.max(0, bank - over) / 1000 };
}

/** A running clock, also as parts of the time that there was at first. */
export type Ticking = TimeLeft & { part: number; leftPart: number };

/** The same with the parts for drawing it; `whole` is the first time in milliseconds. */
export function ticking(until: number, bank: number, whole: number, now: number): Ticking {
  const time = timeLeft(until, bank, now);
  const of = (seconds: number) => (whole > 0 ? Math.min(1, (seconds * 1000) / whole) : 0);
  return { ...time, part: of(time.left + time.bank), leftPart: of(time.left) };
}
