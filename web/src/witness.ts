// What this browser was told of a game is summed up in a running hash, so that the log can be compared with it at the end.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Seat, SeenEvent } from "./seen.ts";
import type { FairInfo, PlayerInfo, ServerFrame } from "./wire.ts";

/** A numbered frame: an event, a score sheet, the result. */
export type Numbered = Extract<ServerFrame, { n: number; t: "e" | "sheet" | "over" }>;

/** What this browser keeps of a game. */
export type Story = {
  table: string;
  seat: Seat | null;
  /** What was shown before the deal. */
  start: (Pick<FairInfo, "attempt" | "s0" | "rules" | "commits" | "key"> & { /** The promised secret of the lots, hashed. */ lots?: string | null }) | null;
  /** The names at the table when the last frame came. */
  names: string[];
  /** The number of the last frame, and the running hash after it. */
  last: number;
  hash: string;
  /** The same at the end of each hand. */
  marks: [number, string][];
  /** Has the result been seen? */
  over: boolean;
  /** Has the server told two versions of one frame, or of its commitment? */
  doubted: boolean;
};

/** What a comparison with the log has found. */
export type Seen = { frames: number; agrees: boolean };

const KEY = "jantaku-seen";
const MOST = 30;
const SOON_MS = 300;

/** Follows a game for one viewer. */
export class Witness {
  readonly #story: Story;
  #hash = "";
  #n = 0;
  #saving: ReturnType<typeof setTimeout> | undefined;

  constructor(table: string, seat: Seat | null) {
    this.#story = storiesOf(table).find((story) => story.seat === seat) ?? { table, seat, start: null, names: [], last: 0, hash: "", marks: [], over: false, doubted: false };
  }

  get seat(): Seat | null {
    return this.#story.seat;
  }

  /** Everything is told again from the first frame on. */
  begin(): void {
    this.#n = 0;
    this.#hash = "";
  }

