import { settings } from "../../settings.svelte.ts";
import { filled, isChinese } from "../text.svelte.ts";
import type { Language } from "../terms.ts";
import { learnDe } from "./de.ts";
import { learnEn, learnEnChinese } from "./en.ts";
import { learnJa } from "./ja.ts";
import { learnZh } from "./zh.ts";

// The words of the guide and of the list of yaku, which are not part of the first download.
export type LearnKey = keyof typeof learnEn;
/** All words in one language. A key that ends in `.chinese` replaces another in games with Chinese words. */
export type LearnTexts = Record<LearnKey, string> & Partial<Record<`${LearnKey}.chinese`, string>>;

/** All languages; exported for the tests. */
export const LEARN_TEXTS: Record<Language, LearnTexts> = { en: { ...learnEn, ...learnEnChinese }, de: learnDe, ja: learnJa, zh: learnZh };

/** A text of the guide in the chosen language. */
export function learn(key: LearnKey, values: Record<string, string | number> = {}): string {
  const texts = LEARN_TEXTS[settings.language];
  return filled((isChinese() ? texts[`${key}.chinese`] : undefined) ?? texts[key], values);
}

/** How many tiles are missing. */
export function missingWord(missing: number): string {
  return missing === 0 ? learn("yaku.missing.0") : missing === 1 ? learn("yaku.missing.1") : learn("yaku.missing.n", { n: missing });
}
