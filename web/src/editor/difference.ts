import { Chunk } from "@codemirror/merge";
import { Text } from "@codemirror/state";
import type { LineChange } from "../wire.ts";

const CONTEXT = 2;

/** The lines in which two texts differ, with two lines around them. */
export function difference(before: string, after: string): LineChange[] {
  // Every line ends with a break, the last too, so that it is compared like the others.
  const [old, fresh] = [Text.of([...before.split("\n"), ""]), Text.of([...after.split("\n"), ""])];
  const found: LineChange[] = [];
  let shown = 0;
  const same = (from: number, to: number, shift: number) => {
    for (let line = Math.max(from, 1); line <= Math.min(to, fresh.lines - 1); line += 1) found.push({ kind: "same", before: line - shift, after: line, text: fresh.line(line).text });
  };
  let shift = 0;
  for (const chunk of Chunk.build(old, fresh)) {
    const gone = linesIn(old, chunk.fromA, chunk.toA);
    const come = linesIn(fresh, chunk.fromB, chunk.toB);
    const first = fresh.lineAt(Math.min(chunk.fromB, fresh.length)).number;
    if (first - CONTEXT > shown + 1) {
      same(shown + 1, Math.min(shown + (shown > 0 ? CONTEXT : 0), first - CONTEXT - 1), shift);
      found.push({ kind: "gap", before: null, after: null, text: "" });
      same(first - CONTEXT, first - 1, shift);
    } else same(shown + 1, first - 1, shift);
    found.push(...gone.map(({ number, text }): LineChange => ({ kind: "removed", before: number, after: null, text })));
    found.push(...come.map(({ number, text }): LineChange => ({ kind: "added", before: null, after: number, text })));
    shown = first - 1 + come.length;
    shift += come.length - gone.length;
  }
  if (found.length > 0) same(shown + 1, shown + CONTEXT, shift);
  return found;
}

/** The lines of a part of a text that ends after a line break. */
function linesIn(text: Text, from: number, to: number): { number: number; text: string }[] {
  if (from >= to) return [];
  const [first, last] = [text.lineAt(Math.min(from, text.length)).number, text.lineAt(Math.min(to - 1, text.length)).number];
  return Array.from({ length: last - first + 1 }, (_, place) => text.line(first + place));
}
