import { settings, languageTag } from "../settings.svelte.ts";
import { KEY_WORDS } from "../text/books/keys.ts";
import { filled } from "../text/text.svelte.ts";
import type { KeyWords } from "./values.ts";

/** What a key decides, in the chosen language where we have it; otherwise in the English of the program. */
export function keyLabel({ key, says }: Pick<KeyWords, "key" | "says">): { text: string; lang: string } {
  const own = settings.language === "en" ? undefined : KEY_WORDS[key]?.[settings.language];
  return own ? { text: filled(own), lang: languageTag() } : { text: says, lang: "en" };
}
