import { api, bookPage } from "../net/api.ts";
import type { Book } from "../seen.ts";
import type { ClauseJson, LessonJson, NearJson, YakuJson } from "../wire.ts";
import type { HandText } from "./handtext.ts";

/** Lessons that were fetched, by the address of their rulebook. */
const known = new Map<string, Promise<LessonJson>>();

/** What a rulebook teaches, and how near a hand is to its yaku. */
export class Lesson {
  readonly rules: string;
  told: LessonJson | null = $state.raw(null);
  failed = $state(false);
  /** How near the hand is that was measured last; null while that is worked out. */
  near: NearJson | null = $state.raw(null);
  #asked = "";

  constructor(book: Book) {
    this.rules = bookPage(book);
    void this.load();
  }

  /** Fetches the lesson, once for each rulebook. */
  async load(): Promise<void> {
    this.failed = false;
    const fetched = known.get(this.rules) ?? api.lesson(this.rules);
    known.set(this.rules, fetched);
    try {
      this.told = await fetched;
      // Examples are looked for once; whoever comes meanwhile gets none.
      if (this.told.yaku.every((yaku) => yaku.example === null)) known.delete(this.rules);
    } catch {
      known.delete(this.rules);
      this.failed = true;
    }
  }

  /** Measures a hand, unless it is the one that was measured last. What others discard meanwhile changes little, and asking each time much. */
  async measure(hand: HandText | null): Promise<void> {
    const asked = hand?.hand ?? "";
    if (asked === this.#asked) return;
    this.#asked = asked;
    if (!hand) return void (this.near = null);
    const near = await api.near({ rules: this.rules, ...hand }).catch(() => null);
    // A later hand may have been answered first.
    if (asked === this.#asked) this.near = near;
  }

  clause(id: string): ClauseJson | null {
    return this.told?.clauses.find((clause) => clause.id === id) ?? null;
  }

  clausesOf(topic: string): string[] {
    return this.told?.topics.find(({ id }) => id === topic)?.clauses ?? [];
  }

  yaku(id: string): YakuJson | null {
    return this.told?.yaku.find((yaku) => yaku.id === id) ?? null;
  }

  /** How many tiles a yaku lacks; null for one that the hand is not near. */
  missing(id: string): number | null {
    return this.near?.yaku.find((near) => near.id === id)?.missing ?? null;
  }
}
