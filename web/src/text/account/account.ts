import { settings } from "../../settings.svelte.ts";
import { filled } from "../text.svelte.ts";
import type { Language } from "../terms.ts";
import { accountDe } from "./de.ts";
import { accountEn } from "./en.ts";
import { accountJa } from "./ja.ts";
import { accountZh } from "./zh.ts";

// The words of a player's own page, which are not part of the first download.
type AccountKey = keyof typeof accountEn;

/** All languages; exported for the tests. */
export const ACCOUNT_TEXTS: Record<Language, Record<AccountKey, string>> = { en: accountEn, de: accountDe, ja: accountJa, zh: accountZh };

/** A text of a player's own page in the chosen language. */
export function own(key: AccountKey, values: Record<string, string | number> = {}): string {
  return filled(ACCOUNT_TEXTS[settings.language][key], values);
}
