import { beforeEach, describe, expect, it } from "vitest";
import { settings } from "../settings.svelte.ts";
import { speakLike } from "../text/text.svelte.ts";
import { emptyView, type View } from "../view.ts";
import type { Figures, PromptJson, YakuJson } from "../wire.ts";
import { cardsFor, type Moment } from "./guide.ts";

const RIICHI: Figures = { seats: 4, tiles: 136, start: 30_000, dora: true, ura: true, riichi: true, stick: 1000, riichi_tiles: 4, riichi_needs_points: true, yaku_needed: true, minimum: 1, adds_points: false, fu: true, all_pay: false, furiten: true, passing_counts: true, kuikae: true, kan_dora: true, kita_han: 0, flower_han: 0, flower_fu: 0, flower_chips: 0, noten: 3000, honba: 300 };
const POINTS: Figures = { ...RIICHI, start: 0, dora: false, ura: false, riichi: false, stick: 0, riichi_tiles: 0, yaku_needed: false, minimum: 0, adds_points: true, fu: false, all_pay: true, furiten: false, passing_counts: false, kuikae: false, kan_dora: false, noten: 0, honba: 0 };
const YAKU: YakuJson[] = [
  { id: "riichi", names: { en: "Riichi", ja: "立直", romaji: "riichi", zh: "" }, clause: "Y-1", closed: 1, open: 0, bonus: false, example: null },
  { id: "tanyao", names: { en: "All simples", ja: "断幺九", romaji: "tanyao", zh: "" }, clause: "Y-2", closed: 1, open: 1, bonus: false, example: null },
];
const PROMPT: PromptJson = { n: 1, legal: [], after: [], waits: [], furiten: false, no_win: null, barred: [], ms: null, bank: 0 };

function dealt(): View {
  const view = emptyView(4, 30_000);
  view.hands = 2;
  Object.assign(view.sides[0] ?? {}, { hand: ["1m"], drawn: "5p" });
  return view;
}

const moment = (more: Partial<Moment>): Moment => ({ figures: RIICHI, yaku: YAKU, near: null, view: dealt(), seat: 0, prompt: PROMPT, hint: null, ...more });
const asked = (legal: PromptJson["legal"], more: Partial<PromptJson> = {}): PromptJson => ({ ...PROMPT, legal, ...more });
const ids = (more: Partial<Moment>) => cardsFor(moment(more)).map(({ id }) => id);
const text = (more: Partial<Moment>) => cardsFor(moment(more)).flatMap(({ title, says }) => [title, ...says]).join("\n");
const DISCARD = { a: "discard", tile: "5p", drawn: true } as const;

beforeEach(() => {
  Object.assign(settings, { language: "en", terms: "romaji", simplified: false });
  speakLike({ en: "Riichi", ja: "リーチ麻雀" });
});

describe("the guide", () => {
  it("explains the basics in the first hand only", () => {
    const view = dealt();
    expect(ids({ view, prompt: asked([DISCARD]) })).toEqual(["turn"]);
    view.hands = 1;
    expect(ids({ view, prompt: asked([DISCARD]) })).toEqual(["turn", "deal", "goal", "dora"]);
  });

  it("says what the hand lacks and which yaku are nearest", () => {
    const near = { missing: 2, yaku: [{ id: "tanyao", missing: 2 }, { id: "riichi", missing: 5 }] };
    const said = text({ near, prompt: asked([DISCARD]) });
    expect(said).toContain("You drew 5 pin.");
    expect(said).toContain("Your hand lacks 2 tiles.");
    expect(said).toContain("Nearest: tanyao (2).");
  });

  it("explains every offer before the turn itself", () => {
    const legal = [{ a: "riichi", tile: "5p", drawn: true, open: false }, { a: "ankan", kind: "1m" }, DISCARD] as const;
    expect(ids({ prompt: asked([...legal]) })).toEqual(["riichi", "ankan", "turn"]);
    const said = text({ prompt: asked([...legal]) });
    expect(said).toContain("pay 1,000 points");
    expect(said).toContain("It needs 4 more tiles in the wall.");
    expect(said).toContain("A new indicator is turned over.");
  });

  it("says what a pass costs only where it costs something", () => {
    const legal = [{ a: "ron" }, { a: "pass" }] as const;
    expect(text({ prompt: asked([...legal]) })).toContain("(furiten)");
    expect(text({ prompt: asked([...legal]) })).toContain("Whoever discarded it pays everything.");
    const free = text({ figures: POINTS, prompt: asked([...legal]) });
    expect(free).not.toContain("furiten");
    expect(free).toContain("Every opponent pays.");
    expect(text({ prompt: asked([{ a: "pon", tiles: "55p" }, { a: "pass" }]) })).not.toContain("(furiten)");
  });

  it("tells why a complete hand may not win, with the clause", () => {
    const no_win = { why: "no-yaku", says: "the hand has no yaku", clause: "Z-7" } as const;
    const card = cardsFor(moment({ prompt: asked([DISCARD], { no_win }) })).find(({ id }) => id === "nowin");
    expect(card?.clause).toBe("Z-7");
  });

  it("names the waits while the others play, and furiten", () => {
    const waits = [{ tile: "3s", unseen: 2, no_yaku: false, ron: null, tsumo: null }];
    const said = text({ prompt: { ...PROMPT, waits, furiten: true } });
    expect(said).toContain("These tiles would win: 3 sou.");
    expect(said).toContain("Furiten: you have discarded one of your waits");
  });

  it("explains the sheet by the rulebook's scheme, and a draw", () => {
    const view = dealt();
    view.outcome = { ...view.outcome, settled: true, wins: [{ seat: 1, from: 0, tile: "5p", by: "ron", n: 9 }] };
    expect(text({ view })).toContain("Fu are for details of the hand");
    expect(text({ view, figures: POINTS })).not.toContain("Fu are");
    view.outcome = { ...view.outcome, wins: [], draw: { reason: "exhausted", tenpai: [] } };
    expect(text({ view })).toContain("share 3,000 points");
  });

  it.each(["en", "de", "ja", "zh"] as const)("speaks of pung, chow and kong where the rulebook does, and of no riichi words (%s)", (language) => {
    settings.language = language;
    settings.terms = language === "ja" || language === "zh" ? "kanji" : "romaji";
    speakLike({ en: "Zung Jung", zh: "中庸麻將" });
    const view = dealt();
    view.hands = 1;
    const legal = [{ a: "ron" }, { a: "pon", tiles: "55p" }, { a: "chii", tiles: "46p" }, { a: "daiminkan" }, { a: "pass" }] as const;
    const turn = [{ a: "tsumo" }, { a: "ankan", kind: "1m" }, { a: "kakan", kind: "2m" }, DISCARD] as const;
    const over = dealt();
    over.outcome = { ...over.outcome, settled: true, wins: [{ seat: 1, from: 0, tile: "5p", by: "ron", n: 9 }] };
    const near = { missing: 1, yaku: [] };
    const told = [text({ figures: POINTS, view, prompt: asked([...legal]), near }), text({ figures: POINTS, view, prompt: asked([...turn]), near }), text({ figures: POINTS, view: over })].join("\n");
    expect(told).not.toMatch(/\b(riichi|ron|tsumo|pon|chii|kan|dora|honba|yaku|furiten|han|fu)\b|リーチ|立直|ロン|ドラ|寶牌|本場|和牌/i);
    expect(told).toMatch(language === "en" || language === "de" ? /Pung[\s\S]*Chow[\s\S]*Kong/i : /[ポ碰][\s\S]*[チ吃][\s\S]*[カ槓]/);
  });
});
