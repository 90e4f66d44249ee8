import type * as Scorer from "../pages/score.ts";

// How hands are read. It stays in the script of the scorer: modules that two scripts share would become a third one.
export let claimOf: typeof Scorer.claimOf;
export let requestOf: typeof Scorer.requestOf;
export let NotUnderstood: typeof Scorer.NotUnderstood;

/** Called once, before a page that draws hands is shown. */
export function readHandsWith(scorer: Pick<typeof Scorer, "claimOf" | "requestOf" | "NotUnderstood">): void {
  ({ claimOf, requestOf, NotUnderstood } = scorer);
}
