import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { termIn, type Family, type Language, type TermSet } from "./text/terms.ts";
import { speakerOf } from "./voice.ts";

const CALLED = ["riichi", "open-riichi", "tsumo", "ron", "pon", "chii", "kan", "kita", "flower"];
const LANGUAGES: Language[] = ["en", "de", "ja", "zh"];
const SETS: TermSet[] = ["romaji", "english", "kanji"];
const FAMILIES: Family[] = ["riichi", "chinese"];

describe("the voices we ship", () => {
  it.each(LANGUAGES.flatMap((language) => SETS.flatMap((set) => FAMILIES.map((family) => ({ language, set, family })))))("say every call in $language, $set, $family", (speech) => {
    for (const word of CALLED) {
      const shown = termIn(word, speech);
      const found = speakerOf(shown, speech.language);
      expect(found, shown).not.toBeNull();
      expect(existsSync(new URL(`../public/voices-${found?.speaker}.mp3`, import.meta.url))).toBe(true);
    }
  });

  it("call Japanese words in Japanese, and Chinese ones in Chinese where the page is Chinese", () => {
    expect(speakerOf("Pon", "de")).toEqual({ speaker: "ja", place: 4 });
    expect(speakerOf("Pung", "de")?.speaker).toBe("en");
    expect(speakerOf("花", "ja")?.speaker).toBe("ja");
    expect(speakerOf("花", "zh")?.speaker).toBe("zh");
  });
});
