import { namedAction } from "./answer.ts";
import type { Action, Tile } from "./seen.ts";
import { callWord, num, t, term, tileName } from "./text/text.svelte.ts";
import { tilesOf } from "./tile.ts";
import type { CandidateJson, CurrencyWord, DecisionJson } from "./wire.ts";

/** An amount that a bot expects: small ones with a decimal, and a sign where it counts. */
export function amount(value: number): string {
  return Math.abs(value) < 100 ? num(Math.round(value * 10) / 10 || 0) : num(Math.round(value));
}

export function inCurrency(value: number, currency: CurrencyWord): string {
  return t(`advice.${currency}`, { n: amount(value) });
}

/** A chance in percent. */
export function percent(chance: number): string {
  const all = chance * 100;
  return `${num(all > 0 && all < 10 ? Math.round(all * 10) / 10 : Math.round(all))} %`;
}

/** The tiles that a choice is shown with. */
export function tilesFor(action: Action): Tile[] {
  switch (action.a) {
    case "discard":
    case "riichi":
      return [action.tile];
    case "pon":
    case "chii":
      return tilesOf(action.tiles);
    case "ankan":
    case "kakan":
      return [action.kind];
    default:
      return [];
  }
}

/** The word beside the tiles; a discard needs none. */
export function wordFor(action: Action): string {
  if (action.a === "discard") return "";
  return action.a === "riichi" ? term(action.open ? "open-riichi" : "riichi") : callWord(action.a);
}

/** A choice in words, calls with their tiles. */
export function named(action: Action): string {
  const tiles = action.a === "pon" || action.a === "chii" ? tilesFor(action).map(tileName).join(", ") : "";
  return `${namedAction(action)} ${tiles}`.trim();
}

/** A choice with its figures, as it is read aloud. */
export function sentence(candidate: CandidateJson, currency: CurrencyWord): string {
  const what = named(candidate.a);
  if (candidate.expected === null) return t("hint.says.plain", { what });
  return t("hint.says", { what, amount: inCurrency(candidate.expected, currency), useful: candidate.useful, danger: percent(candidate.danger) });
}

/** Is it the same choice, whichever of two equal tiles it takes? */
export function isSameChoice(one: Action, other: Action): boolean {
  const plain = (action: Action) => JSON.stringify({ ...action, drawn: false });
  return plain(one) === plain(other);
}

/** Would the bot have done the same? */
export function isShared({ best, played }: DecisionJson): boolean {
  return best[0] !== undefined && isSameChoice(best[0].a, played.a);
}

/** The decisions of a seat that cost most, the costliest first. */
export function costliest(decisions: DecisionJson[], seat: number, most: number): DecisionJson[] {
  return decisions
    .filter((decision) => decision.seat === seat && decision.loss > 0)
    .sort((one, other) => other.loss - one.loss || one.at - other.at)
    .slice(0, most);
}
