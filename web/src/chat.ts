import { namedAction } from "./answer.ts";
import type { SeenEvent } from "./seen.ts";
import { callWord, list, t, tCount, term, tileName } from "./text/text.svelte.ts";
import type { EmoteWord, PhraseWord, SayJson, ServerFrame } from "./wire.ts";

/** The prepared phrases, in the order of a game. */
export const PHRASES: PhraseWord[] = ["hello", "good-luck", "nice-hand", "well-played", "thanks", "sorry", "one-moment", "i-am-back", "take-your-time", "one-more-game", "goodbye"];

/** The emotes; each is also named in words. */
export const EMOTES: Record<EmoteWord, string> = { clap: "👏", bow: "🙇", laugh: "😄", surprise: "😮", think: "🤔", cry: "😢" };

/** What was said, as it is shown. */
export function shownSay(say: SayJson): string {
  if (say.kind === "text") return say.text;
  return say.kind === "emote" ? EMOTES[say.id] : t(`phrase.${say.id}`);
}

/** What was said, as it is read aloud and kept in the log of the page. */
export function spokenSay(say: SayJson): string {
  return say.kind === "emote" ? t(`emote.${say.id}`) : shownSay(say);
}

type Done = Extract<ServerFrame, { t: "done" }>;

/** What was done for a player who was away, in sentences. */
export function doneText({ by, hands, acts }: Omit<Done, "t">): string {
  const named = acts.map((act) => actName(act)).filter((name) => name !== "");
  const sentences = [hands > 0 ? tCount("done.hands", hands) : "", named.length > 0 ? t("done.acts", { acts: list(named) }) : ""];
  return `${t(by === "clock" ? "done.clock" : "done.title")}: ${sentences.filter(Boolean).join(" ")}`;
}

/** A decision in words. The discard of a riichi is named with it. */
function actName(act: SeenEvent): string {
  switch (act.type) {
    case "discarded":
      return t("act.discard", { tile: tileName(act.tile) });
    case "answered":
      return namedAction(act.action);
    case "riichi-declared":
      return term(act.open ? "open-riichi" : "riichi");
    case "kan-declared":
      return callWord(act.call);
    case "set-aside":
      return `${callWord("kita")} ${tileName(act.tile)}`;
    case "won":
      return callWord(act.by);
    default:
      return "";
  }
}
