import type { Session } from "./session.svelte.ts";
import { list, t } from "./text/text.svelte.ts";
import type { OutcomeJson, PenaltyWord, RequestJson, RulingJson } from "./wire.ts";

type Names = Pick<Session, "table" | "agreement">;
/** A seat, null for the referee, or a host without a seat. */
export type Voice = number | "host" | null;

/** A player, the referee or the host by name. */
export function voiceName({ table, agreement }: Names, voice: Voice): string {
  if (voice === "host") return t("ask.by.host");
  if (voice === null) return agreement?.referee?.name ?? t("ask.referee");
  return table?.players[voice]?.name || t("new.seat", { n: voice + 1 });
}

/** What one may speak as at a table. */
export function ownVoices({ seat, referee, host }: Pick<Session, "seat" | "referee" | "host">): Voice[] {
  if (seat !== null) return [seat];
  return [...(referee ? [null] : []), ...(host ? ["host" as const] : [])];
}

export function penaltyName(penalty: PenaltyWord): string {
  return t(penalty === "chombo" ? "ref.chombo" : "ref.dead");
}

/** What somebody asks, as a sentence. */
export function questionText(names: Names, by: Voice, what: RequestJson): string {
  const asker = voiceName(names, by);
  if (what.ask === "pause") return t("ask.q.pause", { by: asker });
  if (what.ask === "referee") return t("ask.q.referee", { who: what.name });
  const who = voiceName(names, what.seat);
  if (what.ask === "penalty" || what.ask === "undo") return t(`ask.q.${what.ask}`, { by: asker, who, what: penaltyName(what.penalty) });
  return what.seat === by ? t("ask.q.host.self", { by: asker }) : t(`ask.q.${what.ask}`, { by: asker, who });
}

/** How a question came out. */
export function outcomeText(names: Names, { how, who }: OutcomeJson): string {
  return how === "declined" || how === "withdrawn" ? t(`ask.${how}`, { who: voiceName(names, who) }) : t(`ask.${how}`);
}

/** A ruling with who wanted it. */
export function rulingText(names: Names, ruling: RulingJson): string {
  const { hand, seat, penalty, asked, agreed } = ruling;
  const what = t(ruling.undo ? "ask.ruling.undo" : "ask.ruling", { n: hand, what: penaltyName(penalty), who: voiceName(names, seat) });
  return `${what} ${agreed.length > 0 ? t("ask.ruling.by", { by: asked, names: list(agreed) }) : t("ask.ruling.alone", { by: asked })}`;
}
