import { getContext, setContext } from "svelte";
import type { Tile } from "./seen.ts";

const KEY = Symbol("dora");

/** Lets all tiles of a page know which kinds are dora. */
export function shareDora(kinds: () => ReadonlySet<Tile>): void {
  setContext(KEY, kinds);
}

/** The kinds that are dora at the table of this page; none where there is no table. */
export function sharedDora(): () => ReadonlySet<Tile> {
  return getContext<(() => ReadonlySet<Tile>) | undefined>(KEY) ?? (() => new Set());
}
