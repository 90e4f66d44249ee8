import { expect, it } from "vitest";
import { isLoopback } from "./loopback.ts";

it("recognises loopback addresses", () => {
  for (const host of ["127.0.0.1", "127.1.2.3", "localhost", "LOCALHOST", "table.localhost", "[::1]"]) expect([host, isLoopback(host)]).toEqual([host, true]);
  for (const host of ["192.168.1.7", "12.7.0.1", "localhost.example", "jantaku.example", "[fe80::1]", "127.example"]) expect([host, isLoopback(host)]).toEqual([host, false]);
});
