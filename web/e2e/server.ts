import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { Nodes } from "./nodes.ts";

declare module "vitest" {
  interface ProvidedContext {
    address: string;
  }
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const READY_MS = 60_000;

/** Starts the program as a club would, but with bots that do not pause and walls that tests may stack, and stops it after the tests. `JANTAKU_ADDRESS` names one that is already running; `JANTAKU_NODES` starts so many nodes behind a proxy instead. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = process.env["JANTAKU_ADDRESS"];
  if (running) {
    project.provide("address", running);
    return undefined;
  }
  const count = Number(process.env["JANTAKU_NODES"] ?? 0);
  if (count > 0) {
    const nodes = new Nodes(await freePort());
    await nodes.start(count);
    project.provide("address", nodes.address);
    return () => nodes.end();
  }
  const server = new Server(await freePort());
  await server.start();
  project.provide("address", server.address);
  return () => server.end();
}

/** The program with a port and a folder for its data, which it keeps when it is started again. */
export class Server {
  readonly data = mkdtempSync(join(tmpdir(), "jantaku-e2e-"));
  #process: ChildProcess | null = null;

  constructor(
    readonly port: number,
    readonly more: string[] = [],
  ) {}

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const flags = ["--listen", `127.0.0.1:${this.port}`, "--data", this.data, "--no-pauses", "--test-walls", "--sign-ins-per-address", "1000"];
    this.#process = spawn(program(), ["serve", ...flags, ...this.more], { stdio: ["ignore", "ignore", "inherit"] });
    await listening(this.#process, this.address);
  }

  /** Asks it to stop, and waits until it has. */
  async stop(): Promise<void> {
    const stopped = this.#process;
    if (!stopped) return;
    this.#process = null;
    const ended = new Promise((resolve) => stopped.once("exit", resolve));
    stopped.kill("SIGTERM");
    await ended;
  }

  async end(): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
  }
}

function program(): string {
  const built = ["release", "debug"].map((profile) => join(ROOT, "target", profile, "jantaku"));
  const found = process.env["JANTAKU"] ?? built.find(existsSync);
  if (!found) throw new Error("Build the program first: cargo build --release");
  return found;
}

async function listening(server: ChildProcess, address: string): Promise<void> {
  const end = Date.now() + READY_MS;
  while (Date.now() < end && server.exitCode === null) {
    const answer = await fetch(`${address}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("The server did not start");
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
