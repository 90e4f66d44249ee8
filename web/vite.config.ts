import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { sprite } from "./tiles/sprite.ts";

/** Scripts of pages that are loaded later: `pages/score.ts` and so on. */
const LATER = ["score", "others", "books"];

// The build is committed and compared byte for byte: fixed names, a style sheet for each script, no maps.
export default defineConfig({
  plugins: [svelte(), sprite()],
  build: {
    outDir: "../crates/server/web-dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    reportCompressedSize: true,
    rolldownOptions: {
      output: {
        entryFileNames: "app.js",
        // What the first page shares with the later ones is `base.js`, which `index.html` loads at once.
        chunkFileNames: (chunk) => (LATER.includes(chunk.name) ? `${chunk.name}.js` : "base.js"),
        assetFileNames: ({ names: [name = ""] }) => (!name.endsWith(".css") || LATER.includes(name.slice(0, -4)) ? "[name][extname]" : name === "index.css" ? "app.css" : "base.css"),
      },
    },
  },
  server: {
    proxy: { "/api": "http://127.0.0.1:8790", "/rules": "http://127.0.0.1:8790", "/ws": { target: "ws://127.0.0.1:8790", ws: true } },
  },
  // Generous, for machines that are busy compiling.
  test: { include: ["src/**/*.test.ts"], testTimeout: 60_000 },
} as Parameters<typeof defineConfig>[0]);
