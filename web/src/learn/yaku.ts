import type { NearJson, YakuJson } from "../wire.ts";

/** A yaku is near if it lacks at most this many tiles more than any complete hand. */
const FURTHER = 2;

/** The yaku of a list, those that a hand is near first and the nearest of them before the others. */
export function listed(all: YakuJson[], near: NearJson | null, search: string, name: (yaku: YakuJson) => string): { near: YakuJson[]; others: YakuJson[] } {
  const wanted = search.trim().toLowerCase();
  const spelled = (yaku: YakuJson) => [name(yaku), yaku.id, yaku.clause, ...Object.values(yaku.names)].join(" ").toLowerCase();
  const fits = all.filter((yaku) => wanted === "" || spelled(yaku).includes(wanted));
  const missing = new Map((near?.yaku ?? []).map((one) => [one.id, one.missing]));
  const isNear = (yaku: YakuJson) => (missing.get(yaku.id) ?? Infinity) <= (near?.missing ?? 0) + FURTHER;
  const byDistance = (one: YakuJson, other: YakuJson) => (missing.get(one.id) ?? Infinity) - (missing.get(other.id) ?? Infinity);
  const reached = fits.filter((yaku) => missing.has(yaku.id) && !isNear(yaku)).sort(byDistance);
  return { near: fits.filter(isNear).sort(byDistance), others: [...reached, ...fits.filter((yaku) => !missing.has(yaku.id))] };
}
