import { expect, it } from "vitest";
import { layoutClasses, layoutOf } from "./layout.ts";

it.each([
  [1280, 800, "wide"],
  [1920, 1080, "wide"],
  [1024, 768, "wide"],
  [992, 800, "wide"],
  [768, 1024, "tablet"],
  [820, 1180, "tablet"],
  [360, 740, "portrait"],
  [390, 844, "portrait"],
  [844, 390, "landscape"],
  [932, 430, "landscape"],
] as const)("lays a table of %d × %d out as %s", (width, height, layout) => {
  expect(layoutOf(width, height)).toBe(layout);
});

it("folds the header of a short phone", () => {
  expect(layoutClasses(360, 640, 4)).toContain("short");
  expect(layoutClasses(360, 740, 4)).not.toContain("short");
});
