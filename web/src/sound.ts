import { settings } from "./settings.svelte.ts";
import type { Seat, SeenEvent } from "./seen.ts";

let context: AudioContext | null = null;

/** Lets an event be heard, if sound is on. */
export function soundOf(event: SeenEvent, me: Seat | null): void {
  if (!settings.sound) return;
  if (event.type === "discarded") tone(event.seat === me ? 520 : 440, 0.035, "triangle");
  else if (event.type === "drew" && event.seat === me) tone(720, 0.06, "sine");
  else if (event.type === "called" || event.type === "kan-declared" || event.type === "riichi-declared") tone(600, 0.14, "sine");
  else if (event.type === "won") [523, 659, 784].forEach((pitch, step) => tone(pitch, 0.22, "sine", step * 0.12));
}

function tone(pitch: number, seconds: number, shape: OscillatorType, later = 0): void {
  context ??= new AudioContext();
  const start = context.currentTime + later;
  const voice = context.createOscillator();
  const loud = context.createGain();
  voice.type = shape;
  voice.frequency.value = pitch;
  loud.gain.setValueAtTime(settings.volume * 0.25, start);
  loud.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  voice.connect(loud).connect(context.destination);
  voice.start(start);
  voice.stop(start + seconds);
}
