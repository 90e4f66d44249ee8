import { api } from "./net/api.ts";
import { failure } from "./text/text.svelte.ts";
import type { DecisionJson, ReviewJson } from "./wire.ts";

/** How often to ask how far a review is. */
const ASK_MS = 500;

/** The review of a finished game, which the server works out when somebody first asks for it. */
export class Review {
  found: ReviewJson | null = $state.raw(null);
  /** How much is done, from 0 to 1. */
  progress = $state(0);
  trouble = $state("");
  #stopped = false;
  #asking = false;

  constructor(readonly id: string) {}

  /** Asks until it is there. */
  async begin(): Promise<void> {
    if (this.#asking || this.found) return;
    this.#asking = true;
    this.trouble = "";
    try {
      while (!this.#stopped && !this.found) {
        const answer = await api.review(this.id);
        if ("decisions" in answer) this.found = answer;
        else {
          this.progress = answer.progress;
          await new Promise((resolve) => setTimeout(resolve, ASK_MS));
        }
      }
    } catch (error) {
      this.trouble = failure(error);
    }
    this.#asking = false;
  }

  /** What a player decides at this position of the replay. */
  decision(at: number, seat: number): DecisionJson | null {
    return this.found?.decisions.find((decision) => decision.at === at && decision.seat === seat) ?? null;
  }

  stop(): void {
    this.#stopped = true;
  }
}
