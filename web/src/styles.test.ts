import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const FOLDER = new URL("./", import.meta.url);

it("sets every property that a style uses", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => /\.(svelte|css)$/.test(file));
  const text = files.map((file) => readFileSync(new URL(file, FOLDER), "utf8")).join("\n");
  const all = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, name]) => name));
  const set = all(/(?:style:)?(--[a-z][a-z0-9-]*)\s*[:=]/g);
  expect(set.size).toBeGreaterThan(50);
  expect([...all(/var\((--[a-z][a-z0-9-]*)\)/g)].filter((name) => !set.has(name))).toEqual([]);
});
