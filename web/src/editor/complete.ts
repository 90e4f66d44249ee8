import type { KeyShape, Vocabulary } from "../wire.ts";
import type { Schema } from "./api.ts";
import { keyLabel, meaning } from "./meanings.svelte.ts";
import { written, type Plain } from "./toml.ts";

/** Something that may be written at a place, with what it means. */
export type Offer = { label: string; detail?: string; info?: string; /** What is written, if it is not the label. */ apply?: string };

/** What may be written before the cursor: offers that replace the text from there. */
export type Offers = { from: number; options: Offer[] };

/** What completion and explanations know. */
export type Known = { vocabulary: Vocabulary; schema: Schema | null };

const EXPRESSION = /\b(?:when|unless|each|closed-robbed-by|closed-also-robbed-by|tsumo-when)\s*=\s*"([^"\n]*)$/;
const HEADERS: Offer[] = [{ label: "[rulebook]" }, { label: "[[clause]]" }, { label: "[[option]]" }, { label: "[[example]]" }];

/** What can be written where a text ends, in a rulebook. */
export function offersIn(before: string, known: Known): Offers | null {
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (/^\s*#/.test(line)) return null;
  const expression = EXPRESSION.exec(line);
  if (expression) return offersInCondition(before, expression[1] ?? "", known.vocabulary);
  const list = /\b(off|over|with|replaces|amends)\s*=\s*\[(?:[^\]]*,)?\s*"([\w-]*)$/.exec(line);
  if (list) return { from: before.length - (list[2] ?? "").length, options: idsFor(list[1] ?? "", known.vocabulary) };
  const text = /\b(extends|base)\s*=\s*"([\w-]*)$/.exec(line);
  if (text) return { from: before.length - (text[2] ?? "").length, options: known.vocabulary.books.map((label) => ({ label })) };
  const inBraces = opened(line);
  const value = /([a-z]+\.[a-z-]+)\s*=\s*("?[\w-]*)$/.exec(line);
  const key = value && known.vocabulary.keys.find((one) => one.key === value[1]);
  if (key) return { from: before.length - (value[2] ?? "").length, options: valuesOf(key.shape) };
  const word = /[\w.-]*$/.exec(line)?.[0] ?? "";
  const from = before.length - word.length;
  if (/\bsets$/.test(inBraces) || (isInTable(before, "clause.sets") && inBraces === "")) return keys(from, known.vocabulary);
  if (/^\s*sets\.[\w.-]*$/.test(line)) return keys(from, known.vocabulary, "sets.");
  if (/\byaku\.[\w-]+$/.test(inBraces)) return { from, options: fields(known.schema, "yaku") };
  if (inBraces === "" && /^\s*yaku\.[\w-]*$/.test(line)) return { from, options: known.vocabulary.yaku.map((yaku) => ({ ...yakuOffer(yaku), label: `yaku.${yaku.id}` })) };
  if (inBraces === "" && /^\s*\[*[\w.-]*$/.test(line)) return atLineStart(before, line, known);
  return null;
}

/** What can be written in a condition, of which this part is before the cursor. */
export function offersInCondition(before: string, condition: string, vocabulary: Vocabulary): Offers | null {
  const word = /[a-z-]*$/.exec(condition)?.[0] ?? "";
  const inTiles = /\([0-9mpsz]*$/.test(condition);
  if (inTiles || /[=<>]\s*$/.test(condition.slice(0, condition.length - word.length))) return null;
  const facts = vocabulary.facts.map((fact) => ({ label: fact.name, detail: fact.kind === "flag" ? "" : fact.use, info: `${meaning(fact.says).text}\n${fact.example}`, apply: applied(fact) }));
  const joints = ["and", "or", "not"].map((label) => ({ label }));
  return { from: before.length - word.length, options: [...facts, ...joints] };
}

/** How a fact is written: a count with a comparison, a set with brackets. */
export function applied({ name, kind }: Vocabulary["facts"][number]): string {
  if (kind === "count") return `${name} >= 1`;
  return kind === "tiles" ? `${name}(1z)` : name;
}

/** What a word of a rulebook means: a key, fact, yaku or field. */
export function meaningOf(word: string, { vocabulary, schema }: Known): string | null {
  const name = word.replace(/^(?:sets|yaku)\./, "");
  const key = vocabulary.keys.find((one) => one.key === name);
  if (key) return [keyLabel(key).text, key.expected, `${written(key.base as Plain)}${key.clause ? ` (${key.clause})` : ""}`].join("\n");
  const fact = vocabulary.facts.find((one) => one.name === name);
  if (fact) return `${meaning(fact.says).text}\n${fact.example}`;
  const yaku = vocabulary.yaku.find((one) => one.id === name);
  if (yaku) return [yaku.names.en, yaku.worth, yaku.when].join("\n");
  const clause = vocabulary.clauses.find((one) => one.id === name);
  if (clause) return clause.says;
  const field = ["rulebook", "clause", "option", "example", "yaku"].flatMap((table) => fields(schema, table)).find((one) => one.label === name);
  return field?.info ?? null;
}

/** The key whose value in braces is being written; empty outside of braces. */
function opened(line: string): string {
  let found: string[] = [];
  for (const brace of line.replace(/"(?:[^"\\]|\\.)*"/g, (text) => "_".repeat(text.length)).matchAll(/([\w.-]*)\s*=?\s*\{|\}/g)) {
    found = brace[0] === "}" ? found.slice(0, -1) : [...found, brace[1] ?? ""];
  }
  return found.at(-1) ?? "";
}

function isInTable(before: string, name: string): boolean {
  const header = before.match(/^\s*\[+[^\]\n]*\]+/gm)?.at(-1) ?? "";
  return header.replace(/[\s[\]]/g, "") === name;
}

function atLineStart(before: string, line: string, known: Known): Offers {
  const word = /\[*[\w.-]*$/.exec(line)?.[0] ?? "";
  const from = before.length - word.length;
  if (word.startsWith("[")) return { from, options: HEADERS };
  const table = before.match(/^\s*\[+[^\]\n]*\]+/gm)?.at(-1)?.replace(/[\s[\]]/g, "") ?? "";
  const name = table.startsWith("option.choice") ? "choice" : table;
  return { from, options: [...fields(known.schema, name), ...HEADERS] };
}

/** The fields of a table, as the schema describes them. */
function fields(schema: Schema | null, table: string): Offer[] {
  const top = schema?.properties ?? {};
  const option = top["option"]?.items;
  const choice = option?.properties?.["choice"]?.additionalProperties;
  const yaku = schema?.$defs?.["yaku"]?.additionalProperties;
  const found = table === "yaku" ? yaku : table === "choice" ? choice : (top[table]?.items ?? top[table]);
  if (typeof found !== "object") return [];
  return Object.entries(found.properties ?? {}).map(([label, { description }]) => ({ label, ...(description && { info: meaning(description).text }) }));
}

function keys(from: number, vocabulary: Vocabulary, prefix = ""): Offers {
  return { from, options: vocabulary.keys.map(({ key, says, expected }) => ({ label: prefix + key, detail: expected.length > 40 ? "" : expected, info: keyLabel({ key, says }).text, apply: `${prefix}${key} = ` })) };
}

function idsFor(field: string, vocabulary: Vocabulary): Offer[] {
  if (field === "with") return vocabulary.overlays.map((label) => ({ label }));
  if (field === "off" || field === "over") return vocabulary.yaku.map(yakuOffer);
  return vocabulary.clauses.map(({ id, says }) => ({ label: id, info: says }));
}

function yakuOffer({ id, names, worth }: Vocabulary["yaku"][number]): Offer {
  return { label: id, detail: names.romaji || names.en, info: `${names.en}, ${worth}` };
}

function valuesOf(shape: KeyShape): Offer[] {
  if (shape.kind === "flag") return ["true", "false"].map((label) => ({ label }));
  if (shape.kind === "true") return [{ label: "true" }];
  if (shape.kind === "word") return shape.words.map(({ word, says }) => ({ label: `"${word}"`, info: meaning(says).text.trim() }));
  return [];
}
