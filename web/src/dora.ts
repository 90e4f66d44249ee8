import { getContext, setContext } from "svelte";
import type { Tile } from "./seen.ts";

const KEY = Symbol("dora");

/** Tells all tiles of a page which kinds are dora. */
export function shareDora(kinds: () => ReadonlySet<Tile>): void {
  setContext(KEY, kinds);
}

/** The dora kinds of this page's table; empty without a table. */
export function sharedDora(): () => ReadonlySet<Tile> {
  return getContext<(() => ReadonlySet<Tile>) | undefined>(KEY) ?? (() => new Set());
}
