import type { Action, Seat, SeenEvent } from "./seen.ts";
import { callWord, t, term, tileName } from "./text/text.svelte.ts";
import type { PromptJson } from "./wire.ts";

/** An answer to a prompt, until the server confirms it. */
export type Pending = { n: number; action: Action };

/** Is it the same decision? */
export function isSame(one: Action | null, other: Action | null): boolean {
  return one !== null && other !== null && JSON.stringify(one) === JSON.stringify(other);
}

/** What a player wants to do, in words. */
export function namedAction(action: Action): string {
  if (action.a === "discard") return t("act.discard", { tile: tileName(action.tile) });
  if (action.a === "riichi") return `${term(action.open ? "open-riichi" : "riichi")}, ${t("act.discard", { tile: tileName(action.tile) })}`;
  return callWord(action.a);
}

/** Does this event confirm the player's answer? Some answers cause no event that others see. */
export function confirms(action: Action, event: SeenEvent, me: Seat | null): boolean {
  const own = "seat" in event && event.seat === me;
  if (own && event.type === "answered") return isSame(event.action, action);
  switch (action.a) {
    case "discard":
    case "riichi":
      return own && event.type === "discarded" && event.tile === action.tile;
    case "pon":
    case "chii":
    case "daiminkan":
      return own && event.type === "called";
    case "ankan":
    case "kakan":
      return own && event.type === "kan-declared";
    case "kita":
      return own && event.type === "set-aside";
    case "tsumo":
    case "ron":
      return own && event.type === "won";
    default:
      return true;
  }
}

/** What the table did for a player whose time ran out; null if this event is unrelated. */
export function doneForMe(prompt: PromptJson, event: SeenEvent | null, me: Seat | null): string | null {
  if (event?.type === "discarded" && event.seat === me) return t("timeout.discard", { tile: tileName(event.tile) });
  if (prompt.legal.some((action) => action.a === "pass")) return t("timeout.pass");
  // A player in turn must act, so that event comes first.
  return event !== null && !("seat" in event && event.seat === me) ? null : t("timeout.other");
}
