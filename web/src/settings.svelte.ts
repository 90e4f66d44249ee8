import type { Language, TermSet } from "./text/terms.ts";

export type Theme = "auto" | "light" | "dark" | "contrast";
export type Felt = "green" | "blue" | "wine" | "slate";
export type Backs = "bamboo" | "green" | "blue" | "red";
export type Faces = "plain" | "contrast" | "suits";
export type TwoTap = "auto" | "on" | "off";

/** A person's settings on this device. */
export type Settings = {
  language: Language;
  /** Is Chinese written in simplified characters? */
  simplified: boolean;
  terms: TermSet;
  theme: Theme;
  felt: Felt;
  backs: Backs;
  lessMotion: boolean;
  numbers: boolean;
  /** How tile faces are drawn. */
  faces: Faces;
  /** Is the player's hand kept sorted? */
  autoSort: boolean;
  twoTap: TwoTap;
  sound: boolean;
  /** Does a phone buzz at the player’s turn? */
  vibration: boolean;
  /** From 0 to 1. */
  tileVolume: number;
  callVolume: number;
  name: string;
  /** The rulebook played last. */
  lastRules: string;
  autoWin: boolean;
  noCalls: boolean;
  autoDiscard: boolean;
  /** Shall the best choices be shown, where a table allows it? */
  hints: boolean;
  /** Shall a guide explain the game, where a table allows it? */
  guide: boolean;
  showLog: boolean;
  /** Is somebody signed in? Then the pages ask for what friends want. */
  account: boolean;
  /** Does this player want to see nothing of the chat? */
  muteAll: boolean;
};

const KEY = "jantaku";
/** These are not kept: a switch forgotten yesterday would play for the player today. */
const NOT_KEPT: (keyof Settings)[] = ["autoWin", "noCalls", "autoDiscard"];

export const settings: Settings = $state({ ...defaults(), ...kept() });

/** Stores and applies the settings. Called once, at the start. */
export function watchSettings(): void {
  $effect.root(() => {
    $effect(() => {
      const lasting = Object.entries(settings).filter(([key]) => !NOT_KEPT.includes(key as keyof Settings));
      try {
        localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(lasting)));
      } catch {
        // Without storage the choice holds until the page is closed.
      }
    });
    $effect(() => {
      const root = document.documentElement;
      root.lang = languageTag();
      root.dataset["theme"] = settings.theme;
      root.dataset["felt"] = settings.felt;
      root.dataset["backs"] = settings.backs;
      root.dataset["faces"] = settings.faces;
      root.dataset["motion"] = settings.lessMotion ? "less" : "full";
    });
  });
}

/** The language of the page, as browsers call it. */
export function languageTag(): string {
  return settings.language !== "zh" ? settings.language : settings.simplified ? "zh-Hans" : "zh-Hant";
}

/** Sets the language by its tag; the terminology follows unless it was chosen separately. */
export function speak(tag: "en" | "de" | "ja" | "zh-Hant" | "zh-Hans"): void {
  settings.simplified = tag === "zh-Hans";
  const language = tag === "zh-Hant" || tag === "zh-Hans" ? "zh" : tag;
  if (settings.terms === usualTerms(settings.language)) settings.terms = usualTerms(language);
  settings.language = language;
}

/** Readers of Japanese and Chinese get the terms in characters. */
function usualTerms(language: Language): TermSet {
  return language === "ja" || language === "zh" ? "kanji" : "romaji";
}

/** Does a discard take two steps on this device? */
export function needsTwoTaps(): boolean {
  if (settings.twoTap !== "auto") return settings.twoTap === "on";
  return matchMedia("(pointer: coarse) and ((max-width: 40rem) or (max-height: 35rem))").matches;
}

/** Does nothing move on this device? */
export function movesLess(): boolean {
  return settings.lessMotion || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function defaults(): Settings {
  const { language, simplified } = preferredLanguage();
  return {
    language,
    simplified,
    terms: usualTerms(language),
    theme: "auto",
    felt: "green",
    backs: "bamboo",
    lessMotion: false,
    numbers: false,
    faces: "plain",
    autoSort: true,
    twoTap: "auto",
    sound: true,
    vibration: true,
    tileVolume: 0.3,
    callVolume: 0.3,
    name: "",
    lastRules: "",
    autoWin: false,
    noCalls: false,
    autoDiscard: false,
    hints: false,
    guide: false,
    showLog: false,
    account: false,
    muteAll: false,
  };
}

/** The first language of the browser that the page has. */
function preferredLanguage(): Pick<Settings, "language" | "simplified"> {
  const wanted = typeof navigator === "undefined" ? [] : navigator.languages;
  const known: Language[] = ["en", "de", "ja", "zh"];
  for (const tag of wanted) {
    const language = known.find((one) => tag.toLowerCase().startsWith(one));
    if (language) return { language, simplified: language === "zh" && !/-(hant|tw|hk|mo)\b/i.test(tag) };
  }
  return { language: "en", simplified: false };
}

function kept(): Partial<Settings> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Settings>;
  } catch {
    return {};
  }
}
