import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeSocket, stubBrowser } from "../fixtures/socket.ts";
import type { Ended, Link } from "./socket.ts";
import { TableSocket } from "./socket.ts";

let links: Link[] = [];
let ends: Ended[] = [];
let heard: Record<string, () => void> = {};
let frames: string[] = [];
const open = () => new TableSocket("a1", { since: () => 7, message: (frame) => frames.push(frame.t), link: (link) => links.push(link), ended: (why) => ends.push(why) });

beforeEach(() => {
  vi.useFakeTimers();
  [links, ends, frames] = [[], [], []];
  heard = stubBrowser();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("reconnects within five seconds after a minute of refusals", () => {
  const socket = open();
  const refuse = setInterval(() => FakeSocket.last().readyState === 0 && FakeSocket.last().fail(), 5);
  vi.advanceTimersByTime(60_000);
  clearInterval(refuse);
  const accept = setInterval(() => FakeSocket.last().readyState === 0 && FakeSocket.last().open(), 5);
  vi.advanceTimersByTime(5_000);
  clearInterval(accept);
  expect(links.at(-1)).toBe("open");
  expect(FakeSocket.last().address).toContain("since=7");
  socket.close();
});

it("reconnects within five seconds after a network that lost every packet", () => {
  const socket = open();
  vi.advanceTimersByTime(61_234);
  const before = FakeSocket.all.length;
  vi.advanceTimersByTime(5_000);
  expect(FakeSocket.all.length).toBeGreaterThan(before);
  expect(links.at(-1)).toBe("lost");
  socket.close();
});

it("hears every frame of a message, in order", () => {
  const socket = open();
  FakeSocket.last().open();
  FakeSocket.last().onmessage?.({ data: '{"t":"pong"}\n{"t":"notice","what":"closed"}' });
  expect(frames).toEqual(["pong", "notice"]);
  socket.close();
});

it("notices a silent server within fifteen seconds", () => {
  const socket = open();
  FakeSocket.last().open();
  for (let second = 0; second < 30; second += 1) {
    vi.advanceTimersByTime(1_000);
    FakeSocket.last().onmessage?.({ data: '{"t":"pong"}' });
  }
  expect([FakeSocket.all.length, links.at(-1)]).toEqual([1, "open"]);
  expect(FakeSocket.last().sent).toContain('{"t":"ping"}');
  vi.advanceTimersByTime(15_000);
  expect(links.at(-1)).toBe("lost");
  expect(FakeSocket.all.length).toBeGreaterThan(1);
  socket.close();
});

it.each([[4404, "gone"], [4409, "moved"], [4410, "left"], [4403, "banned"], [4411, "seated"], [4500, "damaged"]] as const)("does not come back after %i", (code, why) => {
  open();
  FakeSocket.last().open();
  FakeSocket.last().fail(code);
  vi.advanceTimersByTime(60_000);
  expect([ends, FakeSocket.all.length]).toEqual([[why], 1]);
});

it("keeps the connection of a tab that was hidden, if the server answers", () => {
  const socket = open();
  FakeSocket.last().open();
  vi.stubGlobal("document", { ...document, visibilityState: "hidden" });
  vi.advanceTimersByTime(120_000);
  vi.stubGlobal("document", { ...document, visibilityState: "visible" });
  heard.online?.();
  expect(FakeSocket.last().sent.at(-1)).toBe('{"t":"ping"}');
  FakeSocket.last().onmessage?.({ data: '{"t":"pong"}' });
  vi.advanceTimersByTime(6_000);
  expect([FakeSocket.all.length, links.at(-1)]).toEqual([1, "open"]);
  socket.close();
});

it("reports an unconfirmed answer after two seconds and reconnects after five", () => {
  const socket = open();
  FakeSocket.last().open();
  socket.ask({ t: "act", n: 7, a: { a: "pass" } });
  vi.advanceTimersByTime(1_900);
  expect(links.at(-1)).toBe("open");
  vi.advanceTimersByTime(200);
  expect([links.at(-1), FakeSocket.all.length]).toEqual(["connecting", 1]);
  vi.advanceTimersByTime(5_000);
  expect(links.at(-1)).toBe("lost");
  expect(FakeSocket.all.length).toBeGreaterThan(1);
  socket.close();
});

it("keeps the connection if the answer was only slow", () => {
  const socket = open();
  FakeSocket.last().open();
  socket.ask({ t: "act", n: 7, a: { a: "pass" } });
  vi.advanceTimersByTime(2_500);
  FakeSocket.last().onmessage?.({ data: '{"t":"pong"}' });
  expect(links.at(-1)).toBe("open");
  vi.advanceTimersByTime(3_000);
  expect([links.at(-1), FakeSocket.all.length]).toEqual(["open", 1]);
  socket.close();
});

it("drops the connection as soon as the device is offline", () => {
  const socket = open();
  FakeSocket.last().open();
  heard["offline"]?.();
  expect(links.at(-1)).toBe("lost");
  socket.close();
});
