import { t } from "./text/text.svelte.ts";

/** Lines within this time are spoken together. */
const BURST_MS = 150;
/** A text stays for this long: replacing it earlier would cut it off. */
const HEARD_MS = 1_000;
/** After a long burst, as when joining in mid-game, only the last lines are spoken. */
const MOST_LINES = 8;

/** The text for screen readers. Lines in quick succession are joined or queued, so none is lost. */
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
