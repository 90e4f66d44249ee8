import { t, tCount, term } from "./text/text.svelte.ts";
import type { Sheet } from "./wire.ts";

/** `Yakuman`, or how many of them. */
export function yakumanWord(count: number): string {
  return count === 1 ? term("yakuman") : t("sheet.yakuman.n", { n: count, yakuman: term("yakuman") });
}

/** What a hand is worth: han and fu, points, or yakuman. */
export function worthOf(sheet: Sheet): string[] {
  if (sheet.yakuman > 0) return [yakumanWord(sheet.yakuman)];
  if (sheet.points !== null) return [tCount("sheet.points", sheet.points)];
  const han = t("sheet.han", { n: sheet.han });
  return sheet.fu ? [han, t("sheet.fu.n", { n: sheet.fu })] : [han];
}

/** The name of the limit that the hand reaches, if any. */
export function limitOf(sheet: Sheet): string | null {
  return sheet.limit && sheet.yakuman === 0 ? term(sheet.limit) : null;
}
