import type { Vocabulary } from "../wire.ts";
import type { ClauseData } from "./book.ts";
import type { Plain } from "./toml.ts";
import { isSame } from "./values.ts";

/** A rulebook with one choice of an option. */
export type Chosen = { id: string; vocabulary: Vocabulary };

/** What a clause sets that settles an option: everything in which its choices differ, as this choice has it. */
export function settledBy(choices: Chosen[], choice: string): ClauseData {
  const wanted = choices.find(({ id }) => id === choice)?.vocabulary;
  if (!wanted) return {};
  const others = choices.map(({ vocabulary }) => vocabulary);
  const keys = wanted.keys.filter((key) => others.some((other) => !isSame(other.keys.find((one) => one.key === key.key)?.base, key.base)));
  const yaku = wanted.yaku.filter((one) => others.some((other) => !isSame(traits(other, one.id), traits(wanted, one.id))));
  return {
    sets: Object.fromEntries(keys.map((key) => [key.key, key.base as Plain])),
    off: yaku.filter(({ played }) => !played).map(({ id }) => id),
    yaku: Object.fromEntries(yaku.filter(({ played }) => played).map(({ id, when }) => [id, { when }])),
  };
}

function traits(vocabulary: Vocabulary, id: string): object {
  const { when = "", worth = "", played = false } = vocabulary.yaku.find((one) => one.id === id) ?? {};
  return { when, worth, played };
}