  /** Hears the commitments. */
  fair({ attempt, s0, rules, commits, key, lots: drawn }: FairInfo): void {
    const { start } = this.#story;
    const lots = drawn?.promise ?? null;
    if (start?.attempt === attempt) {
      const isSame = start.s0 === s0 && start.rules === rules && (start.lots ?? null) === lots && start.commits.every((commit, seat) => commit === null || commit === commits[seat]);
      if (!isSame) this.#story.doubted = true;
    }
    if (!this.#story.doubted) this.#story.start = { attempt, s0, rules, commits, lots, key: start?.key ?? key };
    this.#soon();
  }

  /** Hears who plays. */
  players(players: PlayerInfo[]): void {
    if (this.#story.over) return;
    this.#story.names = players.map((player) => player.name);
    this.#soon();
  }

  /** Hears the next numbered frame. */
  take(frame: Numbered): void {
    const story = this.#story;
    // After a gap nothing can be said about what follows.
    if (frame.n !== this.#n + 1) return;
    this.#n = frame.n;
    this.#hash = sum(this.#hash, entryOf(frame, story.seat) ?? "");
    const mark: [number, string] = [frame.n, this.#hash];
    const kept = [...story.marks, [story.last, story.hash] as const].find(([n]) => n === frame.n);
    if (kept !== undefined && kept[1] !== this.#hash) story.doubted = true;
    if (story.doubted || frame.n <= story.last) return;
    [story.last, story.hash] = mark;
    if (frame.t === "e" && frame.e.type === "hand-ended") story.marks.push(mark);
    if (frame.t === "over") story.over = true;
    this.#soon();
  }

  close(): void {
    clearTimeout(this.#saving);
    keep(this.#story);
  }

  #soon(): void {
    clearTimeout(this.#saving);
    this.#saving = setTimeout(() => keep(this.#story), SOON_MS);
  }
}

type Line = { log?: string; players?: { name: string }[]; e?: SeenEvent; left?: number; spare?: number | null; sheet?: object; over?: object };

/** Compares a log with everything this browser was told; null if it saw nothing of the game. */
export function compared(table: string, log: string): Seen | null {
  const stories = storiesOf(table).filter((story) => story.last > 0);
  if (stories.length === 0) return null;
  return { frames: Math.max(...stories.map((story) => story.last)), agrees: stories.every((story) => agrees(story, log)) };
}

function agrees(story: Story, log: string): boolean {
  if (story.doubted) return false;
  const lines = log.split("\n").filter((line) => line.trim() !== "").map((line) => JSON.parse(line) as Line);
  const names = lines[0]?.players?.map((player) => player.name) ?? [];
  // Whoever left before the end may have missed a newcomer.
  if (story.over && names.join("\n") !== story.names.join("\n")) return false;
  const marks = new Map([...story.marks, [story.last, story.hash]]);
  let hash = "";
  let n = 0;
  for (const entry of entriesOf(lines, story.seat)) {
    hash = sum(hash, entry);
    n += 1;
    const mark = marks.get(n);
    if (mark !== undefined && mark !== hash) return false;
  }
  return story.over ? n === story.last : n >= story.last;
}

/** What a viewer is told, from the lines of a log. */
function entriesOf(lines: Line[], seat: Seat | null): string[] {
  let rest: object | undefined;
  return lines.flatMap((line) => {
    if (line.sheet !== undefined && !("seat" in line.sheet)) rest = line.sheet;
    else if (line.sheet !== undefined) return [text({ sheet: line.sheet })];
    else if (line.over !== undefined) return [text({ over: line.over })];
    if (line.e === undefined) return [];
    const entry = eventEntry(line.e, line.left, line.spare, rest, seat);
    rest = undefined;
    return entry === null ? [] : [entry];
  });
}

function entryOf(frame: Numbered, seat: Seat | null): string | null {
  if (frame.t === "e") return eventEntry(frame.e, frame.left, frame.spare, frame.sheet, seat);
  if (frame.t === "over") return text({ over: frame.result });
  const { t: _, n: __, ...sheet } = frame;
  return text({ sheet });
}

function eventEntry(event: SeenEvent, left: number | undefined, spare: number | null | undefined, sheet: object | undefined, seat: Seat | null): string | null {
  const e = shown(event, seat);
  return e === null ? null : text({ e, left, spare, sheet });
}

/** The part of an event that a viewer may see, as far as all rulebooks agree on it; null if it is told to another player only. */
function shown(event: SeenEvent, seat: Seat | null): SeenEvent | null {
  switch (event.type) {
    case "answered":
    case "missed":
    case "tenpai-asked":
      return event.seat === seat ? event : null;
    case "dealt":
      return event.seat === seat ? event : { type: "dealt", seat: event.seat };
    case "drew":
      return event.seat === seat ? event : { type: "drew", seat: event.seat, source: event.source };
    case "kan-declared":
      // Some rulebooks leave it face down.
      return event.seat === seat || event.call !== "ankan" ? event : { type: "kan-declared", seat: event.seat, call: "ankan" };
    default:
      return event;
  }
}

/** JSON with sorted keys and without what is absent. */
function text(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(text).join()}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  return `{${fields.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, field]) => `${JSON.stringify(key)}:${text(field)}`).join()}}`;
}

function sum(before: string, entry: string): string {
  return bytesToHex(sha256(utf8ToBytes(`${before}\n${entry}`)));
}

/** What this browser saw of a game, from each seat it had. */
export function storiesOf(table: string): Story[] {
  return kept().filter((story) => story.table === table);
}

function kept(): Story[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as Story[];
  } catch {
    return [];
  }
}

function keep(story: Story): void {
  const others = kept().filter((other) => other.table !== story.table || other.seat !== story.seat);
  try {
    localStorage.setItem(KEY, JSON.stringify([...others.slice(1 - MOST), story]));
  } catch {
    // Without storage the log cannot be compared at the end; the fair page says so.
  }
}
