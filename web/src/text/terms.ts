import { isSpecial, kindOf, suitOf } from "../tile.ts";
import type { Names, Tile } from "../seen.ts";

/** The words of the game are chosen apart from the language around them. */
export type TermSet = "romaji" | "english" | "kanji";
export type Language = "en" | "de" | "ja" | "zh";
/** Whose words a rulebook uses: riichi has pon, chii and kan; Chinese rules have pung, chow and kong. */
export type Family = "riichi" | "chinese";
/** Everything that decides how a word of the game is shown. */
export type Speech = { set: TermSet; language: Language; family: Family };

/**
 * `de` only where German has its own word; `chinese` only where Chinese rules say it differently. A `plain` word follows the
 * language, whatever was chosen for the words of the game.
 */
type Row = { romaji: string; english: string; ja: string; zh: string; de?: string; chinese?: { english: string; zh: string; de?: string; ja?: string }; plain?: true };

/** Words called or shown at the table. */
const TERMS = {
  riichi: { romaji: "Riichi", english: "Riichi", ja: "リーチ", zh: "立直" },
  "open-riichi": { romaji: "Open riichi", english: "Open riichi", de: "Offenes Riichi", ja: "オープンリーチ", zh: "開立直" },
  tsumo: { romaji: "Tsumo", english: "Self-draw", ja: "ツモ", zh: "自摸", chinese: { english: "Self-draw", de: "Selbst gezogen", ja: "自摸", zh: "自摸" } },
  ron: { romaji: "Ron", english: "Win", ja: "ロン", zh: "榮和", chinese: { english: "Win", de: "Gewinn", ja: "和了", zh: "食糊" } },
  agari: { romaji: "Win", english: "Win", de: "Gewinn", ja: "和了", zh: "和牌", chinese: { english: "Win", de: "Gewinn", zh: "食糊" }, plain: true },
  pon: { romaji: "Pon", english: "Pung", ja: "ポン", zh: "碰" },
  chii: { romaji: "Chii", english: "Chow", ja: "チー", zh: "吃" },
  kan: { romaji: "Kan", english: "Kong", ja: "カン", zh: "槓" },
  kita: { romaji: "Kita", english: "North", ja: "北抜き", zh: "拔北" },
  flower: { romaji: "Hana", english: "Flower", ja: "花", zh: "花" },
  dora: { romaji: "Dora", english: "Bonus", ja: "ドラ", zh: "寶牌" },
  ura: { romaji: "Ura dora", english: "Hidden bonus", ja: "裏ドラ", zh: "裏寶牌" },
  honba: { romaji: "Honba", english: "Counters", ja: "本場", zh: "本場" },
  furiten: { romaji: "Furiten", english: "Furiten", ja: "フリテン", zh: "振聽" },
  tenpai: { romaji: "Tenpai", english: "Ready hand", ja: "テンパイ", zh: "聽牌" },
  noten: { romaji: "Noten", english: "Not ready", ja: "ノーテン", zh: "未聽牌" },
  nagashi: { romaji: "Nagashi", english: "Terminal discards", ja: "流し", zh: "流局滿貫" },
  chombo: { romaji: "Chombo", english: "Chombo", ja: "チョンボ", zh: "詐胡" },
  pocchi: { romaji: "Pocchi", english: "Pocchi", ja: "ポッチ", zh: "白板紅點" },
  yaku: { romaji: "Yaku", english: "Yaku", ja: "役", zh: "役", chinese: { english: "Patterns", de: "Muster", zh: "番種" }, plain: true },
  yakuman: { romaji: "Yakuman", english: "Yakuman", ja: "役満", zh: "役滿" },
  "four-kans": { romaji: "Four kans", english: "Four kongs", de: "Vier Kans", ja: "四槓", zh: "四槓" },
} satisfies Record<string, Row>;

export type Term = keyof typeof TERMS;

const WINDS: Row[] = [
  { romaji: "Ton", english: "East", ja: "東", zh: "東" },
  { romaji: "Nan", english: "South", ja: "南", zh: "南" },
  { romaji: "Shaa", english: "West", ja: "西", zh: "西" },
  { romaji: "Pei", english: "North", ja: "北", zh: "北" },
];
const DRAGONS: Row[] = [
  { romaji: "haku", english: "white dragon", ja: "白", zh: "白" },
  { romaji: "hatsu", english: "green dragon", ja: "發", zh: "發" },
  { romaji: "chun", english: "red dragon", ja: "中", zh: "中" },
];
const SUITS: Record<string, Row> = {
  m: { romaji: "man", english: "characters", ja: "萬", zh: "萬" },
  p: { romaji: "pin", english: "circles", ja: "筒", zh: "筒" },
  s: { romaji: "sou", english: "bamboo", ja: "索", zh: "索" },
};
const FLOWERS: Row[] = [
  { romaji: "ume", english: "plum", ja: "梅", zh: "梅" },
  { romaji: "ran", english: "orchid", ja: "蘭", zh: "蘭" },
  { romaji: "kiku", english: "chrysanthemum", ja: "菊", zh: "菊" },
  { romaji: "take", english: "bamboo flower", ja: "竹", zh: "竹" },
];
const SEASONS: Row[] = [
  { romaji: "haru", english: "spring", ja: "春", zh: "春" },
  { romaji: "natsu", english: "summer", ja: "夏", zh: "夏" },
  { romaji: "aki", english: "autumn", ja: "秋", zh: "秋" },
  { romaji: "fuyu", english: "winter", ja: "冬", zh: "冬" },
];
const RED: Record<Language, string> = { en: "red", de: "rote", ja: "赤", zh: "紅" };
const EUROPEAN_WINDS: Record<string, string[]> = {
  en: ["East", "South", "West", "North"],
  de: ["Ost", "Süd", "West", "Nord"],
};

