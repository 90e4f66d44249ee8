import { expect, it } from "vitest";
import { meaningOf, offersIn, type Known } from "./complete.ts";

const KNOWN: Known = {
  vocabulary: {
    facts: [
      { name: "riichi", use: "riichi", kind: "flag", most: null, says: "The winner has declared riichi.", called: "", example: "123m456p789s1122z +1z riichi" },
      { name: "triplets", use: "triplets >= 2", kind: "count", most: 4, says: "Triplets and kans.", called: "", example: "123m456p789s1122z +1z" },
      { name: "holds", use: "holds(1z)", kind: "tiles", most: null, says: "One of these is in the hand.", called: "", example: "123m456p789s1122z +1z" },
    ],
    keys: [
      { key: "game.start", section: "game", says: "Points each player starts with.", called: "", expected: "a whole number", shape: { kind: "number", from: 0, to: 100 }, base: 25_000, default: 0, clause: "RC-02" },
      { key: "claims.kuikae", section: "claims", says: "Which discards are forbidden.", called: "", expected: "", shape: { kind: "word", words: [{ word: "allowed", says: "None." }, { word: "forbidden", says: "Both." }] }, base: "forbidden", default: "allowed", clause: "RC-05" },
    ],
    yaku: [{ id: "tanyao", names: { en: "All simples", ja: "断么九", romaji: "tanyao", zh: "" }, when: "all-simples", worth: "1 han", clause: "RC-03", played: true }],
    clauses: [{ id: "RC-02", rulebook: "ryanzou-chankan", says: "Everyone starts with 25,000.", etiquette: false }],
    limits: [],
    overlays: ["hana"],
    books: ["tenhou"],
  },
  schema: { properties: { clause: { items: { properties: { says: { description: "The rule." } } } } }, $defs: { yaku: { additionalProperties: { properties: { han: { description: "Han in a closed hand." } } } } } },
};

const labels = (before: string) => offersIn(before, KNOWN)?.options.map(({ label }) => label) ?? null;
const written = (before: string) => before.slice(offersIn(before, KNOWN)?.from ?? before.length);

it("offers facts in conditions and nothing after a comparison or in tiles", () => {
  expect(labels('yaku.x = { han = 1, when = "rii')).toEqual(["riichi", "triplets", "holds", "and", "or", "not"]);
  expect(written('yaku.x = { when = "not rii')).toBe("rii");
  expect(labels('yaku.x = { when = "triplets >= ')).toBeNull();
  expect(labels('yaku.x = { when = "holds(1')).toBeNull();
  expect(offersIn('when = "trip', KNOWN)?.options[1]?.apply).toBe("triplets >= 1");
});

it("offers keys in sets, in braces, dotted and in a table below", () => {
  expect(labels("sets = { game.st")).toEqual(["game.start", "claims.kuikae"]);
  expect(labels('[[clause]]\nsays = "a { b"\nsets = { game.start = 1, cl')).toEqual(["game.start", "claims.kuikae"]);
  expect(labels("sets.ga")).toEqual(["sets.game.start", "sets.claims.kuikae"]);
  expect(labels("[clause.sets]\nga")).toEqual(["game.start", "claims.kuikae"]);
});

it("offers the words of a key, yaku, overlays and rulebooks", () => {
  expect(labels('sets = { claims.kuikae = "fo')).toEqual(['"allowed"', '"forbidden"']);
  expect(labels('off = ["')).toEqual(["tanyao"]);
  expect(labels('yaku.x = { over = ["tan')).toEqual(["tanyao"]);
  expect(labels('with = ["')).toEqual(["hana"]);
  expect(labels('extends = "te')).toEqual(["tenhou"]);
  expect(labels('replaces = ["RC')).toEqual(["RC-02"]);
});

it("offers fields where they belong, and nothing in comments or sentences", () => {
  expect(labels("[[clause]]\nsa")).toContain("says");
  expect(labels("yaku.x = { ha")).toEqual(["han"]);
  expect(labels("# sa")).toBeNull();
  expect(labels('says = "The ga')).toBeNull();
  expect(labels("[[cl")).toContain("[[clause]]");
});

it("explains keys, facts, yaku, clauses and fields", () => {
  expect(meaningOf("sets.game.start", KNOWN)).toContain("25_000 (RC-02)");
  expect(meaningOf("triplets", KNOWN)).toContain("Triplets and kans.");
  expect(meaningOf("yaku.tanyao", KNOWN)).toContain("all-simples");
  expect(meaningOf("RC-02", KNOWN)).toContain("25,000");
  expect(meaningOf("says", KNOWN)).toBe("The rule.");
  expect(meaningOf("nothing", KNOWN)).toBeNull();
});
