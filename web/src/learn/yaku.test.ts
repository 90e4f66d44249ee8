import { expect, it } from "vitest";
import type { YakuJson } from "../wire.ts";
import { listed } from "./yaku.ts";

const yaku = (id: string, en: string): YakuJson => ({ id, names: { en, ja: "", romaji: id, zh: "" }, clause: "Y", closed: 1, open: 1, bonus: false, example: null });
const ALL = [yaku("riichi", "Riichi"), yaku("pinfu", "All sequences"), yaku("tanyao", "All simples"), yaku("kokushi", "Thirteen orphans")];
const name = ({ names }: YakuJson) => names.en;
const ids = (found: YakuJson[]) => found.map(({ id }) => id);

it("puts the nearest first and the unreached last", () => {
  const near = { missing: 2, yaku: [{ id: "tanyao", missing: 2 }, { id: "pinfu", missing: 4 }, { id: "kokushi", missing: 9 }] };
  const found = listed(ALL, near, "", name);
  expect(ids(found.near)).toEqual(["tanyao", "pinfu"]);
  expect(ids(found.others)).toEqual(["kokushi", "riichi"]);
});

it("keeps the order of the rulebook without a hand", () => {
  expect(ids(listed(ALL, null, "", name).others)).toEqual(["riichi", "pinfu", "tanyao", "kokushi"]);
});

it("searches names in every language", () => {
  expect(ids(listed(ALL, null, " simples ", name).others)).toEqual(["tanyao"]);
  expect(ids(listed(ALL, null, "KOKUSHI", name).others)).toEqual(["kokushi"]);
});
