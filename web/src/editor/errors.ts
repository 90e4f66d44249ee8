import { settings, languageTag } from "../settings.svelte.ts";
import { b } from "../text/books/books.ts";
import { wind } from "../text/text.svelte.ts";
import { WINDS } from "../view.ts";
import type { BookError } from "../wire.ts";
import { errorMeaning, type Said } from "./meanings.svelte.ts";

/** An error in words: what is wrong and what to do, and then what exactly, which may be in English only. */
export type ErrorWords = { what: Said | null; detail: Said; hint: Said | null };

export function errorWords({ kind, message, hint }: BookError): ErrorWords {
  return { what: errorMeaning(kind), detail: detailOf(message), hint: hint && !message.includes(hint) ? hintOf(hint) : null };
}

/** The same in one line. */
export function errorLine(error: BookError): string {
  const { what, detail, hint } = errorWords(error);
  return [what?.text, detail.text, hint?.text].filter(Boolean).join(" ");
}

/** `expected …, found …` in the chosen language, if we know what was expected; otherwise as the program says it. */
export function detailOf(message: string): Said {
  const [, key = "", expected = "", found] = /^([a-z][\w. -]*: )?expected (.+?)(?:, found (.*))?$/s.exec(message) ?? [];
  const own = settings.language === "en" ? null : expectation(expected);
  if (own === null) return { text: message, lang: "en" };
  return { text: key + b(found === undefined ? "errors.expected.only" : "errors.expected", { expected: own, found: byWinds(found ?? "") }), lang: languageTag() };
}

function hintOf(hint: string): Said {
  const word = /^did you mean (.+)\?$/.exec(hint)?.[1];
  if (settings.language === "en" || word === undefined) return { text: hint, lang: "en" };
  return { text: b("errors.meant", { word }), lang: languageTag() };
}

/** `east 8000, south -8000` with the winds of the language. */
function byWinds(points: string): string {
  return points.replace(/\b(?:east|south|west|north)\b/g, (name) => wind(WINDS.indexOf(name as (typeof WINDS)[number])));
}

/** What was expected, where it is one of the usual things: a number, a switch, a text, or one of some words. */
function expectation(expected: string): string | null {
  const number = /^a whole number from (-?[\d,]+) to ([\d,]+)$/.exec(expected);
  if (number) return b("expect.number", { from: number[1] ?? "", to: number[2] ?? "" });
  if (expected === "true or false") return b("expect.flag");
  if (expected === "text") return b("expect.text");
  const comes = /^what comes of (\S+): (.+)$/.exec(expected);
  if (comes) return b("expect.comes", { clause: comes[1] ?? "", points: byWinds(comes[2] ?? "") });
  if (/^(?:\w+ )?-?[\d,]+$/.test(expected)) return expected;
  return /^"[^"]+"(?: or "[^"]+")*$/.test(expected) ? expected.replaceAll('" or "', `"${b("expect.or")}"`) : null;
}
