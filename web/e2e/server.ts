import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    address: string;
  }
}

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const READY_MS = 60_000;

/** Starts the program as a club would, but with bots that do not pause and walls that tests may stack, and stops it after the tests. `JANTAKU_ADDRESS` names one that is already running. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const running = process.env["JANTAKU_ADDRESS"];
  if (running) {
    project.provide("address", running);
    return undefined;
  }
  const data = mkdtempSync(join(tmpdir(), "jantaku-e2e-"));
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  const server = spawn(program(), ["serve", "--listen", `127.0.0.1:${port}`, "--data", data, "--no-pauses", "--test-walls"], { stdio: ["ignore", "ignore", "inherit"] });
  await listening(server, address);
  project.provide("address", address);
  return async () => {
    server.kill("SIGTERM");
    await new Promise((resolve) => server.once("exit", resolve));
    rmSync(data, { recursive: true, force: true });
  };
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

function freePort(): Promise<number> {
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
