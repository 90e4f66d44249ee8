import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// One server and one browser test at a time: the machine that checks may have two cores.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL(".", import.meta.url)),
    // `make pictures`, `make moments`, `make frames` and `make geometry` run a file that is no test of every change.
    include: [process.env["SUITE"] ?? "*.test.ts"],
    globalSetup: ["./server.ts"],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 60_000,
    // As patient as Playwright's own waiting: a busy machine may take longer than Vitest's usual second.
    expect: { poll: { timeout: 30_000 } },
  },
});
