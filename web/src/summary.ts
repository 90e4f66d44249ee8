import { whoIn } from "./announce.ts";
import { gain } from "./payflow.ts";
import type { Seat, WinSheet } from "./seen.ts";
import { list, num, signed, t, tAny, tCount, term } from "./text/text.svelte.ts";
import type { View, Win } from "./view.ts";
import { isFourKans, limitOf, worthOf } from "./worth.ts";

/** How a hand ended, for screen readers: who won off whom, its worth, and what the listener gains or pays. */
export function summaryOf(view: View, sheets: WinSheet[], me: Seat | null): string {
  return [...ends(view, sheets, me), ...(me === null ? everybody(view) : own(view, me))].join(t("say.stop"));
}

/** How a hand ended, and what it was worth, whoever reads it. */
export function endingOf(view: View, sheets: WinSheet[]): string {
  return ends(view, sheets, null).join(t("say.stop"));
}

function ends(view: View, sheets: WinSheet[], me: Seat | null): string[] {
  const { wins, nagashi, chombo, draw } = view.outcome;
  const paid = sheets.filter((sheet) => !wins.some((win) => win.seat === sheet.seat));
  if (chombo.length > 0) return chombo.map((seat) => t("say.chombo", { who: whoIn(view, seat, me) }));
  if (wins.length > 0) return wins.map((win) => winLine(view, win, sheets.find((sheet) => sheet.seat === win.seat), me));
  if (nagashi.length > 0) return nagashi.map((seat) => t("say.nagashi-scored", { who: whoIn(view, seat, me) }));
  if (paid.length > 0) return paid.map((sheet) => withWorth(t(isFourKans(sheet) ? "say.four-kans-scored" : "sheet.win.paid", { who: whoIn(view, sheet.seat, me) }), sheet));
  return draw ? [t("say.drawn", { why: tAny("sheet.draw", draw.reason) })] : [];
}

function winLine(view: View, win: Win, told: WinSheet | undefined, me: Seat | null): string {
  const how = term(win.by === "tsumo" ? "tsumo" : "ron");
  const [who, from] = [whoIn(view, win.seat, null), whoIn(view, win.from, null)];
  const said = (line: string) => withWorth(line, told);
  if (win.by === "tsumo") return said(win.seat === me ? t("say.end.tsumo.me", { how }) : t("say.end.tsumo", { who, how }));
  if (win.seat === me) return said(t("say.end.ron.me", { from }));
  return said(win.from === me ? t("say.end.ron.you", { who }) : t("say.end.ron", { who, from }));
}

function withWorth(line: string, told: WinSheet | undefined): string {
  if (!told) return line;
  const worth = [...worthOf(told.sheet), limitOf(told) ?? ""].filter((part) => part !== "").join(" ");
  return t("say.end.worth", { line, worth });
}

/** What the listener gained and paid, sticks included. */
function own(view: View, me: Seat): string[] {
  const { payments } = view.outcome;
  const [points, chips] = [gain(payments, me, "points"), gain(payments, me, "chips")];
  const amount = (sign: number) =>
    list([...(points * sign > 0 ? [num(Math.abs(points))] : []), ...(chips * sign > 0 ? [tCount("table.chips", Math.abs(chips))] : [])]);
  const [got, paid] = [amount(1), amount(-1)];
  if (!got && !paid) return [t("say.end.nothing")];
  return [...(got ? [t("say.end.get", { amount: got })] : []), ...(paid ? [t("say.end.pay", { amount: paid })] : [])];
}

/** Spectators hear the change of every player. */
function everybody(view: View): string[] {
  const sums = view.sides.map((_, seat) => ({ seat, points: gain(view.outcome.payments, seat, "points") }));
  return sums.filter(({ points }) => points !== 0).map(({ seat, points }) => `${whoIn(view, seat, null)} ${signed(points)}`);
}
