import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fingerprint, signatureOf } from "./signature.ts";

/** Computed independently by tests/fair/signature.py; the program is tested against the same numbers. */
const VECTOR = JSON.parse(readFileSync(new URL("../../tests/fair/signature.json", import.meta.url), "utf8")) as Record<"log" | "sum" | "key" | "signature" | "fingerprint", string>;
const { key, sum, signature } = VECTOR;
const last = (changes: object = {}) => `${JSON.stringify({ sum, key, signature, ...changes })}\n`;

it("accepts the signature that another program made", () => {
  expect(signatureOf(VECTOR.log + last())).toEqual({ key, valid: true });
  expect(fingerprint(key)).toBe(VECTOR.fingerprint);
});

it("refuses a changed log, sum, key or signature", () => {
  expect(signatureOf(`${VECTOR.log.replace("jan", "Jan")}${last()}`)?.valid).toBe(false);
  const forged = [{ sum: key }, { key: sum }, { key: "00" }, { key: "g" }, { signature: signature.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) }, { signature: "" }];
  for (const changes of forged) expect(signatureOf(VECTOR.log + last(changes))?.valid, JSON.stringify(changes)).toBe(false);
});

it("refuses a weak key, whose signature fits every log", () => {
  const neutral = `01${"00".repeat(31)}`;
  expect(signatureOf(VECTOR.log + last({ key: neutral, signature: neutral + "00".repeat(32) }))?.valid).toBe(false);
});

it("finds no signature where there is none", () => {
  expect(signatureOf(`${VECTOR.log}${JSON.stringify({ sum })}\n`)).toBeNull();
  expect(signatureOf("")).toBeNull();
  expect(signatureOf("not a log")).toBeNull();
});
