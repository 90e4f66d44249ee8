import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { lineOf } from "../announce.ts";
import { QUESTIONS } from "../describe.ts";
import type { SeenEvent } from "../seen.ts";
import { settings } from "../settings.svelte.ts";
import { apply, emptyView } from "../view.ts";
import { en, type TextKey } from "./en.ts";
import type { Language, TermSet } from "./terms.ts";
import { callWord, speakLike, t, term } from "./text.svelte.ts";

/** Words that only riichi players use. Japanese draws tiles with ツモ in every game. */
const BANNED = /\b(riichi|ron|tsumo|pon|chii|kans?|ankan|dora|ura|honba|yaku|yakuman|kita|furiten|tenpai|noten|nagashi|chombo|rinshan|fu|han)\b|リーチ|立直|ロン|榮和|栄和|ドラ|寶牌|本場|テンパイ|ノーテン|フリテン|流し|供託/i;

/** Not shown in a game of Zung Jung: pages before and beside it, and what its rules do not have. */
const ELSEWHERE = /^(app|lobby|new|bot|set|me|cmd\.word|ref)\.|^why\.(not-played|furiten|kuikae|hand-is-fixed|not-just-drawn|changes-the-hand|not-tenpai|already-riichi|too-few-points|furiten-open-only|must-show)$|^error\.no-yaku$|^waits\.furiten$|^pot$|^keys\.(riichi|draw)$|^table\.(dora|sticks|turned\.mark|ask\.(tenpai|nagashi))$|^sheet\.(chombo|fu|fu\.n|han|red|aside|yakuman\.n|draw\.(four|triple|nine|chombo).*)$|^say\.(chombo|chombo-called|indicator|ura|nagashi-scored)$/;

const LANGUAGES: Language[] = ["en", "de", "ja", "zh"];
const SETS: TermSet[] = ["romaji", "english", "kanji"];

it.each(LANGUAGES.flatMap((language) => SETS.map((terms) => [language, terms] as const)))("speaks of Zung Jung in %s with %s without riichi words", (language, terms) => {
  settings.language = language;
  settings.terms = terms;
  speakLike({ en: "Zung Jung", zh: "中庸麻將" });
  const keys = (Object.keys(en) as TextKey[]).filter((key) => !ELSEWHERE.test(key));
  const texts = keys.map((key) => t(key).replace(/\{\w+\}/g, ""));
  const calls = ["tsumo", "ron", "ankan", "kakan", "daiminkan", "pon", "chii", "pass"].map(callWord);
  const shouts = ["tsumo", "ron", "pon", "chii", "kan", "flower", "yaku"].map(term);

  // A recorded hand, as the log tells it and as the table answers questions.
  const [head = "", ...lines] = readFileSync(new URL("../../../tests/views/zung-jung.jsonl", import.meta.url), "utf8").trim().split("\n");
  const view = emptyView((JSON.parse(head) as { seats: number }).seats);
  const said = lines.flatMap((line, place) => {
    const { e, left } = JSON.parse(line) as { e: SeenEvent; left: number };
    apply(view, place + 1, e, { left });
    return [lineOf(view, e, 0) ?? "", e.type === "settled" ? QUESTIONS.all({ view, me: 0, prompt: null }) : ""];
  });
  expect(said.filter(Boolean).length).toBeGreaterThan(50);

  const told = [...texts, ...calls, ...shouts, ...said];
  expect(told.filter((text) => BANNED.test(text))).toEqual([]);
});

it("knows the words it looks for", () => {
  for (const text of ["East wins by Ron", "Ost gewinnt per Ron von Süd", "リーチ", "Dora indicators"]) expect(BANNED.test(text)).toBe(true);
});
