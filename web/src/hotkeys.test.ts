import { expect, it } from "vitest";
import { meaningOf } from "./hotkeys.ts";

const press = (key: string, more: object = {}) => meaningOf({ key, ctrlKey: false, metaKey: false, altKey: false, ...more });

it("finds thirteen places in the hand", () => {
  expect(press("1")).toEqual({ do: "tile", place: 0 });
  expect(press("0")).toEqual({ do: "tile", place: 9 });
  expect(press("t")).toEqual({ do: "tile", place: 12 });
});

it("knows the calls, in capitals too", () => {
  for (const key of ["w", "r", "o", "k", "p", "c", "f", "n", "y", "l"]) expect(press(key)).toEqual({ do: "call", key });
  expect(press("R")).toEqual({ do: "call", key: "r" });
});

it("discards the drawn tile and passes", () => {
  expect(press("Enter")).toEqual({ do: "drawn" });
  expect(press(" ")).toEqual({ do: "drawn" });
  expect(press("x")).toEqual({ do: "pass" });
  expect(press("Escape")).toEqual({ do: "pass" });
});

it("opens the log and the command line", () => {
  expect(press("g")).toEqual({ do: "log" });
  expect(press("/")).toEqual({ do: "command" });
});

it("ignores the browser's own keys", () => {
  expect(press("r", { ctrlKey: true })).toBeNull();
  expect(press("w", { metaKey: true })).toBeNull();
  expect(press("Tab")).toBeNull();
  expect(press("F5")).toBeNull();
});
