import { claimOf, requestOf } from "./hands.ts";
import { WINDS } from "../view.ts";
import type { Plain } from "./toml.ts";

/** What a worked example begins with. */
export type Kind = "hand" | "value" | "points";

/** A hand as an example writes it: the fields of `POST /api/score` that are not as usual. */
export function givenHand(line: string): Plain {
  const { rules: _, ...request } = requestOf(claimOf(line), "");
  const usual: Record<string, unknown> = { round: "east", riichi: "none", honba: 0, sticks: 0, aside: "", dora: "", ura: "" };
  const said = Object.entries(request).filter(([field, value]) => value !== usual[field] && !isEmpty(value));
  return Object.fromEntries(said) as Plain;
}

/** Numbers by wind, without zeros. */
export function byWinds(numbers: readonly number[]): { [wind: string]: number } {
  return Object.fromEntries(numbers.map((number, seat) => [WINDS[seat] ?? "", number] as const).filter(([, number]) => number !== 0));
}

/** What is given, in a few words. */
export function givenIn(given: Plain): { line: string } | { words: string } {
  if (typeof given !== "object" || Array.isArray(given)) return { words: String(given) };
  const { hand, win, melds, aside, dora, ura, by, riichi, ...rest } = given;
  if (typeof hand !== "string") return { words: inWords(given) };
  const sets = Array.isArray(melds) ? melds.map((meld) => (typeof meld === "object" && !Array.isArray(meld) ? `[${["tiles", "kind", "from"].map((field) => meld[field]).filter(Boolean).join(" ")}]` : "")) : [];
  const others = [["aside", aside], ["dora", dora], ["ura", ura]].filter(([, tiles]) => typeof tiles === "string" && tiles !== "").map(([field, tiles]) => `${String(field)}=${String(tiles)}`);
  return { line: [hand, ...sets, typeof win === "string" ? `+${win}` : "", ...others, ...[by, riichi].filter((word) => typeof word === "string"), inWords(rest)].filter(Boolean).join(" ") };
}

export function inWords(value: Plain): string {
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return value.map(inWords).join(", ");
  return Object.entries(value).map(([field, each]) => (each === true ? field : `${field}=${typeof each === "object" ? `(${inWords(each)})` : String(each)}`)).join(" ");
}

function isEmpty(value: unknown): boolean {
  return value === "" || value === null || value === undefined || (typeof value === "object" && Object.keys(value).length === 0);
}
