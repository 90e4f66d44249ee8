import { settings } from "./settings.svelte.ts";

/** Says the word of a call with a voice of this device. False if it has none for the language; voices that ask a server are left alone. */
export function sayCall(word: string, loud: number): boolean {
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
