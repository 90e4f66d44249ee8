import { sentence } from "../advice.ts";
import { learn, type LearnKey } from "../text/learn/learn.ts";
import { because, callWord, list, lineName, num, t, term, tileName } from "../text/text.svelte.ts";
import { kindOf } from "../tile.ts";
import type { Seat } from "../seen.ts";
import type { View } from "../view.ts";
import type { Figures, HintJson, NearJson, PromptJson, WaitJson, YakuJson } from "../wire.ts";

/** One thing that the guide explains: sentences, and the topics or clauses behind them. */
export type Card = { id: string; title: string; says: string[]; topics: string[]; clause?: string | null };

/** Everything that the guide looks at. */
export type Moment = {
  figures: Figures;
  yaku: YakuJson[];
  near: NearJson | null;
  view: View;
  seat: Seat;
  /** What the player is asked; null while an automatic answer is on its way. */
  prompt: PromptJson | null;
  hint: HintJson | null;
};

/** A yaku is worth naming if it is at most this much further away than any complete hand. */
const NEAR = 2;
/** More than these would not be read. */
const MOST_NAMED = 3;

/** What to explain now, the most urgent first. */
export function cardsFor(moment: Moment): Card[] {
  const { view, prompt, figures } = moment;
  if (view.outcome.settled || view.outcome.draw) return ending(moment);
  const words = [...new Set((prompt?.legal ?? []).map(wordOf))];
  if (words.length === 0) return [waiting(moment), ...(view.hands <= 1 ? basics(moment) : [])];
  const offers = words.filter((word) => word !== "discard" && word !== "pass").map((word) => offer(word, moment));
  const cards = [...offers];
  if (prompt?.no_win) cards.push({ id: "nowin", title: learn("nowin.title"), says: [learn("nowin", { why: because(prompt.no_win) })], topics: [], clause: prompt.no_win.clause });
  if (words.includes("pass")) cards.push(passing(words, figures));
  if (words.includes("discard")) cards.push(turn(moment));
  return [...cards, ...(view.hands <= 1 ? basics(moment) : [])];
}

const wordOf = (action: PromptJson["legal"][number]): string => (action.a === "riichi" && action.open ? "open-riichi" : action.a);

/** A card whose title is the word of a call. */
function card(word: string, says: string[], topic = word): Card {
  const title = word === "riichi" || word === "open-riichi" ? term(word) : callWord(word);
  return { id: word, title, says, topics: [topic] };
}

/** What somebody learns in the first hand. */
function basics({ figures }: Moment): Card[] {
  const start = figures.start > 0 ? [learn("deal.points", { start: num(figures.start) })] : [];
  const needs = figures.yaku_needed ? "goal.yaku" : "goal.free";
  const least = figures.minimum > 1 ? [learn("goal.minimum", { n: figures.minimum })] : [];
  const flowers = ([["flower.han", figures.flower_han], ["flower.fu", figures.flower_fu], ["flower.chips", figures.flower_chips]] as const).filter(([, n]) => n > 0);
  return [
    { id: "deal", title: learn("deal.title"), says: [learn("deal", { seats: figures.seats, tiles: figures.tiles }), ...start], topics: ["deal"] },
    { id: "goal", title: learn("goal.title"), says: [learn("goal"), learn(needs), ...least], topics: ["win"] },
    ...(figures.dora ? [{ id: "dora", title: learn("dora.title"), says: [learn("dora.says")], topics: ["dora"] }] : []),
    ...(flowers.length > 0 ? [{ id: "flower", title: learn("flower.title"), says: [learn("flower.says"), ...flowers.map(([key, n]) => learn(key, { n }))], topics: ["flower"] }] : []),
  ];
}

function turn(moment: Moment): Card {
  const { view, seat, prompt, near, hint } = moment;
  const side = view.sides[seat];
  const drawn = side?.drawn ?? null;
  const says = [drawn === null ? learn("turn.called") : learn("turn.drawn", { tile: tileName(drawn) })];
  if (side?.riichi) says.push(learn("turn.fixed"));
  else if (prompt && prompt.after.length > 0) says.push(learn("turn.tenpai", { tiles: list(prompt.after.map(({ tile }) => tileName(tile))) }));
  else if (near) says.push(lacking(near), ...nearest(moment), learn("turn.keep"));
  if (prompt?.after.some(({ furiten }) => furiten)) says.push(learn("furiten.says"));
  return { id: "turn", title: learn("turn.title"), says: [...says, ...advised(hint)], topics: ["turn"] };
}

function lacking({ missing }: NearJson): string {
  return missing === 1 ? learn("turn.missing.1") : learn("turn.missing.n", { n: missing });
}

/** The yaku that the hand is nearest to. */
function nearest({ near, yaku }: Moment): string[] {
  const close = (near?.yaku ?? []).filter(({ missing }) => missing <= (near?.missing ?? 0) + NEAR).slice(0, MOST_NAMED);
  const named = close.flatMap(({ id, missing }) => yaku.filter((one) => one.id === id).map(({ names }) => `${lineName(names)} (${missing})`));
  return named.length > 0 ? [learn("turn.near", { list: list(named) })] : [];
}

