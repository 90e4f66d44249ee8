import type { ServerFrame, ClientFrame } from "../wire.ts";

/** The state of the connection. */
export type Link = "connecting" | "open" | "lost";
/** Why a connection ended for good: no such table for this viewer, the seat moved to another device, the player left, the others freed the seat, a watcher got a seat, the
 * operator has banned the viewer, or the table's records are damaged. */
export type Ended = "gone" | "moved" | "left" | "freed" | "seated" | "banned" | "damaged";

/** What a connection reports to its owner. */
export type Listener = {
  /** The number of the last event handled; the server continues after it. */
  since: () => number;
  message: (message: ServerFrame) => void;
  link: (link: Link) => void;
  /** It is over; trying again would not help. */
  ended: (why: Ended) => void;
};

const ENDS: Record<number, Ended> = { 4403: "banned", 4404: "gone", 4409: "moved", 4410: "left", 4411: "seated", 4412: "freed", 4500: "damaged" };
const PULSE_MS = 4_000;
/** A connection silent for this long counts as dead: a sleeping phone does not notice when its network goes. */
const SILENCE_MS = 9_000;
/** An attempt that takes longer is abandoned: if packets are lost, a browser waits for minutes. */
const ATTEMPT_MS = 3_000;
const LONGEST_PAUSE_MS = 1_500;
/** If an answer stays unconfirmed for the first time, the player is told; after the second, the connection is replaced. */
const SLOW_MS = 2_000;
const DEAD_MS = 5_000;

/** A connection to a table that reconnects by itself, within five seconds of the server's return. */
export class TableSocket {
  #socket: WebSocket | null = null;
  #tries = 0;
  #heard = 0;
  #closed = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #attempt: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval>;
  /** Timers that run while an answer is unconfirmed. */
  #patience: ReturnType<typeof setTimeout>[] = [];
  readonly #wake = () => this.#awake();
  readonly #cut = () => this.#socket && this.#drop();

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
  ) {
    this.#pulse = setInterval(() => this.#check(), PULSE_MS);
    addEventListener("online", this.#wake);
    addEventListener("offline", this.#cut);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  /** Sends a frame; false if there is no connection. */
  send(message: ClientFrame): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Sends a frame that the server must answer. Without an answer the connection counts as slow, then as dead. */
  ask(message: ClientFrame): boolean {
    if (!this.send(message)) return false;
    this.#calm();
    this.#patience = [setTimeout(() => this.listener.link("connecting"), SLOW_MS), setTimeout(() => this.#drop(), DEAD_MS)];
    return true;
  }

  /** Ends the connection for good. */
  close(): void {
    this.#closed = true;
    this.#calm();
    clearInterval(this.#pulse);
    clearTimeout(this.#again);
    clearTimeout(this.#attempt);
    removeEventListener("online", this.#wake);
    removeEventListener("offline", this.#cut);
    document.removeEventListener("visibilitychange", this.#wake);
    this.#socket?.close();
  }

  #connect(): void {
    if (this.#closed) return;
    this.listener.link(this.#tries === 0 ? "connecting" : "lost");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/${encodeURIComponent(this.table)}?since=${this.listener.since()}`);
    this.#socket = socket;
    this.#heard = Date.now();
    this.#attempt = setTimeout(() => this.#drop(), ATTEMPT_MS);
    socket.onopen = () => {
      if (socket !== this.#socket) return;
      clearTimeout(this.#attempt);
      this.#tries = 0;
      this.listener.link("open");
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket !== this.#socket) return;
      this.#heard = Date.now();
      if (this.#patience.length > 0) this.listener.link("open");
      this.#calm();
      // Frames that belong together come in one message, one a line.
      for (const line of event.data.split("\n")) {
        const message = parse(line);
        if (message) this.listener.message(message);
      }
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      const why = ENDS[event.code];
      if (!why) return this.#retry();
      this.close();
      this.listener.ended(why);
    };
  }

  #calm(): void {
    this.#patience.forEach(clearTimeout);
    this.#patience = [];
  }

  /** Drops a connection without waiting for the other side. */
  #drop(): void {
    const silent = this.#socket;
    this.#socket = null;
    silent?.close();
    this.#retry();
  }

  #retry(): void {
    if (this.#closed) return;
    this.#socket = null;
    this.#calm();
    this.#tries += 1;
    this.listener.link("lost");
    clearTimeout(this.#again);
    clearTimeout(this.#attempt);
    // Random, so that a whole club does not reconnect in the same moment.
    const pause = Math.min(LONGEST_PAUSE_MS, 250 * 2 ** Math.min(this.#tries, 6)) * (0.7 + 0.3 * Math.random());
    this.#again = setTimeout(() => this.#connect(), pause);
  }

  #check(): void {
    if (this.#closed || document.visibilityState === "hidden") return;
    if (!this.#socket) {
      clearTimeout(this.#again);
      return this.#connect();
    }
    if (Date.now() - this.#heard > SILENCE_MS) return this.#drop();
    this.send({ t: "ping" });
  }

  /** A hidden tab hears nothing at a quiet table. Whether its connection lives is found out by asking. */
  #awake(): void {
    if (this.#closed || document.visibilityState === "hidden") return;
    this.#heard = Date.now();
    if (!this.#socket || !this.ask({ t: "ping" })) this.#check();
  }
}

function parse(text: string): ServerFrame | null {
  try {
    return JSON.parse(text) as ServerFrame;
  } catch {
    return null;
  }
}
