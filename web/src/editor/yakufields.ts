import type { Plain } from "./toml.ts";

export type Worth = "han" | "yakuman" | "points";
export const LANGUAGES = ["en", "de", "ja", "romaji", "zh"] as const;

/** A yaku as the form shows it. */
export type YakuFields = {
  names: Record<(typeof LANGUAGES)[number], string>;
  worth: Worth;
  amount: number;
  /** What it is worth in an open hand; null for the same. */
  open: number | null;
  when: string;
  unless: string;
  each: string;
  bonus: boolean;
  beside: string;
  over: string[];
  waivesFu: boolean;
  /** What the form does not show, kept as it is. */
  rest: Record<string, Plain>;
};

export function emptyYaku(worth: Worth): YakuFields {
  return { names: { en: "", de: "", ja: "", romaji: "", zh: "" }, worth, amount: worth === "points" ? 40 : 1, open: null, when: "", unless: "", each: "", bonus: false, beside: "adds", over: [], waivesFu: false, rest: {} };
}

/** The fields of a yaku of the text. */
export function yakuFields(from: Record<string, Plain>, usual: Worth): YakuFields {
  const empty = emptyYaku(usual);
  const { name, han, yakuman, points, open, when, unless, each, bonus, beside, over, "waives-fu": waivesFu, ...rest } = from;
  const worth: Worth = yakuman !== undefined ? "yakuman" : points !== undefined ? "points" : han !== undefined ? "han" : usual;
  const amount = { han, yakuman, points }[worth];
  const names = typeof name === "object" && !Array.isArray(name) ? name : {};
  return {
    names: { ...empty.names, ...Object.fromEntries(LANGUAGES.map((language) => [language, textOf(names[language])])) },
    worth,
    amount: typeof amount === "number" ? amount : 0,
    open: typeof open === "number" ? open : null,
    when: textOf(when),
    unless: textOf(unless),
    each: textOf(each),
    bonus: bonus === true,
    beside: textOf(beside) || "adds",
    over: Array.isArray(over) ? over.filter((one) => typeof one === "string") : [],
    waivesFu: waivesFu === true,
    rest,
  };
}

/** What the text says of a yaku; what is as usual, or as in the base, is left out. */
export function writtenYaku(yaku: YakuFields): Record<string, Plain> {
  const names = Object.fromEntries(LANGUAGES.map((language) => [language, yaku.names[language].trim()] as const).filter(([, name]) => name !== ""));
  return {
    ...(yaku.amount > 0 && { [yaku.worth]: yaku.amount }),
    ...(yaku.open !== null && yaku.worth === "han" && { open: yaku.open }),
    ...(yaku.when.trim() && { when: yaku.when.trim() }),
    ...(yaku.unless.trim() && { unless: yaku.unless.trim() }),
    ...(yaku.each.trim() && { each: yaku.each.trim() }),
    ...(yaku.bonus && { bonus: true }),
    ...(yaku.beside !== "adds" && { beside: yaku.beside }),
    ...(yaku.over.length > 0 && { over: yaku.over }),
    ...(yaku.waivesFu && { "waives-fu": true }),
    ...(Object.keys(names).length > 0 && { name: names }),
    ...yaku.rest,
  };
}

function textOf(value: Plain | undefined): string {
  return typeof value === "string" ? value : "";
}
