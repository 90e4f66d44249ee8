import { execFileSync } from "node:child_process";
import { createServer, request, type IncomingMessage, type Server as HttpServer } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import { freePort, Server } from "./server.ts";

/** Several nodes with one database and one bus, behind a proxy that sends every second request elsewhere. PostgreSQL and NATS are those of `.ci/services run`. */
export class Nodes {
  readonly #nodes: Server[] = [];
  #proxy: HttpServer | null = null;
  #next = 0;

  constructor(readonly port: number) {}

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(count: number): Promise<void> {
    const postgres = process.env["JANTAKU_TEST_POSTGRES"];
    const bus = process.env["JANTAKU_TEST_NATS"];
    if (!postgres || !bus) throw new Error("Several nodes need PostgreSQL and NATS: .ci/services run …");
    const database = `e2e_${process.pid}`;
    execFileSync("psql", ["-q", "-d", postgres, "-c", `CREATE DATABASE ${database}`]);
    const store = postgres.replace(/\/postgres$/, `/${database}`);
    for (let number = 1; number <= count; number += 1) {
      const node = new Server(await freePort(), ["--store", store, "--bus", bus, "--node", `node-${number}`]);
      await node.start();
      this.#nodes.push(node);
    }
    this.#proxy = createServer((asked, answer) => {
      const { method, url, headers } = asked;
      const passed = request({ host: "127.0.0.1", port: this.#take(), method, path: url, headers }, (got) => {
        answer.writeHead(got.statusCode ?? 502, got.headers);
        got.pipe(answer);
      });
      passed.on("error", () => answer.destroy());
      asked.pipe(passed);
    });
    this.#proxy.on("upgrade", (asked: IncomingMessage, socket: Duplex, head: Buffer) => this.#pass(asked, socket, head));
    await new Promise<void>((resolve) => this.#proxy?.listen(this.port, "127.0.0.1", resolve));
  }

  async end(): Promise<void> {
    this.#proxy?.closeAllConnections();
    this.#proxy?.close();
    await Promise.all(this.#nodes.map((node) => node.end()));
  }

  #take(): number {
    this.#next += 1;
    return this.#nodes[this.#next % this.#nodes.length]?.port ?? 0;
  }

  /** A socket: what was asked goes on as it came, then everything else both ways. */
  #pass(asked: IncomingMessage, socket: Duplex, head: Buffer): void {
    const node: Socket = connect(this.#take(), "127.0.0.1", () => {
      const lines = [`${asked.method} ${asked.url} HTTP/1.1`];
      for (let at = 0; at < asked.rawHeaders.length; at += 2) lines.push(`${asked.rawHeaders[at]}: ${asked.rawHeaders[at + 1]}`);
      node.write(`${lines.join("\r\n")}\r\n\r\n`);
      node.write(head);
      node.pipe(socket);
      socket.pipe(node);
    });
    node.on("error", () => socket.destroy());
    socket.on("error", () => node.destroy());
    node.on("close", () => socket.destroy());
    socket.on("close", () => node.destroy());
  }
}
