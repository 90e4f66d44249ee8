import { languageTag } from "../settings.svelte.ts";
import { num } from "../text/text.svelte.ts";

/** One row of a chart: a share or number before and after; null where there is none. */
export type Pair = { name: string; before: number | null; after: number | null };

/** A share as a percentage. */
export function percent(share: number): string {
  return share.toLocaleString(languageTag(), { style: "percent", maximumFractionDigits: share < 0.1 ? 1 : 0 });
}

const BINS = 8;

/** How winning hands spread over their values: shares of all wins in up to eight steps. */
export function histogram(before: [number, number][], after: [number, number][]): Pair[] {
  const all = [...before, ...after].map(([value]) => value);
  const most = Math.max(0, ...all);
  if (most === 0) return [];
  const step = niceStep(most / BINS);
  const count = Math.floor(most / step) + 1;
  const total = (list: [number, number][]) => Math.max(1, list.reduce((sum, [, times]) => sum + times, 0));
  const share = (list: [number, number][], bin: number) => list.filter(([value]) => Math.floor(value / step) === bin).reduce((sum, [, times]) => sum + times, 0) / total(list);
  return Array.from({ length: count }, (_, bin) => ({ name: `${num(bin * step)}–${num((bin + 1) * step - 1)}`, before: share(before, bin), after: share(after, bin) })).filter((row) => row.before > 0 || row.after > 0);
}

/** A round number that is at least this: 1, 2 or 5 times a power of ten. */
export function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(least, 1)));
  return ([1, 2, 5, 10].find((times) => times * power >= least) ?? 10) * power;
}
