/** What a key means at the table. */
export type KeyMeaning =
  | { do: "tile"; place: number }
  | { do: "drawn" }
  | { do: "call"; key: string }
  | { do: "pass" }
  | { do: "log" }
  | { do: "yaku" }
  | { do: "guide" }
  | { do: "command" }
  | { do: "help" };

/** The keys of the places in the hand, from the left. */
export const PLACE_KEYS = "1234567890qet";
const CALL_KEYS = "wrokpcfsnyl";

/** What this key means; null for keys that belong to the browser or to a field. */
export function meaningOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey"> & { target?: EventTarget | null }): KeyMeaning | null {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target ?? null)) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (key === "Escape" || key === "x") return { do: "pass" };
  if (key === "?") return { do: "help" };
  if (key === "g") return { do: "log" };
  if (key === "v") return { do: "yaku" };
  if (key === "h") return { do: "guide" };
  if (key === "/") return { do: "command" };
  // A focused button handles Enter and Space itself.
  if (key === "Enter" || key === " ") return isButton(event.target ?? null) ? null : { do: "drawn" };
  const place = key.length === 1 ? PLACE_KEYS.indexOf(key) : -1;
  if (key.length === 1 && CALL_KEYS.includes(key)) return { do: "call", key };
  return place >= 0 ? { do: "tile", place } : null;
}

function isTyping(target: EventTarget | null): boolean {
  return typeof Element !== "undefined" && target instanceof Element && target.matches("input:not([type=checkbox]):not([type=radio]), select, textarea");
}

function isButton(target: EventTarget | null): boolean {
  return typeof Element !== "undefined" && target instanceof Element && target.matches("button, a, summary, [role=button]");
}
