import { paymentsOf, together } from "./payflow.ts";
import { tilesOf } from "./tile.ts";
import { callWord, lineName, num, round, t, tAny, tCount, term, tileName, wind } from "./text/text.svelte.ts";
import type { Party, Seat, SeenEvent, Tiles, WinSheet } from "./seen.ts";
import { WINDS, windOf, type View } from "./view.ts";

/** A player by name, or by their wind in this hand if they have none: a wind is a tile too. */
export function whoIn(view: View, seat: Party, me: Seat | null): string {
  if (seat === "sticks") return t("pot");
  const name = view.names[seat] || wind(windOf(view, seat));
  return seat === me ? `${name} (${t("table.you")})` : name;
}

/** `East 2`: the round and the number of its hand. */
export function roundName({ standing }: View): string {
  return round(WINDS.indexOf(standing.round), standing.hand);
}

/** An event as a line for the log and screen readers; null if there is nothing to say. */
export function lineOf(view: View, event: SeenEvent, me: Seat | null): string | null {
  const who = "seat" in event ? whoIn(view, event.seat, me) : "";
  switch (event.type) {
    case "hand-started":
      return t("say.hand-started", { round: round(WINDS.indexOf(event.round), event.hand), who: whoIn(view, event.dealer, me) });
    case "indicator":
      return t("say.indicator", { tile: tileName(event.tile) });
    case "drew": {
      const replacement = event.source !== "live";
      if (event.tile) return t(replacement ? "say.drew.kan.tile" : "say.drew.tile", { who, tile: tileName(event.tile) });
      return t(replacement ? "say.drew.kan" : "say.drew", { who });
    }
    case "discarded":
      return t(event.drawn ? "say.discarded.drawn" : "say.discarded", { who, tile: tileName(event.tile) });
    case "riichi-declared":
      return t("say.riichi", { who, word: term(event.open ? "open-riichi" : "riichi") });
    case "called":
      return t("say.called", { who, word: callWord(event.call), tile: tilesOf(event.tiles).map(tileName).join(", ") });
    case "kan-declared":
      if (event.tiles === undefined) return t("say.kan.hidden", { who });
      return t("say.kan", { who, word: term("kan"), tile: tileName(first(event.tiles)) });
    case "set-aside":
      return t("say.set-aside", { who, tile: tileName(event.tile) });
    case "missed":
      return t("say.missed", { who });
    case "won":
      return t("say.won", { who, word: term(event.by === "tsumo" ? "tsumo" : "ron"), tile: tileName(event.tile) });
    case "shown":
      return t("say.shown", { who, tiles: tilesOf(event.tiles).map(tileName).join(", ") });
    case "kan-turned":
      return t("say.kan-turned", { who, word: term("kan"), tile: tileName(first(event.tiles)) });
    case "ura-turned":
      return t("say.ura", { tiles: tilesOf(event.tiles).map(tileName).join(", ") });
    case "drawn":
      return t("say.drawn", { why: tAny("sheet.draw", event.reason) });
    case "four-kans-scored":
    case "nagashi-scored":
    case "chombo-called":
    case "chombo":
    case "dead-hand":
      return t(`say.${event.type}`, { who });
    case "ruling-undone":
      return t(event.void ? "say.undone.void" : "say.undone", { who, what: t(event.penalty === "chombo" ? "ref.chombo" : "ref.dead") });
    case "time-up":
    case "hand-ended":
    case "game-ended":
      return t(`say.${event.type}`);
    case "answered":
    case "nagashi-asked":
    case "tenpai-asked":
    case "yame-asked":
    case "dealt":
    case "riichi-stands":
    case "paid":
    case "settled":
      return null;
  }
}

/** The payments of a settled hand as lines for the log. */
export function paidLines(view: View, sheets: WinSheet[], me: Seat | null): string[] {
  return together(paymentsOf(view, sheets)).map(({ from, to, amount, stake, names }) => {
    const said = stake === "chips" ? tCount("table.chips", amount) : num(amount);
    return t("say.paid", { from: whoIn(view, from, me), to: whoIn(view, to, me), amount: said, what: lineName(names) });
  });
}

/** Events that the summary at the end of a hand covers. */
const ENDING: SeenEvent["type"][] = ["won", "ura-turned", "drawn", "paid", "chombo", "nagashi-scored", "four-kans-scored", "hand-ended"];

/** Should screen readers say it? Not others' draws. */
export function isSpoken(event: SeenEvent, me: Seat | null): boolean {
  return !(event.type === "drew" && event.seat !== me) && event.type !== "shown" && !ENDING.includes(event.type);
}

function first(tiles: Tiles): string {
  return tilesOf(tiles)[0] ?? "";
}
