import { t } from "./text/text.svelte.ts";

/** Lines that come in one burst are heard together. */
const BURST_MS = 150;
/** What is being read aloud is left alone for so long: a new text would take the place of one that nobody has heard. */
const HEARD_MS = 1_000;
/** After a long burst, as when a table is entered in mid-game, the last lines are enough. */
const MOST_LINES = 8;

/** The text for screen readers. Nothing is lost that comes quickly after something else: it is said together, or afterwards. */
export class Speech {
  text = $state("");
  #waiting: string[] = [];
  #free = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  say(line: string): void {
    this.#waiting = [...this.#waiting, line].slice(-MOST_LINES);
    this.#timer ??= setTimeout(() => this.#speak(), Math.max(BURST_MS, this.#free - Date.now()));
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #speak(): void {
    this.text = this.#waiting.join(t("say.stop"));
    this.#waiting = [];
    this.#timer = undefined;
    this.#free = Date.now() + HEARD_MS;
  }
}
