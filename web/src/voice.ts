import words from "../voices/words.json";
import { decode, playPart } from "./audio.ts";
import { settings } from "./settings.svelte.ts";
import { simplify } from "./text/simplified.ts";

/** Who speaks: each has a file with all its words, one every `SLOT_SECONDS`. */
export type Speaker = keyof typeof words;

/** As in `voices/speak.mjs`. */
const SLOT_SECONDS = 1.3;
/** A word that arrives later than this belongs to an earlier moment of the game. */
const TOO_LATE_MS = 700;

const loaded = new Map<Speaker, Promise<AudioBuffer | null>>();

/** Who speaks the words of the table: Japanese calls are called in Japanese, whatever the page is written in. */
export function speakerOf(word: string, language: string): { speaker: Speaker; place: number } | null {
  const order: Speaker[] = language === "zh" ? ["zh", "ja", "en", "de"] : ["ja", "en", "de", "zh"];
  for (const speaker of order) {
    const place = words[speaker].findIndex(({ shown }) => shown.some((one) => one === word || (speaker === "zh" && simplify(one) === word)));
    if (place >= 0) return { speaker, place };
  }
  return null;
}

/** Fetches the voice that will say this word, so that it is there in time. */
export function prepareCall(word: string): void {
  const found = speakerOf(word, settings.language);
  if (found) void voiceOf(found.speaker);
}

/** Says the word of a call: with our own voice, or else with one of the device. `without` is called if there is neither. */
export async function sayCall(word: string, loud: number, without: () => void): Promise<void> {
  const asked = Date.now();
  const found = speakerOf(word, settings.language);
  const voice = found && (await voiceOf(found.speaker));
  if (found && voice) {
    if (Date.now() - asked < TOO_LATE_MS) playPart(voice, found.place * SLOT_SECONDS, SLOT_SECONDS, loud);
  } else if (!sayByDevice(word, loud)) {
    without();
  }
}

function voiceOf(speaker: Speaker): Promise<AudioBuffer | null> {
  const known = loaded.get(speaker) ?? decode(`/voices-${speaker}.mp3`);
  loaded.set(speaker, known);
  return known;
}

/** False if the device has no voice for the language; voices that ask a server are left alone. */
function sayByDevice(word: string, loud: number): boolean {
  if (typeof speechSynthesis === "undefined") return false;
  const language = spokenLanguage();
  const voice = speechSynthesis.getVoices().find((one) => one.localService && one.lang.toLowerCase().startsWith(language));
  if (!voice) return false;
  // A call cuts the one before it short, as at a table.
  speechSynthesis.cancel();
  const said = new SpeechSynthesisUtterance(word);
  said.voice = voice;
  said.lang = voice.lang;
  said.volume = loud;
  said.rate = 1.15;
  speechSynthesis.speak(said);
  return true;
}

/** Characters are read in the language they are written in, romanised words in that of the page. */
function spokenLanguage(): string {
  if (settings.terms === "kanji") return settings.language === "zh" ? "zh" : "ja";
  return settings.language;
}
