import { describe, expect, it } from "vitest";
import { de } from "./de.ts";
import { en, type TextKey } from "./en.ts";
import { ja } from "./ja.ts";
import { nameIn, termIn } from "./terms.ts";
import { zh } from "./zh.ts";

const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each([["German", de], ["Japanese", ja], ["Chinese", zh]] as const)("%s", (_, strings) => {
  it("has every string", () => {
    expect(Object.keys(en).filter((key) => !strings[key as TextKey])).toEqual([]);
  });

  it("fills the same places as English", () => {
    for (const [key, text] of Object.entries(strings)) expect([key, places(text)]).toEqual([key, places(en[key as TextKey])]);
  });
});

it("shows some name whatever is missing", () => {
  expect(nameIn({ en: "All sequences", ja: "平和", romaji: "Pinfu" }, "romaji", "de")).toBe("Pinfu");
  expect(nameIn({ en: "All sequences", ja: "", romaji: "" }, "kanji", "zh")).toBe("All sequences");
  expect(nameIn({ en: "", ja: "平和", romaji: "" }, "english", "en")).toBe("平和");
  expect(nameIn({ en: "Ippatsu", ja: "一発", romaji: "Ippatsu" }, "kanji", "zh")).toBe(termIn("ippatsu", "kanji", "zh"));
  expect(nameIn({ en: "All triplets", ja: "対々和", romaji: "Toitoi" }, "kanji", "zh")).toBe("對對和");
});
