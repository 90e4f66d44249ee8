import { said } from "../text/text.svelte.ts";
import type { Meanings } from "../wire.ts";
import { books } from "./api.ts";
import type { KeyWords } from "./values.ts";

/** A text with the tag of the language it is in. */
export type Said = { text: string; lang: string };

const NONE = { de: "", ja: "", zh: "" };

/** What the program says in English, in other languages; English is shown until they are here. */
let meanings = $state.raw<Meanings | null>(null);

/** Asks for the translations, once for the page. */
export async function learnMeanings(): Promise<void> {
  meanings ??= await books.meanings().catch(() => null);
}

/** What a fact, a word of a key or a field of a file means. */
export function meaning(english: string): Said {
  return said(english, meanings?.sentences[english.trim()] ?? NONE);
}

/** What a key decides. */
export function keyLabel({ key, says }: Pick<KeyWords, "key" | "says">): Said {
  return said(says, meanings?.keys[key] ?? NONE);
}

/** What is wrong and what to do, by the kind of an error. */
export function errorMeaning(kind: string): Said | null {
  const found = meanings?.errors[kind];
  return found ? said(found.en, found.also) : null;
}
