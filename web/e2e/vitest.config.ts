import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// One server and one browser test at a time: the machine that checks may have two cores.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL(".", import.meta.url)),
    include: [process.env["PICTURES"] ? "pictures.ts" : "*.test.ts"],
    globalSetup: ["./server.ts"],
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
});
