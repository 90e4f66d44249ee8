import { readFileSync } from "node:fs";
import { beforeEach, expect, it } from "vitest";
import { stubStorage } from "./fixtures/storage.ts";
import { proofOf } from "./proof.ts";

/** A log that a server wrote and signed. */
const LOG = readFileSync(new URL("../../tests/logs/zan-3.jsonl", import.meta.url), "utf8");
const { table } = JSON.parse(LOG.slice(0, LOG.indexOf("\n"))) as { table: string };

let storage: Map<string, string>;
beforeEach(() => (storage = stubStorage()));

/** What a browser kept that saw the start and nothing else. */
const saw = (changes: object) => {
  const { fair, key } = proofOf(table, LOG) ?? expect.fail("no proof");
  const start = { attempt: 1, s0: fair.s0, rules: fair.rules, commits: fair.commits, key, ...changes };
  storage.set("jantaku-seen", JSON.stringify([{ table, seat: 0, start, names: [], last: 0, hash: "", marks: [], over: false, doubted: false }]));
};

it("proves a game from its log", () => {
  expect(proofOf(table, LOG)).toMatchObject({ chain: true, reveals: true, own: null, committed: null, signed: true, sameKey: null, seen: null, all: true });
  saw({});
  expect(proofOf(table, LOG)).toMatchObject({ committed: true, sameKey: true, all: true });
});

it("refuses a log that was changed, cut or signed by nobody", () => {
  expect(proofOf(table, LOG.replace('"Mika"', '"Mima"'))).toMatchObject({ signed: false, all: false });
  const [last = ""] = LOG.trimEnd().split("\n").slice(-1);
  const { sum } = JSON.parse(last) as { sum: string };
  expect(proofOf(table, LOG.replace(last, JSON.stringify({ sum })))).toMatchObject({ key: null, signed: false, all: false });
  expect(proofOf(table, LOG.split("\n").slice(0, 30).join("\n"))?.all).toBe(false);
});

it("refuses another key or commitment than the browser saw before the deal", () => {
  saw({ key: "00" });
  expect(proofOf(table, LOG)).toMatchObject({ sameKey: false, all: false });
  saw({ s0: "00" });
  expect(proofOf(table, LOG)).toMatchObject({ committed: false, all: false });
  saw({ commits: ["00"] });
  expect(proofOf(table, LOG)).toMatchObject({ committed: false, all: false });
});

it("refuses a log that shows another rulebook than the commitments cover", () => {
  const [first = "", ...rest] = LOG.split("\n");
  const header = JSON.parse(first) as { book: string };
  const forged = [JSON.stringify({ ...header, book: header.book.replace("sanma", "Sanma") }), ...rest].join("\n");
  saw({});
  const proof = proofOf(table, forged);
  expect(proof).toMatchObject({ reveals: false, committed: false, all: false });
  expect(proof?.hands.some((hand) => hand.agrees)).toBe(false);
});
