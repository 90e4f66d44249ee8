import { describe, expect, it } from "vitest";
import { ACCOUNT_TEXTS } from "./account/account.ts";
import { de } from "./de.ts";
import { en, type TextKey } from "./en.ts";
import { ja } from "./ja.ts";
import { LEARN_TEXTS } from "./learn/learn.ts";
import { MEETING_TEXTS } from "./meeting/meeting.ts";
import { honbaIn, isTerm, nameIn, roundIn, termIn, tileIn, type Speech } from "./terms.ts";
import { speakLike, t } from "./text.svelte.ts";
import { zh } from "./zh.ts";

/** The places that the page fills; words of the game fill theirs by themselves, where a language wants them. */
const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].flatMap(([, name = ""]) => (isTerm(name) && name !== "yakuman" ? [] : [name])).sort();

describe.each([["German", de], ["Japanese", ja], ["Chinese", zh]] as const)("%s", (_, strings) => {
  it("has every string", () => {
    expect(Object.keys(en).filter((key) => !strings[key as TextKey])).toEqual([]);
  });

  it("fills the same places as English", () => {
    for (const [key, text] of Object.entries(strings)) {
      const same = places(en[key.replace(/\.chinese$/, "") as TextKey]);
      // A variant may name the way of winning itself.
      if (key.endsWith(".chinese")) expect([key, same]).toEqual([key, expect.arrayContaining(places(text))]);
      else expect([key, places(text)]).toEqual([key, same]);
    }
  });
});

it.each([["a player's own page", ACCOUNT_TEXTS], ["the guide", LEARN_TEXTS]])("fills the same places of %s in every language", (_, texts: Record<string, Record<string, string>>) => {
  const inEnglish = texts["en"] ?? {};
  for (const [language, strings] of Object.entries(texts)) {
    for (const [key, text] of Object.entries(strings)) expect([language, key, places(text)]).toEqual([language, key, places(inEnglish[key.replace(/\.chinese$/, "")] ?? "")]);
  }
});

it("fills the same places in the words about meeting others in every language", () => {
  for (const [language, strings] of Object.entries(MEETING_TEXTS)) {
    for (const [key, text] of Object.entries(strings)) expect([language, key, places(text)]).toEqual([language, key, places(MEETING_TEXTS.en[key as keyof typeof strings])]);
  }
});

it("calls a yaku as the chosen language and words do", () => {
  const toitoi = { en: "All triplets", de: "Toitoi", ja: "対々和", romaji: "toitoi", zh: "對對和" };
  expect(nameIn(toitoi, { set: "romaji", language: "de" })).toBe("Toitoi");
  expect(nameIn(toitoi, { set: "romaji", language: "en" })).toBe("toitoi");
  expect(nameIn(toitoi, { set: "english", language: "en" })).toBe("All triplets");
  expect(nameIn(toitoi, { set: "kanji", language: "en" })).toBe("対々和");
  expect(nameIn(toitoi, { set: "kanji", language: "zh" })).toBe("對對和");
});

const RIICHI: Speech = { set: "romaji", language: "en", family: "riichi" };

it("writes rounds and honba as each language does", () => {
  expect([roundIn(0, 1, RIICHI), honbaIn(1, RIICHI)]).toEqual(["East 1", "1 Honba"]);
  const japanese: Speech = { ...RIICHI, set: "kanji", language: "ja" };
  expect([roundIn(0, 1, japanese), honbaIn(1, japanese)]).toEqual(["東一局", "一本場"]);
  expect([10, 11, 20, 23].map((count) => honbaIn(count, japanese))).toEqual(["十本場", "十一本場", "二十本場", "二十三本場"]);
});

describe("words of a Chinese rulebook", () => {
  const chinese: Speech = { ...RIICHI, family: "chinese" };
  const calls = (speech: Speech) => ["pon", "chii", "kan", "ron", "yaku"].map((word) => termIn(word, speech));

  it("are pung, chow and kong, whatever was chosen for riichi", () => {
    expect(calls(RIICHI)).toEqual(["Pon", "Chii", "Kan", "Ron", "Yaku"]);
    expect(calls(chinese)).toEqual(["Pung", "Chow", "Kong", "Win", "Patterns"]);
    expect(tileIn("5p", chinese)).toBe("5 circles");
  });

  it("name the win and the patterns differently from riichi in Chinese", () => {
    expect(calls({ ...RIICHI, set: "kanji", language: "zh" })).toEqual(["碰", "吃", "槓", "榮和", "役"]);
    expect(calls({ ...chinese, set: "kanji", language: "zh" })).toEqual(["碰", "吃", "槓", "食糊", "番種"]);
  });

  it("fill the sentences too", () => {
    expect(t("say.kan.hidden", { who: "East" })).toBe("East: closed kan");
    expect(t("table.claim.win")).toBe("Ron?");
    speakLike({ en: "Zung Jung", zh: "中庸麻將" });
    expect(t("say.kan.hidden", { who: "East" })).toBe("East: closed kong");
    expect(t("keys.calls")).toBe("Chow, pung, kong, set aside");
    speakLike({ en: "Riichi", ja: "リーチ麻雀" });
    expect(t("keys.calls")).toBe("Chii, pon, kan, set aside");
  });
});
