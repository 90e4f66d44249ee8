import { expect, it } from "vitest";
import { BookText } from "./book.ts";
import { byWinds, givenHand, givenIn } from "./example.ts";
import { readHandsWith } from "./hands.ts";
import { requestOf } from "../scorer/claim.ts";
import { claimOf, NotUnderstood } from "../scorer/line.ts";
import { settledBy } from "./options.ts";
import { clonedText, freeName, idOf, partsOf, starterText } from "./start.ts";
import type { RulebookInfo, Vocabulary } from "../wire.ts";
import { emptyYaku, writtenYaku, yakuFields } from "./yakufields.ts";

readHandsWith({ claimOf, requestOf, NotUnderstood });

it("starts a book from a rulebook with overlays, or from nothing", () => {
  const text = starterText("harbour", 'The "Harbour"', "ryanzou-chankan", ["hana"]);
  const book = new BookText(text);
  expect([book.header("id"), book.name("en"), book.header("extends"), book.toml.at(["rulebook", "with"])]).toEqual(["harbour", 'The "Harbour"', "ryanzou-chankan", ["hana"]]);
  expect(new BookText(starterText("x", "X", "")).header("extends")).toBe("");
});

it("finds the base and the overlays of a request", () => {
  const hana = { id: "hana", overlay: true, base: "ryanzou-chankan" } as RulebookInfo;
  expect(partsOf("ryanzou-chankan(reds=none)+hana(variation=1)", [hana])).toEqual({ base: "ryanzou-chankan", overlays: ["hana"] });
  expect(partsOf("hana", [hana])).toEqual({ base: "ryanzou-chankan", overlays: ["hana"] });
  expect(partsOf("", [])).toEqual({ base: "", overlays: [] });
});

it("names books in plain letters, each name once", () => {
  expect([idOf("Café Größe 7"), idOf("金曜卓"), freeName("club", ["club", "club-2"]), freeName("", [])]).toEqual(["cafe-grosse-7", "", "club-3", "book"]);
  expect(clonedText('# Ours\n[rulebook]\nid = "a" # short\n', "b")).toBe('# Ours\n[rulebook]\nid = "b" # short\n');
});

it("writes a worked example as rulebooks do", () => {
  expect(givenHand("222333444p6799s +8s riichi")).toEqual({ hand: "222333444p6799s", win: "8s", by: "ron", seat: "south", from: "east", riichi: "riichi" });
  expect(byWinds([1000, 0, -1000, 0])).toEqual({ east: 1000, west: -1000 });
  expect(givenIn({ hand: "222333444p6799s", win: "8s", riichi: "riichi" })).toEqual({ line: "222333444p6799s +8s riichi" });
  // Whatever the form can write is drawn as tiles again.
  for (const line of ["6799s [222p pon west] [333p pon east] [444p pon] +8s", "234567m345p789s2z +2z riichi seat=south from=west round=south dora=1m", "123m456p78s11122z +9s tsumo last-tile seat=west honba=2"]) {
    const given = givenIn(givenHand(line));
    expect("line" in given && givenHand(given.line)).toEqual(givenHand(line));
  }
});

it("writes a yaku without what is usual, and keeps what it does not show", () => {
  const yaku = { ...emptyYaku("han"), amount: 2, when: " triplets >= 3 ", names: { ...emptyYaku("han").names, en: "Three" } };
  expect(writtenYaku(yaku)).toEqual({ han: 2, when: "triplets >= 3", name: { en: "Three" } });
  const fields = { yakuman: 2, when: "x", beside: "alone", over: ["a"], "waives-fu": true, later: 1 };
  expect(writtenYaku(yakuFields(fields, "han"))).toEqual(fields);
});

it("settles an option by everything in which its choices differ", () => {
  const words = (reds: number, isPlayed: boolean) => ({ keys: [{ key: "tiles.reds", base: { m: reds } }, { key: "game.start", base: 25_000 }], yaku: [{ id: "a", when: "x", worth: "1 han", played: isPlayed }] }) as unknown as Vocabulary;
  const choices = [{ id: "one", vocabulary: words(1, true) }, { id: "none", vocabulary: words(0, false) }];
  expect(settledBy(choices, "none")).toEqual({ sets: { "tiles.reds": { m: 0 } }, off: ["a"], yaku: {} });
  expect(settledBy(choices, "one")).toEqual({ sets: { "tiles.reds": { m: 1 } }, off: [], yaku: { a: { when: "x" } } });
});
