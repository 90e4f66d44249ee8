import { lineName, t, tAny, tCount, term } from "./text/text.svelte.ts";
import type { ToldSheet } from "./seen.ts";
import { WINDS } from "./view.ts";
import type { LineRow } from "./wire.ts";

/** `Yakuman`, or how many of them. */
export function yakumanWord(count: number): string {
  return count === 1 ? term("yakuman") : t("sheet.yakuman.n", { n: count, yakuman: term("yakuman") });
}

/** What a hand is worth: han and fu, points, or yakuman. */
export function worthOf(sheet: ToldSheet["sheet"]): string[] {
  if (sheet.yakuman > 0) return [yakumanWord(sheet.yakuman)];
  if (sheet.points !== null) return [tCount("sheet.points", sheet.points)];
  const han = t("sheet.han", { n: sheet.han });
  return sheet.fu ? [han, t("sheet.fu.n", { n: sheet.fu })] : [han];
}

/** The name of the limit that the hand reaches, if any. */
export function limitOf({ sheet }: ToldSheet): string | null {
  if (!sheet.limit || sheet.yakuman > 0) return null;
  const line = sheet.lines?.find(({ id }) => id === "limit");
  return line ? lineName(line.names) : sheet.limit;
}

/** What a line of a sheet adds, in its unit. */
export function countedOf(line: LineRow): string {
  if (line.yakuman !== undefined) return line.yakuman < 0 ? `−${yakumanWord(-line.yakuman)}` : yakumanWord(line.yakuman);
  if (line.points !== undefined) return tCount("sheet.points", line.points);
  if (line.chips !== undefined) return tCount("table.chips", line.chips);
  if (line.fu !== undefined) return String(line.fu);
  return line.han === undefined ? "" : t("sheet.han", { n: line.han });
}

/** The lines of a sheet; an older log has but its yaku and dora, without the clauses of these. */
export function linesOf({ sheet, names }: ToldSheet): LineRow[] {
  if (sheet.lines) return sheet.lines;
  const plain = (en: string) => ({ en, ja: "", romaji: "", zh: "" });
  const yaku = sheet.yaku.map(({ name, ...line }, place): LineRow => ({ ...line, part: "yaku", names: names?.[place] ?? plain(name) }));
  const dora = Object.entries(sheet.dora).filter(([, han]) => han > 0);
  return [...yaku, ...dora.map(([id, han]): LineRow => ({ part: "dora", id, names: plain(olderDora(id)), han }))];
}

function olderDora(id: string): string {
  return id === "dora" || id === "ura" ? term(id) : tAny("sheet", id);
}

/** Were four kans paid without the pair? */
export function isFourKans({ sheet }: ToldSheet): boolean {
  return sheet.lines?.some((line) => line.id === "four-kans-alone") ?? false;
}

/** The payments for a hand, whoever makes them and why. */
const FOR_THE_HAND = ["hand", "pao", "rinshan-pao", "four-kans"];

/** What a winner gets: for the hand itself, for honba and sticks and the like, and in all. */
export type Prize = { hand: number; extras: { line: LineRow; points: number }[]; total: number; chips: number };

/** The prize of a win; the hand's part of an older log is everything. */
export function prizeOf({ sheet, seat, dealer }: ToldSheet, seats: number): Prize {
  const word = WINDS[(seat - dealer + seats) % seats] ?? "east";
  const chips = sheet.chips[word] ?? 0;
  const paid = (sheet.lines ?? []).filter((line) => line.part === "payment" && line.points !== undefined && line.to === word);
  if (paid.length === 0) return { hand: sheet.deltas[word] ?? 0, extras: [], total: sheet.deltas[word] ?? 0, chips };
  const sum = (lines: LineRow[]) => lines.reduce((all, line) => all + (line.points ?? 0), 0);
  const isHand = (line: LineRow) => FOR_THE_HAND.includes(line.id);
  const added = paid.filter((line) => !isHand(line));
  const firsts = added.filter(({ id }, place) => added.findIndex((line) => line.id === id) === place);
  const extras = firsts.map((line) => ({ line, points: sum(added.filter(({ id }) => id === line.id)) }));
  return { hand: sum(paid.filter(isHand)), extras, total: sum(paid), chips };
}
