import { languageTag, settings } from "../settings.svelte.ts";
import { ApiError } from "../net/api.ts";
import type { Names, Tile } from "../seen.ts";
import type { AlsoJson as Also, BotInfo, RefusalJson } from "../wire.ts";
import { de } from "./de.ts";
import { en, enChinese, type Strings, type TextKey } from "./en.ts";
import { ja } from "./ja.ts";
import { simplify } from "./simplified.ts";
import { familyOf, hintIn, honbaIn, isTerm, lineIn, nameIn, roundIn, termIn, tileIn, windIn, type Family, type Language, type Speech } from "./terms.ts";
import { zh } from "./zh.ts";

export type { TextKey as TextName } from "./en.ts";

const LANGUAGES: Record<Language, Strings> = { en: { ...en, ...enChinese }, de, ja, zh };

let family: Family = $state("riichi");

/** From now on the words of the game are those of this rulebook. */
export function speakLike(rulebook: Names): void {
  family = familyOf(rulebook);
}

const speech = (): Speech => ({ set: settings.terms, language: settings.language, family });

/** Does the rulebook use Chinese words? It has no riichi then, and nothing that comes with it. */
export const isChinese = (): boolean => family === "chinese";

/** A text in the chosen language, or else in English. A place that is called like a word of the game is filled with it. */
export function t(key: TextKey, values: Record<string, string | number> = {}): string {
  const strings = LANGUAGES[settings.language];
  const pattern = (isChinese() ? strings[`${key}.chinese`] : undefined) ?? strings[key] ?? en[key] ?? key;
  return filled(pattern, values);
}

/** Our words as they are shown: Chinese ones in simplified characters, if those are chosen. What people have written is never changed. */
const shown = (words: string): string => (settings.simplified && settings.language === "zh" ? simplify(words) : words);

/** A text with its places filled: by these values, or by the word of the game that a place is called like. */
export function filled(pattern: string, values: Record<string, string | number> = {}): string {
  return shown(pattern).replace(/\{(\w+)\}/g, (whole, name: string, at: number) => String(values[name] ?? (isTerm(name) ? inSentence(term(name), at) : whole)));
}

/** English writes the words of the game small, except at the beginning. */
function inSentence(word: string, at: number): string {
  return settings.language === "en" && at > 0 ? word.toLowerCase() : word;
}

/** The same for a key put together at run time; an unknown one shows its last part. */
export function tAny(prefix: string, name: string): string {
  const key = `${prefix}.${name}`;
  return key in en ? t(key as TextKey) : name;
}

/** The word on the button of a call. */
export function callWord(word: string): string {
  switch (word) {
    case "pass":
      return t("act.pass");
    case "nine-terminals":
      return t("act.nine");
    case "end-game":
      return t("act.end");
    case "play-on":
      return t("act.on");
    case "ankan":
    case "kakan":
    case "daiminkan":
      return term("kan");
    default:
      return term(word);
  }
}

/** Why something is refused; a reason without a translation comes in the server's English. */
export function because(refusal: RefusalJson): string {
  const key = `why.${refusal.why}` as TextKey;
  return shown(LANGUAGES[settings.language][key] ?? refusal.says);
}

/** Why a request failed, in a sentence; a reason without a translation comes in the server's English. */
export function failure(error: unknown): string {
  if (!(error instanceof ApiError) || !error.message) return t("error", { why: t("error.network") });
  const key = `error.${error.word}` as TextKey;
  return t("error", { why: shown(LANGUAGES[settings.language][key] ?? error.message) });
}

/** The name of a bot and how it plays; one unknown here keeps the server's words. */
export function botLevel(bot: BotInfo): { name: string; says: string } {
  const name = `bot.${bot.id}`;
  return name in en ? { name: t(name as TextKey), says: t(`${name}.says` as TextKey) } : { name: bot.id, says: bot.says };
}

/** What a rulebook says, in the language of the page where it has it; otherwise in English, which is marked as such. */
export function said(says: string, also: Also): { text: string; lang: string } {
  const own = settings.language === "en" ? "" : also[settings.language];
  return own ? { text: shown(own), lang: languageTag() } : { text: says, lang: "en" };
}

/** Names in a row. */
export function list(names: string[]): string {
  return new Intl.ListFormat(languageTag(), { type: "conjunction" }).format(names);
}

/** One of two strings, by number. */
export function tCount(key: "done.hands" | "lobby.bots" | "lobby.free" | "lobby.more" | "sheet.points" | "table.chips" | "table.spare" | "table.wall", n: number): string {
  return t(n === 1 ? `${key}.1` : `${key}.n`, { n: num(n) });
}

export const term = (word: string): string => shown(termIn(word, speech()));
export const wind = (place: number): string => shown(windIn(place, speech()));
export const round = (wind: number, hand: number): string => shown(roundIn(wind, hand, speech()));
export const honba = (count: number): string => shown(honbaIn(count, speech()));
export const tileName = (tile: Tile): string => shown(tileIn(tile, speech()));
export const tileHint = (tile: Tile): string => shown(hintIn(tile, settings.language));
export const lineName = (names: Names): string => shown(lineIn(names, speech()));
export const named = (names: Names): string => shown(nameIn(names, speech()));

/** A rulebook's name follows the language of the page, not the words of the game. */
export function bookName(names: Names): string {
  const own = { en: names.en, de: names.de, ja: names.ja, zh: names.zh }[settings.language];
  return shown(own || names.en || names.romaji || "");
}

/** A number with the separators of the language. */
export function num(value: number): string {
  return value.toLocaleString(languageTag()).replace("-", "−");
}

/** A day and time of day, given in seconds since 1970. */
export function moment(seconds: number): string {
  return new Intl.DateTimeFormat(languageTag(), { dateStyle: "medium", timeStyle: "short" }).format(seconds * 1000);
}

/** A number that says whether it was won or lost. */
export function signed(value: number): string {
  return value > 0 ? `+${num(value)}` : value < 0 ? `−${num(-value)}` : "±0";
}
