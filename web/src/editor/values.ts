import { num } from "../text/text.svelte.ts";
import { b } from "../text/books/books.ts";
import { meaning } from "./meanings.svelte.ts";
import { written, type Plain } from "./toml.ts";
import type { KeyShape, KeyWord } from "../wire.ts";

export type KeyWords = KeyWord;

/** A value in words, for sentences and marks. */
export function valueIn(shape: KeyShape, value: Plain): string {
  if (typeof value === "boolean") return value ? b("yes") : b("no");
  if (typeof value === "number") return num(value);
  if (typeof value === "string" && shape.kind === "word") return meaning((shape.words.find(({ word }) => word === value)?.says ?? value).trim()).text.replace(/[.。]$/, "");
  if (isList(value)) return value.map((one) => (typeof one === "number" ? num(one) : one)).join(" / ");
  return typeof value === "string" ? value : written(value);
}

/** Numbers or words one after the other, such as the uma. */
function isList(value: Plain): value is (number | string)[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "number" || typeof one === "string");
}

/** The sentence of a clause that sets one value; the author may change it. Rulebooks are written in English first. */
export function sentenceOf({ says, shape }: KeyWords, value: Plain): string {
  const asked = says.split(/(?<=[.?])\s/)[0] ?? says;
  const is = typeof value === "boolean" ? (value ? "Yes" : "No") : typeof value === "number" ? value.toLocaleString("en") : englishOf(shape, value);
  return asked.endsWith("?") ? `${asked} ${is}.` : `${asked.replace(/\.$/, "")}: ${is}.`;
}

function englishOf(shape: KeyShape, value: Plain): string {
  if (typeof value === "string" && shape.kind === "word") return (shape.words.find(({ word }) => word === value)?.says ?? value).trim().replace(/\.$/, "");
  if (isList(value)) return value.map((one) => (typeof one === "number" ? one.toLocaleString("en") : one)).join(" / ");
  return typeof value === "string" ? value || "none" : written(value);
}

/** `2 han, closed only` in the chosen language. */
export function worthIn(worth: string): string {
  const found = /^(?:(\d+) )?(han|yakuman|points)(?:, (?:(\d+) open|closed only))?(?: each \((.+)\))?$/.exec(worth);
  if (!found) return worth;
  const [, n, unit, open, each] = found;
  const one = [n, b(`worth.${unit as "han"}`)].filter(Boolean).join(" ");
  const rest = open !== undefined ? b("worth.open", { n: open }) : worth.includes("closed only") ? b("worth.closed") : "";
  return [one, rest, each === undefined ? "" : b("worth.each", { fact: each })].filter(Boolean).join(", ");
}

/** How far one press of a stepper goes: points by hundreds or thousands, everything else by one. */
export function stepOf(shape: KeyShape, base: unknown): number {
  const size = typeof base === "number" ? Math.abs(base) : 0;
  if (shape.kind !== "number" || shape.to <= 255) return 1;
  if (size >= 10_000) return 1000;
  return size >= 100 || size === 0 ? 100 : 1;
}

/** The unit of a key's number, if it has one. */
export function unitOf(key: string, shape: KeyShape): "points" | "han" | "fu" | "chips" | "tiles" | "minutes" | null {
  if (shape.kind !== "number") return null;
  if (/^fu\.|\.fu$/.test(key)) return "fu";
  if (/^chips\.(?!tsumo-times)|aside\.chips$/.test(key)) return "chips";
  if (/tiles-left$|wall\.replacements|tiles\.flowers/.test(key)) return "tiles";
  if (/\.(?:kita-)?han$|counted-yakuman$/.test(key)) return "han";
  if (key === "game.minutes") return "minutes";
  return shape.to > 255 ? "points" : null;
}

/** An empty value of a shape, for a new row of a chart. */
export function blank(shape: KeyShape): Plain {
  switch (shape.kind) {
    case "flag":
    case "true":
      return shape.kind === "true";
    case "number":
      return Math.max(0, shape.from);
    case "word":
      return shape.words[0]?.word ?? "";
    case "list":
      return [];
    case "record":
      return Object.fromEntries(shape.fields.filter(({ required }) => required).map((field) => [field.name, blank(field.shape)]));
    default:
      return "";
  }
}

/** Are two values the same to a rulebook? Fields of records in any order. */
export function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return one === other;
  const [left, right] = [Object.entries(one), Object.entries(other)];
  return left.length === right.length && left.every(([key, value]) => isSame(value, (other as Record<string, unknown>)[key]));
}
