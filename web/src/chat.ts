import { namedAction } from "./answer.ts";
import type { SeenEvent } from "./seen.ts";
import { callWord, list, t, tCount, term, tileName } from "./text/text.svelte.ts";
import type { EmoteWord, PhraseWord, SayJson, ServerFrame } from "./wire.ts";

/** The prepared phrases, in the order of a game. */
export const PHRASES: PhraseWord[] = ["hello", "good-luck", "nice-hand", "well-played", "thanks", "sorry", "one-moment", "i-am-back", "take-your-time", "one-more-game", "goodbye"];

/** The emotes: eyes and mouth in a face of 24 by 24, since many devices lack such letters. Each is also named in words. */
export const EMOTES: Record<EmoteWord, string> = {
  clap: "M8 9.5h.01M16 9.5h.01M8 14q4 4 8 0M1.5 5 3 6.5M4.5 1.5 6 3.5M22.5 5 21 6.5M19.5 1.5 18 3.5",
  bow: "M7 11q1.2 1.4 2.4 0M14.6 11q1.2 1.4 2.4 0M9.5 16h5",
  laugh: "M7 10q1.2-1.8 2.4 0M14.6 10q1.2-1.8 2.4 0M7 13.5h10q-1 5-5 5t-5-5z",
  surprise: "M8.5 9h.01M15.5 9h.01M12 14a2 2.4 0 1 0 .01 0z",
  think: "M8.5 10h.01M15.5 10h.01M6.8 7.2 9.6 6.4M9 16l6-1.4",
  cry: "M8.5 10h.01M15.5 10h.01M8.5 16.5q3.5-3 7 0M16.5 12.5v3",
};

/** What was said, in words. */
export function saidText(say: SayJson): string {
  if (say.kind === "text") return say.text;
  return say.kind === "emote" ? t(`emote.${say.id}`) : t(`phrase.${say.id}`);
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
