import { expect, it, vi } from "vitest";

vi.stubGlobal("location", { href: "http://table.example/" });
const { routeOf } = await import("./router.svelte.ts");
const at = (path: string) => routeOf(new URL(path, "http://table.example"));

it("recognises its pages", () => {
  expect(at("/")).toEqual({ page: "lobby" });
  expect(at("/new?rules=zan")).toEqual({ page: "new" });
  expect(at("/table/a1")).toEqual({ page: "table", id: "a1", invite: null });
  expect(at("/table/a1#join=c0de")).toEqual({ page: "table", id: "a1", invite: { code: "c0de", own: false } });
  expect(at("/table/a1#seat=c0de")).toEqual({ page: "table", id: "a1", invite: { code: "c0de", own: true } });
  expect(at("/replay/a1?at=17")).toEqual({ page: "replay", id: "a1", at: 17, hand: null });
  expect(at("/replay/a1?at=-1")).toEqual({ page: "replay", id: "a1", at: null, hand: null });
  expect(at("/replay/a1?hand=3")).toEqual({ page: "replay", id: "a1", at: null, hand: 3 });
  expect(at("/fair/a1")).toEqual({ page: "fair", id: "a1" });
  expect(at("/books")).toEqual({ page: "books" });
  expect(at("/books/club~k7q2")).toEqual({ page: "book", id: "club~k7q2" });
  expect(at("/write?from=zan")).toEqual({ page: "book", id: "" });
});

it("rejects malformed addresses", () => {
  for (const path of ["/table/%%%", "/%", "/replay/%E0%A4%A"]) expect(at(path).page).toBe("missing");
});

it("leaves server pages to the server", () => {
  for (const path of ["/rules/zan", "/rules", "/api/games/a1/log", "/table", "/replay"]) expect(at(path).page).toBe("missing");
});
