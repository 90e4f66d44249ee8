import { expect, it } from "vitest";
import { merged } from "../tiles/merge.ts";
import { spriteText } from "../tiles/sprite.ts";

const rect = (x: number, y: number, wide: number, fill: string, more = "") => `<rect x="${x}" y="${y}" width="${wide}" height="10" fill="${fill}"${more}/>`;
const paints = (drawing: string) => [...drawing.matchAll(/fill="([^"]+)"/g)].map(([, fill]) => fill);

it("joins shapes of one paint", () => {
  // The white one lies on the first green one; the second green one lies apart from both.
  expect(paints(merged(rect(0, 0, 20, "green") + rect(5, 2, 5, "white") + rect(50, 0, 20, "green")))).toEqual(["green", "white"]);
});

it("keeps a shape above what it covers", () => {
  expect(paints(merged(rect(0, 0, 20, "green") + rect(5, 2, 5, "white") + rect(8, 0, 20, "green")))).toEqual(["green", "white", "green"]);
});

it("turns and moves shapes with their groups", () => {
  // A quarter turn takes (10, 0) to (0, 10) and (0, 10) to (−10, 0).
  expect(merged(`<g transform="translate(100 0)">${rect(0, 0, 10, "red", ' transform="rotate(90 0 0)"')}</g>`)).toBe(
    '<path d="M100 0L100 10L100 10L90 10L90 10L90 0L90 0L100 0L100 0Z" fill="red"/>',
  );
  expect(merged('<g fill="red"><circle cx="5" cy="5" r="5"/></g>')).toContain("A5 5 0 0 1 10 5");
});

it("leaves alone what it does not know", () => {
  const drawing = `${rect(0, 0, 20, "green")}<text x="1">a</text>`;
  expect(merged(drawing)).toBe(drawing);
  expect(merged(rect(0, 0, 20, "green", ' opacity="0.5"'))).toContain("<rect");
});

it("draws every tile with few elements", () => {
  const symbols = [...spriteText().matchAll(/<symbol id="([^"]+)"[^>]*>(.*?)<\/symbol>/gs)];
  expect(symbols.length).toBeGreaterThan(50);
  const many = symbols.map(([, id = "", inner = ""]) => [id, inner.split("<").length - 1] as const).filter(([, elements]) => elements > 30);
  expect(many).toEqual([]);
});
