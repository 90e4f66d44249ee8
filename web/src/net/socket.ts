import type { ServerFrame, ClientFrame } from "../wire.ts";

/** How the connection stands. */
export type Link = "connecting" | "open" | "lost";

/** What a connection tells its owner. */
export type Listener = {
  /** The number of the last event taken in, from which the server goes on. */
  since: () => number;
  message: (message: ServerFrame) => void;
  link: (link: Link) => void;
  /** There is no such table for this viewer; trying again would not help. */
  gone: () => void;
};

const NO_SUCH_TABLE = 4404;
const PING_MS = 10_000;
/** A connection that has been silent for this long is taken for dead: a sleeping phone is not told when its network goes. */
const SILENCE_MS = 25_000;
const LONGEST_PAUSE_MS = 8_000;

/** A connection to a table that comes back by itself. */
export class TableSocket {
  #socket: WebSocket | null = null;
  #tries = 0;
  #heard = 0;
  #closed = false;
  #again: ReturnType<typeof setTimeout> | undefined;
  #pulse: ReturnType<typeof setInterval>;
  readonly #wake = () => this.#check();

  constructor(
    private readonly table: string,
    private readonly listener: Listener,
  ) {
    this.#pulse = setInterval(() => this.#check(), PING_MS);
    addEventListener("online", this.#wake);
    document.addEventListener("visibilitychange", this.#wake);
    this.#connect();
  }

  /** Says something to the server; false, if nobody listens at the moment. */
  send(message: ClientFrame): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Ends the connection for good. */
  close(): void {
    this.#closed = true;
    clearInterval(this.#pulse);
    clearTimeout(this.#again);
    removeEventListener("online", this.#wake);
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
    socket.onopen = () => {
      this.#tries = 0;
      this.listener.link("open");
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#heard = Date.now();
      const message = parse(event.data);
      if (message && socket === this.#socket) this.listener.message(message);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      if (event.code !== NO_SUCH_TABLE) return this.#retry();
      this.close();
      this.listener.gone();
    };
  }

  #retry(): void {
    if (this.#closed) return;
    this.#socket = null;
    this.#tries += 1;
    this.listener.link("lost");
    clearTimeout(this.#again);
    this.#again = setTimeout(() => this.#connect(), Math.min(LONGEST_PAUSE_MS, 250 * 2 ** Math.min(this.#tries, 6)));
  }

  #check(): void {
    if (this.#closed || document.visibilityState === "hidden") return;
    if (!this.#socket) {
      clearTimeout(this.#again);
      return this.#connect();
    }
    if (Date.now() - this.#heard > SILENCE_MS) {
      const silent = this.#socket;
      this.#socket = null;
      silent.close();
      return this.#retry();
    }
    this.send({ t: "ping" });
  }
}

function parse(text: string): ServerFrame | null {
  try {
    return JSON.parse(text) as ServerFrame;
  } catch {
    return null;
  }
}
