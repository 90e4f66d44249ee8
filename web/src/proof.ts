import { areDrawn, areRevealed, isChain, rememberedPart, wallKey } from "./fair.ts";
import { checkedHands, readFair, type CheckedHand, type FairLog } from "./fairlog.ts";
import { signatureOf } from "./signature.ts";
import { shuffled } from "./wall.ts";
import { compared, storiesOf, type Seen } from "./witness.ts";

/** Everything that this browser can check of a finished game. */
export type Proof = {
  fair: FairLog["fair"];
  /** Do the server's secrets match its commitment? */
  chain: boolean;
  /** Did the players reveal what they had committed to? */
  reveals: boolean;
  /** Were the seats drawn as promised? Null where they were not drawn. */
  lots: boolean | null;
  /** Is this browser's number included? Null if it gave none. */
  own: boolean | null;
  /** Are the commitments those that this browser saw before the deal? Null if it did not see them. */
  committed: boolean | null;
  hands: CheckedHand[];
  /** The key that signed the log; null if it is not signed. */
  key: string | null;
  signed: boolean;
  /** Is it the key that the server showed before the deal? Null if this browser did not see it. */
  sameKey: boolean | null;
  /** Null if this browser saw nothing of the game. */
  seen: Seen | null;
  all: boolean;
};

/** Checks the log of a game; null if it has no fair wall. */
export function proofOf(table: string, text: string): Proof | null {
  const log = readFair(text);
  if (!log) return null;
  const { fair } = log;
  const part = rememberedPart(table);
  const start = storiesOf(table).find((story) => story.start)?.start ?? null;
  const signature = signatureOf(text);
  const chain = isChain(fair);
  const reveals = areRevealed(table, fair);
  const lots = fair.lots === null ? null : areDrawn(table, fair, fair.lots);
  const own = part === null ? null : part.s0 === fair.s0 && fair.reveals.includes(part.entropy);
  const committed = start === null ? null : start.s0 === fair.s0 && start.rules === fair.rules && (start.lots ?? null) === (fair.lots?.promise ?? null) && start.commits.every((commit, seat) => commit === null || commit === fair.commits[seat]);
  const hands = checkedHands(log, (hand, secret, box) => shuffled(wallKey({ table, rules: fair.rules }, hand, secret, fair.reveals), box));
  const signed = signature?.valid === true;
  const sameKey = start === null ? null : start.key === signature?.key;
  const seen = compared(table, text);
  const whole = log.hands.length > 0 && hands.length === log.hands.length && hands.every((hand) => hand.agrees);
  const all = chain && reveals && whole && signed && [lots, own, committed, sameKey, seen?.agrees ?? null].every((each) => each !== false);
  return { fair, chain, reveals, lots, own, committed, hands, key: signature?.key ?? null, signed, sameKey, seen, all };
}
