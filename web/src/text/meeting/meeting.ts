import { settings } from "../../settings.svelte.ts";
import { filled } from "../text.svelte.ts";
import type { Language } from "../terms.ts";
import { meetingDe } from "./de.ts";
import { meetingEn } from "./en.ts";
import { meetingJa } from "./ja.ts";
import { meetingZh } from "./zh.ts";

// Words about finding a game, friends and passkeys, which are not part of the first download.
export type MeetingKey = keyof typeof meetingEn;

/** All languages; exported for the tests. */
export const MEETING_TEXTS: Record<Language, Record<MeetingKey, string>> = { en: meetingEn, de: meetingDe, ja: meetingJa, zh: meetingZh };

/** A text about meeting others in the chosen language. */
export function meet(key: MeetingKey, values: Record<string, string | number> = {}): string {
  return filled(MEETING_TEXTS[settings.language][key], values);
}
