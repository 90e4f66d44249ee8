import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { settings } from "./settings.svelte.ts";
import { Speech } from "./speech.svelte.ts";

settings.language = "en";
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

it("joins lines that come at once", () => {
  const speech = new Speech();
  speech.say("South: Pon 3 sou");
  vi.advanceTimersByTime(28);
  speech.say("South discards 9 pin");
  vi.advanceTimersByTime(500);
  expect(speech.text).toBe("South: Pon 3 sou. South discards 9 pin");
});

it("does not interrupt a text being read, and queues the rest", () => {
  const speech = new Speech();
  speech.say("first");
  vi.advanceTimersByTime(200);
  for (const line of ["second", "third"]) {
    speech.say(line);
    vi.advanceTimersByTime(300);
    expect(speech.text).toBe("first");
  }
  vi.advanceTimersByTime(1_000);
  expect(speech.text).toBe("second. third");
});

it("keeps only the last lines of a long burst", () => {
  const speech = new Speech();
  for (let line = 1; line <= 300; line += 1) speech.say(String(line));
  vi.advanceTimersByTime(500);
  expect(speech.text.endsWith("299. 300")).toBe(true);
  expect(speech.text.length).toBeLessThan(100);
});