function advised(hint: HintJson | null): string[] {
  const [best] = hint?.best ?? [];
  return hint && best ? [learn("guide.bot", { what: sentence(best, hint.currency) })] : [];
}

/** What a call, a riichi or a win means here. */
function offer(word: string, moment: Moment): Card {
  const { figures, hint } = moment;
  const bot = advised(hint);
  switch (word) {
    case "chii":
    case "pon":
      return card(word, [learn(`${word}.says`), ...opening(figures), ...(figures.kuikae ? [learn("call.kuikae")] : []), ...bot]);
    case "ankan":
    case "kakan":
    case "daiminkan":
      return card(word, [learn(`kan.${word}`), learn("kan.says"), ...(figures.kan_dora ? [learn("kan.dora")] : []), ...(word === "daiminkan" ? opening(figures) : []), ...bot], "kan");
    case "riichi":
      return card(word, declaring(figures, moment.yaku));
    case "open-riichi":
      return card(word, [learn("open.says")]);
    case "ron":
      return card(word, [learn("ron.says"), learn(figures.all_pay ? "ron.all" : "ron.one"), ...gains(moment, "ron")]);
    case "tsumo":
      return card(word, [learn("tsumo.says")]);
    case "kita":
      return card(word, [learn("kita.says"), ...(figures.kita_han > 0 ? [learn("kita.han", { n: figures.kita_han })] : []), learn("kita.keep")]);
    case "nine-terminals":
      return card(word, [learn("nine.says")]);
    case "tenpai":
    case "noten":
      return card(word, [learn("tenpai.says")], "tenpai");
    case "nagashi":
      return card(word, [learn("nagashi.says")]);
    default:
      return card(word, [learn("end.says")], "end-game");
  }
}

/** What it costs to open the hand, and when that is wise. */
function opening({ riichi, yaku_needed }: Figures): string[] {
  return [learn("call.cost"), ...(riichi ? [learn("call.riichi")] : []), learn(yaku_needed ? "call.yaku" : "call.free")];
}

function declaring(figures: Figures, yaku: YakuJson[]): string[] {
  const pays: LearnKey = figures.stick > 0 ? "riichi.says" : "riichi.free";
  const counts = yaku.some(({ id }) => id === "riichi") ? [learn("riichi.gain")] : [];
  const more = [...(figures.ura ? [learn("riichi.ura")] : []), ...(figures.riichi_tiles > 0 ? [learn("riichi.tiles", { n: figures.riichi_tiles })] : [])];
  return [learn(pays, { stick: num(figures.stick) }), learn("riichi.fixed"), ...counts, ...more];
}

/** What a win would bring on the tile that is offered. */
function gains({ prompt, view, figures }: Moment, by: "ron"): string[] {
  const offered = view.lastDiscard && kindOf(view.lastDiscard.tile);
  const worth = prompt?.waits.find((wait: WaitJson) => wait.tile === offered)?.[by];
  return worth ? [learn("win.gains", { n: num(worth.gains) }), ...(figures.riichi ? [learn("value.least")] : [])] : [];
}

function passing(words: string[], figures: Figures): Card {
  const winning = words.includes("ron") && figures.passing_counts;
  return { id: "pass", title: t("act.pass"), says: [learn("pass.says", { pass: t("act.pass") }), ...(winning ? [learn("pass.win")] : [])], topics: winning ? ["pass"] : [] };
}

function waiting({ prompt, near }: Moment): Card {
  const waits = prompt?.waits ?? [];
  if (waits.length === 0) return { id: "wait", title: learn("wait.title"), says: [learn("wait"), ...(near ? [lacking(near)] : [])], topics: [] };
  const says = [learn("wait.tenpai", { tiles: list(waits.map(({ tile }) => tileName(tile))) })];
  return { id: "wait", title: learn("wait.title"), says: [...says, ...(prompt?.furiten ? [learn("furiten.says")] : [])], topics: prompt?.furiten ? ["furiten"] : [] };
}

/** How a sheet is read, or what an exhausted wall means. */
function ending({ view, figures }: Moment): Card[] {
  if (view.outcome.wins.length === 0) {
    return [{ id: "draw", title: learn("draw.title"), says: [learn("draw.says"), ...(figures.noten > 0 ? [learn("draw.noten", { n: num(figures.noten) })] : [])], topics: ["draw"] }];
  }
  const counting = figures.adds_points ? [learn("sheet.added")] : [learn("sheet.han"), ...(figures.fu ? [learn("sheet.fu")] : [])];
  const honba = figures.honba > 0 ? [learn("sheet.honba", { n: num(figures.honba) })] : [];
  return [{ id: "sheet", title: learn("sheet.title"), says: [learn("sheet.head"), ...counting, learn("sheet.pays"), ...honba, learn("sheet.clause")], topics: ["sheet"] }];
}
