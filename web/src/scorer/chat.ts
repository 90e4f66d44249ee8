import type { WinSheet } from "../seen.ts";
import { s } from "../text/scorer.ts";
import { bookName, lineName, named, num, t, tCount, term, wind } from "../text/text.svelte.ts";
import { countedOf, limitOf, linesOf, prizeOf, worthOf } from "../worth.ts";
import type { LineRow } from "../wire.ts";
import type { bookOf, Shown } from "./sheetview.ts";

/** A score sheet as text for a chat: the hand, its yaku with their clauses, what it pays, and a link. */
export function chatOf({ view, sheets, book }: Shown & { book: ReturnType<typeof bookOf> }, line: string, address: string): string {
  const [won] = sheets;
  if (!won) return "";
  const win = view.outcome.wins[0];
  const how = !win || win.by === "tsumo" ? term("tsumo") : t("sheet.from", { how: term("ron"), from: wind(win.from) });
  const counted = linesOf(won).filter((row) => row.part === "yaku" || row.part === "dora");
  return [
    `${bookName(book.rulebook) || book.rules} · ${s("chat.wins", { who: wind(won.seat), how })}`,
    line,
    ...counted.map(rowOf),
    worthIn(won),
    prizeIn(won, view.seats),
    address,
  ].join("\n");
}

function rowOf(row: LineRow): string {
  const name = row.part === "yaku" ? named(row.names) : lineName(row.names);
  return `• ${name} ${countedOf(row)}${row.clause ? ` (${row.clause})` : ""}`;
}

function worthIn(won: WinSheet): string {
  const limit = limitOf(won);
  return [...worthOf(won.sheet), ...(limit ? [limit] : [])].join(" · ");
}

function prizeIn(won: WinSheet, seats: number): string {
  const prize = prizeOf(won, seats);
  const chips = prize.chips === 0 ? "" : ` ${prize.chips > 0 ? "+" : "−"}${tCount("table.chips", Math.abs(prize.chips))}`;
  return `= ${num(prize.total)}${chips}`;
}
