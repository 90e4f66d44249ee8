import { settings } from "./settings.svelte.ts";
import type { Seat, SeenEvent } from "./seen.ts";

let context: AudioContext | null = null;

/** The kinds of sound, each with its own volume. */
export type Voice = "tiles" | "calls";

/** Plays the sound of an event, if sound is on. */
export function soundOf(event: SeenEvent, me: Seat | null): void {
  if (!settings.sound) return;
  if (event.type === "discarded") tone("tiles", event.seat === me ? 520 : 440, 0.035, "triangle");
  else if (event.type === "drew" && event.seat === me) tone("tiles", 720, 0.06, "sine");
  else if (event.type === "called" || event.type === "kan-declared" || event.type === "riichi-declared" || event.type === "set-aside") callTone();
  else if (event.type === "won") [523, 659, 784].forEach((pitch, step) => tone("calls", pitch, 0.22, "sine", step * 0.12));
}

/** Plays a sample at a volume just chosen. */
export function sample(voice: Voice): void {
  if (voice === "tiles") tone("tiles", 440, 0.035, "triangle");
  else callTone();
}

function callTone(): void {
  tone("calls", 600, 0.14, "sine");
}

function tone(voice: Voice, pitch: number, seconds: number, shape: OscillatorType, later = 0): void {
  const volume = voice === "tiles" ? settings.tileVolume : settings.callVolume;
  if (volume <= 0) return;
  context ??= new AudioContext();
  const start = context.currentTime + later;
  const source = context.createOscillator();
  const loud = context.createGain();
  source.type = shape;
  source.frequency.value = pitch;
  loud.gain.setValueAtTime(volume * 0.25, start);
  loud.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  source.connect(loud).connect(context.destination);
  source.start(start);
  source.stop(start + seconds);
}
