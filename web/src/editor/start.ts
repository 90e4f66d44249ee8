import type { RulebookInfo } from "../wire.ts";
import { edited, TomlText, written } from "./toml.ts";

/** The text of a book that changes nothing yet. */
export function starterText(id: string, title: string, base: string, overlays: string[] = []): string {
  const lines = ["[rulebook]", `id      = ${written(id)}`, `name    = { en = ${written(title)} }`, 'edition = "1"', ...(base ? [`extends = ${written(base)}`] : []), ...(overlays.length > 0 ? [`with    = ${written(overlays)}`] : [])];
  return `${lines.join("\n")}\n`;
}

/** The rulebook and overlays of a request, without its options; an overlay asked for alone lies on its base. */
export function partsOf(request: string, all: RulebookInfo[]): { base: string; overlays: string[] } {
  const [first = "", ...overlays] = request.split("+").map((part) => part.replace(/\(.*$/, ""));
  const info = all.find(({ id }) => id === first);
  return info?.overlay ? { base: info.base ?? "", overlays: [first, ...overlays] } : { base: first, overlays };
}

/** The same rules under another name. */
export function clonedText(text: string, id: string): string {
  try {
    return edited(text, new TomlText(text).set(["rulebook", "id"], id));
  } catch {
    return text;
  }
}

/** A name for a new book, from what it is called: letters, digits and dashes. */
export function idOf(title: string): string {
  const plain = title.normalize("NFKD").replace(/\p{M}/gu, "").replace(/ß/g, "ss").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 48);
}

/** A free name: the one asked for, or with a number. */
export function freeName(wanted: string, taken: readonly string[]): string {
  const base = wanted || "book";
  if (!taken.includes(base)) return base;
  const found = Array.from({ length: taken.length + 1 }, (_, place) => `${base.slice(0, 44)}-${place + 2}`).find((one) => !taken.includes(one));
  return found ?? base;
}

