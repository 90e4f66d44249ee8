import { roundName, whoIn } from "./announce.ts";
import { asked } from "./prompt.ts";
import type { Seat, Tile } from "./seen.ts";
import { callWord, num, t, tCount, term, tileName } from "./text/text.svelte.ts";
import { seatsFrom } from "./tile.ts";
import { inHand, type Discard, type View } from "./view.ts";
import type { PromptJson, WaitJson } from "./wire.ts";

/** What a player or spectator knows. */
export type Known = { view: View; me: Seat | null; prompt: PromptJson | null };

/** The questions about a table and their answers in words. */
export const QUESTIONS = {
  hand: ownHand,
  rivers,
  melds,
  dora: indicators,
  scores,
  waits,
  wall,
  moves,
  all: (known: Known) => [situation(known), ownHand(known), indicators(known), wall(known), melds(known), rivers(known), scores(known), waits(known), moves(known)].filter(Boolean).join("\n"),
  help: () => t("cmd.help"),
} satisfies Record<string, (known: Known) => string>;

export type Question = keyof typeof QUESTIONS;

/** The wind of the round, the hand, and whose turn it is. */
function situation({ view, me }: Known): string {
  const turn = view.turn === null ? "" : t(view.turn === me ? "table.yours" : "table.turn", { who: whoIn(view, view.turn, me) });
  return [roundName(view), turn].filter(Boolean).join(". ");
}

function ownHand({ view, me }: Known): string {
  const side = me === null ? undefined : view.sides[me];
  if (!side) return t("table.watching");
  const tiles = inHand(side, true).map(({ tile, drawn }) => (drawn ? `${tileName(tile)} (${t("table.drawn.mark")})` : tileName(tile)));
  return `${t("table.hand")}: ${tiles.join(", ")}`;
}

function rivers({ view, me }: Known): string {
  const name = (discard: Discard) => {
    const marks = [discard.turned ? t("table.turned.mark") : "", discard.calledBy === null ? "" : t("table.called.mark", { who: whoIn(view, discard.calledBy, me) })];
    const said = marks.filter(Boolean).join(", ");
    return said ? `${tileName(discard.tile)} (${said})` : tileName(discard.tile);
  };
  return inTurn(view, me, (seat) => `${t("table.river.of", { who: whoIn(view, seat, me) })}: ${view.sides[seat]?.river.map(name).join(", ") || t("cmd.none")}`);
}

function melds({ view, me }: Known): string {
  return inTurn(view, me, (seat) => {
    const lying = (view.sides[seat]?.melds ?? []).map((meld) => `${callWord(meld.kind)} ${names(meld.tiles)}`.trim());
    const aside = view.sides[seat]?.aside ?? [];
    const all = [...lying, ...(aside.length > 0 ? [names(aside)] : [])];
    return all.length > 0 ? `${t("table.melds.of", { who: whoIn(view, seat, me) })}: ${all.join("; ")}` : "";
  });
}

function indicators({ view }: Known): string {
  return view.indicators.length > 0 ? `${t("table.dora")}: ${names(view.indicators)}` : "";
}

function scores({ view, me }: Known): string {
  const pot = [
    view.standing.honba > 0 ? `${term("honba")}: ${view.standing.honba}` : "",
    view.standing.sticks > 0 ? `${t("table.sticks")}: ${view.standing.sticks}` : "",
  ];
  const players = inTurn(view, me, (seat) => {
    const chips = view.chips[seat] ?? 0;
    return `${whoIn(view, seat, me)}: ${num(view.points[seat] ?? 0)}${chips === 0 ? "" : `, ${tCount("table.chips", chips)}`}`;
  });
  return [players, ...pot].filter(Boolean).join("\n");
}

/** The waits of the hand; with a drawn tile, the waits after each discard. */
function waits({ prompt }: Known): string {
  if (!prompt) return "";
  const now = waitsIn(t("waits.title"), prompt.waits, prompt.furiten);
  return now || prompt.after.map((one) => waitsIn(t("waits.after", { tile: tileName(one.tile) }), one.waits, one.furiten)).join("\n");
}

function waitsIn(title: string, found: WaitJson[], furiten: boolean): string {
  if (found.length === 0) return "";
  const each = found.map((wait) => {
    const notes = [wait.unseen > 0 ? t("waits.left", { n: wait.unseen }) : t("waits.none"), wait.no_yaku ? t("waits.noyaku") : ""];
    return `${tileName(wait.tile)} (${notes.filter(Boolean).join(", ")})`;
  });
  return `${title}: ${each.join(", ")}${furiten ? `. ${term("furiten")}` : ""}`;
}

function wall({ view }: Known): string {
  const spare = view.spare === null ? "" : `, ${tCount("table.spare", view.spare)}`;
  return `${t("table.left")}: ${view.left ?? "–"}${spare}`;
}

function moves({ prompt }: Known): string {
  const { buttons, riichi, turn } = asked(prompt);
  const calls = buttons.map((button) => `${callWord(button.word)} ${names(button.tiles)}`.trim());
  const ready = (open: boolean) => {
    const tiles = riichi.filter((one) => one.open === open).map((one) => one.tile);
    return tiles.length > 0 ? [`${term(open ? "open-riichi" : "riichi")} ${names(tiles)}`] : [];
  };
  const all = [...calls, ...ready(false), ...ready(true), ...(turn ? [t("cmd.discard")] : [])];
  return all.length > 0 ? `${t("act.actions")}: ${all.join("; ")}` : t("cmd.idle");
}

/** The tiles by name. */
export function names(tiles: Tile[]): string {
  return tiles.map(tileName).join(", ");
}

/** A line for each player, starting with the one who asks. */
function inTurn(view: View, me: Seat | null, line: (seat: Seat) => string): string {
  return seatsFrom(me ?? 0, view.seats).map(line).filter(Boolean).join("\n");
}
