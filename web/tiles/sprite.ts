import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";
import { merged } from "./merge.ts";

const FOLDER = fileURLToPath(new URL(".", import.meta.url));
const NAME = "tiles.svg";

/** All drawings as symbols of one file, so that a table costs one request for its tiles. */
export function spriteText(): string {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".svg")).sort();
  const symbols = files.map((file) => symbol(file.slice(0, -4), readFileSync(FOLDER + file, "utf8")));
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join("")}</svg>\n`;
}

/** Serves the sprite while developing and adds it to the build. */
export function sprite(): Plugin {
  return {
    name: "tile-sprite",
    configureServer(server) {
      server.middlewares.use(`/${NAME}`, (_request, response) => {
        response.setHeader("content-type", "image/svg+xml");
        response.end(spriteText());
      });
    },
    generateBundle() {
      this.emitFile({ type: "asset", fileName: NAME, source: spriteText() });
    },
  };
}

function symbol(id: string, drawing: string): string {
  const inner = drawing.replace(/^[^>]*>/, "").replace(/<\/svg>\s*$/, "");
  return `<symbol id="${id}" viewBox="0 0 300 400">${merged(shorter(inner))}</symbol>`;
}

/** Leaves out what changes nothing: turns by no degrees, zeros after the point, empty space. */
function shorter(drawing: string): string {
  return drawing
    .replace(/ transform="rotate\(0(?:\.0)? [^"]*"/g, "")
    .replace(/(\d)\.0(?=[" )])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
