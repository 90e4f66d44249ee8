import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { botName, CHARACTERS, faceOf } from "./cast.ts";
import { de } from "./text/de.ts";
import { en, type TextKey } from "./text/en.ts";
import { ja } from "./text/ja.ts";
import { zh } from "./text/zh.ts";

describe("the bots", () => {
  it("have names of their own at any table", () => {
    expect(new Set(CHARACTERS).size).toBe(CHARACTERS.length);
    for (const levels of [["club", "club", "club"], ["greedy", "club", "strong"], ["greedy", "greedy", "tsumogiri"]]) {
      const names = levels.map((level, place) => botName(level, place + 1));
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it("are not called like tiles", () => {
    const tiles = ["ume", "ran", "kiku", "take", "haru", "natsu", "aki", "fuyu", "ton", "nan", "shaa", "pei", "haku", "hatsu", "chun"];
    expect(CHARACTERS.filter((name) => tiles.includes(name.toLowerCase()))).toEqual([]);
  });

  it("have a face and a line in every language", () => {
    const faces = CHARACTERS.map((name) => JSON.stringify(faceOf(name)));
    expect(new Set(faces).size).toBe(CHARACTERS.length);
    expect(faces).not.toContain("null");
    for (const strings of [en, de, ja, zh]) {
      const lines = CHARACTERS.map((name) => strings[`cast.${name}` as TextKey]);
      expect(new Set(lines).size).toBe(CHARACTERS.length);
      expect(lines).not.toContain(undefined);
    }
    expect(faceOf("Mika")).toBeNull();
  });

  it("have names that the server gives to nobody else", () => {
    const server = readFileSync(new URL("../../crates/server/src/names.rs", import.meta.url), "utf8");
    expect(CHARACTERS.filter((name) => !server.includes(`"${name}"`))).toEqual([]);
  });
});
