import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { sprite } from "./tiles/sprite.ts";

// The build is committed and compared byte for byte: fixed names, two scripts for pages that are loaded later (the scorer, and `pages/others.ts`), one style sheet, no maps.
export default defineConfig({
  plugins: [svelte(), sprite()],
  build: {
    outDir: "../crates/server/web-dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        entryFileNames: "app.js",
        chunkFileNames: (chunk) => `${chunk.name.toLowerCase()}.js`,
        assetFileNames: (asset) => (asset.names.some((name) => name.endsWith(".css")) ? "app.css" : "[name][extname]"),
      },
    },
  },
  server: {
    proxy: { "/api": "http://127.0.0.1:8790", "/rules": "http://127.0.0.1:8790", "/ws": { target: "ws://127.0.0.1:8790", ws: true } },
  },
  // Generous, for machines that are busy compiling.
  test: { include: ["src/**/*.test.ts"], testTimeout: 60_000 },
} as Parameters<typeof defineConfig>[0]);