/** Is it a word of the game? */
export function isTerm(word: string): word is Term {
  return Object.hasOwn(TERMS, word);
}

/** Letters for winds and dragons, for those who cannot read the characters yet; where they are read, the characters. */
const HINTS: Record<Language, string[]> = {
  en: ["E", "S", "W", "N", "Wh", "Gr", "Rd"],
  de: ["O", "S", "W", "N", "We", "Gr", "Ro"],
  ja: ["東", "南", "西", "北", "白", "發", "中"],
  zh: ["東", "南", "西", "北", "白", "發", "中"],
};

/** A small mark on a tile: its number, or a letter or two. */
export function hintIn(tile: Tile, language: Language): string {
  const number = Number(kindOf(tile)[0]);
  if (suitOf(tile) === "z") return HINTS[language][number - 1] ?? "";
  return "mps".includes(suitOf(tile)) ? String(number) : "";
}

/** A word of the game; an unknown one is shown as it is written. */
export function termIn(word: string, speech: Speech): string {
  const row = (TERMS as Record<string, Row>)[word];
  return row ? pick(row, speech) : word;
}

/** The words of a rulebook: one that has a Chinese name and no Japanese one uses Chinese words. */
export function familyOf(rulebook: Names): Family {
  return rulebook.zh && !rulebook.ja && !rulebook.romaji ? "chinese" : "riichi";
}

/** A wind by its place, 0 for east. As names of players winds follow the language, unless characters are chosen. */
export function windIn(wind: number, speech: Speech): string {
  const row = WINDS[wind];
  if (!row) return "";
  if (speech.set === "kanji") return pick(row, speech);
  return EUROPEAN_WINDS[speech.language]?.[wind] ?? row.ja;
}

/** `East 2` or `東二局`: a wind and the number of the hand in its round; 0 where only the round is known. */
export function roundIn(wind: number, hand: number, speech: Speech): string {
  const name = windIn(wind, speech);
  if (hand === 0) return isCharacters(speech) ? `${name}場` : speech.language === "de" ? `${name}runde` : `${name} round`;
  return isCharacters(speech) ? `${name}${numeral(hand)}局` : `${name} ${hand}`;
}

/** `1 Honba` or `一本場`. */
export function honbaIn(count: number, speech: Speech): string {
  return isCharacters(speech) ? `${numeral(count)}本場` : `${count} ${termIn("honba", speech)}`;
}

/** A tile as it is read aloud: `5 pin`, `red 5 sou`, `East`. */
export function tileIn(tile: Tile, speech: Speech): string {
  const { set, language } = speech;
  const suit = suitOf(tile);
  const number = Number(kindOf(tile)[0]);
  if (suit === "f" || suit === "g") return pick((suit === "f" ? FLOWERS : SEASONS)[number - 1], speech);
  if (suit === "z" && number <= 4) return windIn(number - 1, speech);
  if (suit === "z") return isSpecial(tile) ? termIn("pocchi", speech).toLowerCase() : pick(DRAGONS[number - 5], speech);
  const name = pick(SUITS[suit], speech);
  const plain = set === "kanji" ? `${number}${name}` : `${number} ${name}`;
  if (!isSpecial(tile)) return plain;
  return set === "kanji" ? `${RED[language === "zh" ? "zh" : "ja"]}${plain}` : `${RED[language]} ${plain}`;
}

/** A name of a score sheet, which has one in every language. German players have the Japanese words in theirs. */
export function nameIn(names: Names, { set, language }: Pick<Speech, "set" | "language">): string {
  const chosen = set === "kanji" ? (language === "zh" ? names.zh : names.ja) : language === "de" ? names.de : set === "romaji" ? names.romaji : names.en;
  return chosen || names.en || "";
}

/** A line of a score sheet is a sentence: it follows the language, and only where that is English the chosen words of the game. */
export function lineIn(names: Names, speech: Pick<Speech, "set" | "language">): string {
  const characters = speech.language === "ja" || speech.language === "zh";
  return nameIn(names, { ...speech, set: characters ? "kanji" : speech.set });
}

/** Chinese rules have no Japanese words: whoever chose those reads the English ones. */
function pick(row: Row | undefined, { set: chosen, language, family }: Speech): string {
  if (!row) return "";
  const set = row.plain ? (language === "ja" || language === "zh" ? "kanji" : "english") : chosen;
  const chinese = family === "chinese" ? row.chinese : undefined;
  if (set === "kanji") return language === "zh" ? (chinese?.zh ?? row.zh) : (chinese?.ja ?? row.ja);
  if (family === "chinese") return (language === "de" ? chinese?.de : undefined) ?? chinese?.english ?? row.english;
  return (language === "de" ? row.de : undefined) ?? row[set];
}

function isCharacters({ set, language }: Speech): boolean {
  return set === "kanji" || language === "ja" || language === "zh";
}

const DIGITS = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

/** A number below a hundred in characters. */
function numeral(n: number): string {
  if (n < 1 || n > 99) return String(n);
  const tens = Math.floor(n / 10);
  return `${tens > 1 ? DIGITS[tens] : ""}${tens > 0 ? "十" : ""}${DIGITS[n % 10]}`;
}
