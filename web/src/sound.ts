import { isReady, note, strike } from "./audio.ts";
import { settings } from "./settings.svelte.ts";
import type { Seat, SeenEvent } from "./seen.ts";
import { term } from "./text/text.svelte.ts";
import { prepareCall, sayCall } from "./voice.ts";

/** The kinds of sound, each with its own volume. */
export type Voice = "tiles" | "calls";

type Sound = "discard" | "own-discard" | "draw" | "stick" | "chip" | "turn" | "tick" | "win" | "dealt-in" | "lost" | "back";

/** What can be heard. A word is a call, which is spoken; a win is both. */
export type Cue = { sound: Sound; word?: string } | { word: string };

/** What an event sounds like to this player. */
export function cueOf(event: SeenEvent, me: Seat | null): Cue | null {
  switch (event.type) {
    case "discarded":
      return { sound: event.seat === me ? "own-discard" : "discard" };
    case "drew":
      return event.seat === me ? { sound: "draw" } : null;
    case "called":
      return { word: event.call === "chii" || event.call === "pon" ? event.call : "kan" };
    case "kan-declared":
      return { word: "kan" };
    case "set-aside":
      return { word: event.tile.endsWith("z") ? "kita" : "flower" };
    case "riichi-declared":
      return { word: event.open ? "open-riichi" : "riichi" };
    case "riichi-stands":
      return { sound: "stick" };
    case "won":
      return { sound: event.from === me && event.by !== "tsumo" ? "dealt-in" : "win", word: event.by === "tsumo" ? "tsumo" : "ron" };
    case "paid":
      return event.chips ? { sound: "chip" } : null;
    default:
      return null;
  }
}

/** Plays a cue, if sound is on and the player has touched the page, without which browsers stay silent. */
export function play(cue: Cue | null): void {
  if (!cue || !settings.sound || !isReady()) return;
  if ("sound" in cue) SOUNDS[cue.sound]();
  if (cue.word !== undefined) call(cue.word);
  // Tiles move before anybody calls: time enough to fetch the voice.
  else if (settings.callVolume > 0) prepareCall(term("pon"));
}

/** Plays a sample at a volume just chosen. */
export function sample(voice: Voice): void {
  play(voice === "tiles" ? { sound: "discard" } : { word: "pon" });
}

/** A short buzz where a phone can, when it is the player’s turn. */
export function buzz(): void {
  // Before the first tap a browser refuses, and says so in its console.
  if (settings.vibration && isReady() && matchMedia("(pointer: coarse)").matches) navigator.vibrate?.(30);
}

/** Knocks that stand in for the words where no voice can say them. */
const KNOCKS: Record<string, number> = { chii: 1, pon: 2, kan: 3 };

function call(word: string): void {
  const loud = settings.callVolume;
  if (loud <= 0) return;
  void sayCall(term(word), loud, () => {
    for (let knock = 0; knock < (KNOCKS[word] ?? 1); knock += 1) strike({ pitch: 330, seconds: 0.07, loud: loud * 0.7, later: knock * 0.11 });
  });
}

const tile = (pitch: number, part: number, seconds = 0.04) => strike({ pitch, seconds, loud: settings.tileVolume * part });
const chord = (pitches: number[], seconds: number, step: number, later = 0) =>
  pitches.forEach((pitch, place) => note({ pitch, seconds, loud: settings.callVolume * 0.22, later: later + place * step }));
/** A stamp and a low drum. */
const stamp = () => {
  strike({ pitch: 180, seconds: 0.09, loud: settings.callVolume * 0.9 });
  note({ pitch: 70, seconds: 0.4, loud: settings.callVolume * 0.5 });
};

const SOUNDS: Record<Sound, () => void> = {
  discard: () => tile(950, 0.6),
  "own-discard": () => tile(760, 0.7),
  draw: () => tile(1500, 0.2, 0.025),
  stick: () => tile(1900, 0.35, 0.05),
  chip: () => strike({ pitch: 2600, seconds: 0.05, loud: settings.tileVolume * 0.3, apart: 0.07, most: 4 }),
  tick: () => tile(2200, 0.25, 0.03),
  turn: () => chord([587, 784], 0.16, 0.1),
  win: () => {
    stamp();
    chord([523, 659, 784, 1047], 0.5, 0.07, 0.18);
  },
  "dealt-in": stamp,
  lost: () => chord([523, 392], 0.2, 0.14),
  back: () => chord([392, 523], 0.2, 0.14),
};
