import type { MeetingKey } from "./text/meeting/meeting.ts";

/** How long a table can wait for people, in seconds, until bots take the empty seats. */
export const WAITS: [string, MeetingKey][] = [
  ["0", "fill.now"],
  ["30", "fill.30"],
  ["60", "fill.60"],
  ["180", "fill.180"],
  ["never", "fill.never"],
];

/** Seconds as minutes and seconds: 1:05. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
