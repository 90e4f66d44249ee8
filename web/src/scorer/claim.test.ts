import { describe, expect, it } from "vitest";
import { s, SCORER_TEXTS } from "../text/scorer.ts";
import type { Offered } from "../wire.ts";
import { adapted, emptyClaim, left, meldOf, missing, notation, requestOf } from "./claim.ts";
import { claimOf, lineOf, NotUnderstood } from "./line.ts";
import { tilesOf } from "../tile.ts";

const PLAIN: Offered = {
  rules: "plain", rulebook: { en: "Plain", ja: "", romaji: "", zh: "" }, edition: "", hash: "", seats: 4, rounds: 2, tiles: "1111222233334444055567899m", start: 25_000, chips: false,
  by: ["tsumo", "ron"], riichi: ["riichi"], melds: ["chii", "pon"], aside: "", ippatsu: false, rinshan: true, replaces_aside: false, last_tile: true, first_turn: true, payer_riichi: false, sorted_in: false,
  dora: true, ura: false, honba: true, sticks: true, pao: [], fed_kan: false, responsible: false,
  settling: { scheme: "fu-and-han", limits: [], yakuman: true, tenpai: true, nagashi: false, aborts: [], chombo: false, dead: false, four_kans: false, flowers: 0, ippatsu: false, ura: false, pocchi: false, yame: false, timed: false, bust: false },
};

describe("a claim", () => {
  it("is written and read as `jantaku score` has it", () => {
    const line = "234p67s [555z pon west][1111m ankan] +8s tsumo riichi ippatsu last-tile seat=east round=south aside=12f dora=4m ura=1s honba=2 sticks=1 pao=daisangen:west fed-kan=none";
    const claim = claimOf(line);
    expect(claim.melds).toEqual([{ kind: "pon", tiles: ["5z", "5z", "5z"], from: 2 }, { kind: "ankan", tiles: ["1m", "1m", "1m", "1m"], from: null }]);
    expect([claim.win, claim.by, claim.seat, claim.round, claim.honba]).toEqual(["8s", "tsumo", 0, 1, 2]);
    expect(lineOf(claim)).toBe(line.replace("][", "] ["));
    expect(claimOf(lineOf(claim))).toEqual(claim);
  });

  it("takes a fourteenth tile as the winning one", () => {
    const claim = claimOf("123m456p789s11222z");
    expect([claim.hand.length, claim.win, missing(claim)]).toEqual([13, "2z", 0]);
    expect(missing(claimOf("123m"))).toBe(11);
  });

  it.each(["123x", "12", "riichu", "[555z kong]", "[555z pon", "seat=middle", "honba=x", "m123", "dora=5"])("does not understand %s", (line) => {
    expect(() => claimOf(line)).toThrow(NotUnderstood);
  });

  it("spells tiles as briefly as possible", () => {
    expect(notation(["1m", "2m", "0p", "3rp", "5rz", "1f"])).toBe("12m03rp5rz1f");
  });

  it("makes melds of what the box still has", () => {
    const box = tilesOf(PLAIN.tiles);
    const claim = claimOf("44m");
    expect(meldOf("chii", "4m", claim, box)).toEqual(["4m", "5m", "6m"]);
    expect(meldOf("chii", "0m", claim, box)).toEqual(["0m", "6m", "7m"]);
    expect(meldOf("pon", "0m", claim, box)).toEqual(["0m", "5m", "5m"]);
    expect(meldOf("pon", "4m", claim, box)).toBeNull();
    expect(meldOf("chii", "8m", claim, box)).toBeNull();
    expect(left(claim, box, "4m")).toBe(2);
  });

  it("leaves out what another rulebook does not have, and says so", () => {
    const said = claimOf("123m44m0m7m [1111z ankan] +9m open ippatsu payer-riichi aside=1f ura=1m responsible=west");
    const { claim, without } = adapted(said, PLAIN);
    expect(claim.riichi).toBe("riichi");
    expect(without.toSorted()).toEqual(["aside", "ippatsu", "open", "payer_riichi", "responsible", "ura"]);
    expect(requestOf(claim, "plain")).toMatchObject({ hand: "12344" + "07m", riichi: "riichi", aside: "", ura: "" });
    expect(adapted(said, { ...PLAIN, riichi: [], tiles: "5555m" }).claim).toMatchObject({ riichi: "none", hand: ["1m", "2m", "3m", "4m", "4m", "5m", "7m"] });
    expect(adapted(emptyClaim(), PLAIN).without).toEqual([]);
  });
});

describe("the words of the scorer", () => {
  const places = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).filter((name) => name !== "kan").sort();

  it("fill the same places in every language", () => {
    for (const [language, strings] of Object.entries(SCORER_TEXTS)) {
      for (const [key, text] of Object.entries(strings)) expect([language, key, places(text)]).toEqual([language, key, places(SCORER_TEXTS.en[key as keyof typeof strings])]);
    }
    expect(s("missing", { n: 3 })).toBe("3 more tiles");
  });
});
