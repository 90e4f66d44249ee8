import { expect, it } from "vitest";
import { seatsWithBots, specOf, usualBot } from "./lobby.ts";
import type { OptionInfo, RulebookInfo } from "./wire.ts";

const also = { de: "", ja: "", zh: "" };
const option = (id: string, ...choices: string[]): OptionInfo => ({
  id,
  says: id,
  also,
  clause: "X-1",
  default: choices[0] ?? "",
  choices: choices.map((choice) => ({ id: choice, says: choice, also })),
});
const book = (id: string, ...options: OptionInfo[]) => ({ id, options }) as unknown as RulebookInfo;

it("writes a request with the choices and leaves out defaults", () => {
  const ryanzou = book("ryanzou-chankan", option("reds", "one-per-suit", "two-pin"), option("red-number", "5", "3"));
  const hana = book("hana", option("variation", "1", "2"));
  expect(specOf(ryanzou, {}, [])).toBe("ryanzou-chankan");
  expect(specOf(ryanzou, { reds: "one-per-suit" }, [])).toBe("ryanzou-chankan");
  expect(specOf(ryanzou, { reds: "two-pin", "red-number": "3" }, [])).toBe("ryanzou-chankan(reds=two-pin,red-number=3)");
  expect(specOf(ryanzou, { reds: "two-pin" }, [{ book: hana, chosen: { variation: "2" } }])).toBe("ryanzou-chankan(reds=two-pin)+hana(variation=2)");
});

it("ignores choices that the rulebook does not have", () => {
  expect(specOf(book("zan", option("reds", "a", "b")), { reds: "c", other: "d" }, [])).toBe("zan");
});

it("fills the other seats with bots", () => {
  expect(seatsWithBots(3, "club")).toEqual(["me", "club", "club"]);
  expect(usualBot([{ id: "greedy", says: "" }, { id: "club", says: "" }, { id: "other", says: "" }])).toBe("club");
  expect(usualBot([])).toBe("");
});
