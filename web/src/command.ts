import { names, QUESTIONS, type Known, type Question } from "./describe.ts";
import { asked, barredBy, riichiKey, type CallButton } from "./prompt.ts";
import type { Action } from "./seen.ts";
import { because, callWord, t, tileName } from "./text/text.svelte.ts";
import { kindOf, sorted, tilesOf } from "./tile.ts";
import type { PromptJson } from "./wire.ts";

/** The effect of a typed line: an action, or an answer in words. */
export type Answer = { act: Action } | { say: string };

/**
 * Reads a typed line: a question about the table, a tile to discard in notation or by name, or a call by its word or key,
 * with tiles or a number where there are several: `hand`, `7s`, `riichi 7s`, `chii 34s`, `chii 2`.
 */
export function answerTo(line: string, known: Known): Answer {
  const typed = plain(line);
  const question = (Object.keys(QUESTIONS) as Question[]).find((one) => typed === one || typed === plain(t(`cmd.word.${one}`)));
  if (question) return { say: QUESTIONS[question](known) || t("cmd.none") };
  const { prompt } = known;
  if (!prompt || prompt.legal.length === 0) return { say: t("cmd.idle") };
  return called(typed, prompt) ?? discarded(typed, prompt) ?? { say: `${t("cmd.unknown", { what: line.trim() })}\n${QUESTIONS.moves(known)}` };
}

/** A call by its word or key; null if the line names none that is offered. */
function called(typed: string, prompt: PromptJson): Answer | null {
  const { buttons, riichi } = asked(prompt);
  const ready = riichi.map((one): Option => ({ word: one.open ? "open-riichi" : "riichi", key: riichiKey(one.open), tiles: [one.tile], action: { a: "riichi", ...one } }));
  const named = [...buttons, ...ready].map((option) => [option, after(typed, [option.word, option.key, callWord(option.word), isWin(option) ? "win" : ""])] as const);
  const fitting = named.filter(([, rest]) => rest !== null);
  const [first] = fitting;
  return first ? chosen(fitting.map(([option]) => option), first[1] ?? "", callWord(first[0].word)) : null;
}

const isWin = (option: Option) => option.word === "tsumo" || option.word === "ron";

type Option = CallButton;

/** Picks one of several options by the tiles or number in the rest of the line. */
function chosen(options: Option[], rest: string, what: string): Answer {
  const tiles = tilesOf(rest);
  const number = /^\d+$/.test(rest) ? Number(rest) : 0;
  const same = (one: Option) => sorted(one.tiles).join() === sorted(tiles).join() || (one.tiles.length === 1 && tiles.length === 1 && kind(one) === kindOf(tiles[0] ?? ""));
  const fitting = number > 0 ? options.slice(number - 1, number) : tiles.length > 0 ? options.filter(same) : options;
  const [only] = fitting;
  if (!only) return { say: t("cmd.cannot", { what: `${what} ${rest}`.trim() }) };
  const alike = fitting.every((one) => one.tiles.join() === only.tiles.join());
  if (alike) return { act: only.action };
  return { say: t("cmd.which", { list: fitting.map((one, place) => `${place + 1}: ${what} ${names(one.tiles)}`).join("; ") }) };
}

function kind(option: Option): string {
  return kindOf(option.tiles[0] ?? "");
}

/** A discard in notation or by the tile's name; the drawn tile is preferred to an equal one in the hand. */
function discarded(typed: string, prompt: PromptJson): Answer | null {
  const discards = prompt.legal.filter((action) => action.a === "discard").sort((one, other) => Number(other.drawn) - Number(one.drawn));
  if (after(typed, ["drawn", t("cmd.word.drawn")]) === "") {
    const drawn = discards.find((action) => action.drawn);
    return drawn ? { act: drawn } : { say: t("cmd.cannot", { what: t("cmd.word.drawn") }) };
  }
  const what = after(typed, ["discard", "d", t("cmd.word.discard")]) ?? typed;
  const [tile] = tilesOf(what);
  const isNotation = /^\d\s*r?\s*[mpszfg]\s*r?$/.test(what);
  const named = discards.find((action) => plain(tileName(action.tile)) === what);
  const found = named ?? (isNotation ? (discards.find((action) => action.tile === tile) ?? discards.find((action) => kindOf(action.tile) === kindOf(tile ?? ""))) : undefined);
  if (found) return { act: found };
  if (!isNotation || tile === undefined) return null;
  const barred = barredBy(prompt, tile);
  return { say: barred ? t("barred", { tile: tileName(tile), why: because(barred) }) : t("cmd.cannot", { what: t("act.discard", { tile: tileName(tile) }) }) };
}

/** The rest of a line after one of these words; null if it starts with none of them. */
function after(typed: string, words: string[]): string | null {
  for (const word of words.map(plain)) {
    if (typed === word) return "";
    if (word !== "" && typed.startsWith(`${word} `)) return typed.slice(word.length + 1);
  }
  return null;
}

/** A line in lower case, without hyphens and extra spaces. */
function plain(line: string): string {
  return line.toLowerCase().replace(/[-\s]+/g, " ").trim();
}
