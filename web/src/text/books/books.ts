import { settings } from "../../settings.svelte.ts";
import type { Language } from "../terms.ts";
import { filled } from "../text.svelte.ts";
import { booksDe } from "./de.ts";
import { booksEn } from "./en.ts";
import { booksJa } from "./ja.ts";
import { SECTIONS } from "./keys.ts";
import { booksZh } from "./zh.ts";

// The words of the pages on which rulebooks are written, which are not part of the first download.
export type BooksKey = keyof typeof booksEn;
export type BooksText = Record<BooksKey, string>;

/** All languages; exported for the tests. */
export const BOOKS_TEXTS: Record<Language, BooksText> = { en: booksEn, de: booksDe, ja: booksJa, zh: booksZh };

/** A text of these pages in the chosen language. */
export function b(key: BooksKey, values: Record<string, string | number> = {}): string {
  return filled(BOOKS_TEXTS[settings.language][key], values);
}

/** The name of a section of keys; an unknown one is called as in the text. */
export function sectionName(section: string): string {
  const names = SECTIONS[section];
  return names ? filled(names[settings.language]) : section;
}
