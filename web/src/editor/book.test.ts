import { describe, expect, it } from "vitest";
import { BookText } from "./book.ts";
import { edited, NotToml, TomlText, written, type Edit } from "./toml.ts";

const FRIDAYS = `# Our Fridays.
[rulebook]
id      = "fridays"
name    = { en = "Friday table" } # as on the door
extends = "tenhou"

# Agreed in May.
[[clause]]
id   = "F-01"
says = "Everyone starts with 30,000."
sets = { game.start = 30_000, result.return-points = 30_000 } # both

[[clause]]
id = "F-02"
says = "No ippatsu and no haitei."
off  = ["ippatsu", "haitei"]

[[clause]]
id   = "F-03"
says = "Three in a row."
yaku.sanrenkou = { han = 2, when = "consecutive-triplets >= 3", name = { en = "Three in a row" } }

[[clause]]
id   = "F-04"
says = "Noten pay 1,500."
[clause.sets]
draws.noten = 1_500 # in total
draws.noten-from = "together"

[[example]]
clause = "F-01"
given  = { han = 1, fu = 30 }
expect = { south = 1_000 }
`;

const after = (text: string, change: (book: BookText) => Edit[]) => edited(text, change(new BookText(text)));
/** Lines that the change took away or wrote, in the order of the text. */
function difference(before: string, now: string): string[] {
  const [old, fresh] = [before.split("\n"), now.split("\n")];
  return [...old.filter((line) => !fresh.includes(line)).map((line) => `-${line}`), ...fresh.filter((line) => !old.includes(line)).map((line) => `+${line}`)];
}

describe("a value", () => {
  it("is changed in its place, with comments and neighbours kept", () => {
    const now = after(FRIDAYS, (book) => book.setValue("game.start", 27_500, () => ""));
    expect(now).toBe(FRIDAYS.replace("game.start = 30_000", "game.start = 27_500"));
  });

  it("is changed in a table below its clause", () => {
    expect(after(FRIDAYS, (book) => book.setValue("draws.noten", 3_000, () => ""))).toBe(FRIDAYS.replace("1_500 # in", "3_000 # in"));
  });

  it("gets a clause after the last if the text does not set it", () => {
    const now = after(FRIDAYS, (book) => book.setValue("riichi.stick", 2_000, () => "A stick is 2,000."));
    expect(now).toBe(FRIDAYS.replace('"together"\n', '"together"\n\n[[clause]]\nid   = "F-05"\nsays = "A stick is 2,000."\nsets = { riichi.stick = 2_000 }\n'));
    expect(new BookText(now).own("riichi.stick")).toMatchObject({ value: 2_000, clause: { id: "F-05" } });
  });

  it("leaves the others of its clause when it is reset", () => {
    expect(after(FRIDAYS, (book) => book.resetValue("game.start"))).toBe(FRIDAYS.replace("game.start = 30_000, ", ""));
    expect(after(FRIDAYS, (book) => book.resetValue("result.return-points"))).toBe(FRIDAYS.replace(", result.return-points = 30_000", ""));
    expect(after(FRIDAYS, (book) => book.resetValue("draws.noten"))).toBe(FRIDAYS.replace("draws.noten = 1_500 # in total\n", ""));
  });

  it("takes its clause along when nothing else is left", () => {
    const grown = after(FRIDAYS, (book) => book.setValue("riichi.stick", 2_000, () => "A stick is 2,000."));
    expect(after(grown, (book) => book.resetValue("riichi.stick"))).toBe(FRIDAYS);
  });

  it("leaves a clause that an example refers to", () => {
    const one = after(FRIDAYS, (book) => book.resetValue("game.start"));
    const none = after(one, (book) => book.resetValue("result.return-points"));
    expect(difference(FRIDAYS, none)).toEqual(["-sets = { game.start = 30_000, result.return-points = 30_000 } # both"]);
  });

  it("may be a list, a record or a chart", () => {
    const now = after(FRIDAYS, (book) => book.setValue("result.uma", [15_000, 5_000, -5_000, -15_000], () => "Uma."));
    expect(now).toContain("sets = { result.uma = [15_000, 5_000, -5_000, -15_000] }");
    expect(written([{ han: 3, base: 2_000, name: { en: "Mangan" } }])).toBe('[{ han = 3, base = 2_000, name = { en = "Mangan" } }]');
  });

  it("is the last one that the text gives", () => {
    const twice = `${FRIDAYS}\n[[clause]]\nid = "F-09"\nsays = "No, 20,000."\nsets = { game.start = 20_000 }\n`;
    expect(new BookText(twice).own("game.start")).toMatchObject({ value: 20_000, clause: { id: "F-09" } });
    expect(after(twice, (book) => book.setValue("game.start", 1_000, () => ""))).toBe(twice.replace("20_000 }", "1_000 }"));
    expect(new BookText(after(twice, (book) => book.resetValue("game.start"))).own("game.start")).toBeUndefined();
  });
});

describe("a yaku", () => {
  it("is switched off by a new clause and on again", () => {
    const now = after(FRIDAYS, (book) => book.switchOff("tanyao", "No tanyao."));
    expect(difference(FRIDAYS, now)).toEqual(['+id   = "F-05"', '+says = "No tanyao."', '+off  = ["tanyao"]']);
    expect(after(now, (book) => book.switchOn("tanyao"))).toBe(FRIDAYS);
  });

  it("is switched on among others", () => {
    expect(after(FRIDAYS, (book) => book.switchOn("ippatsu"))).toBe(FRIDAYS.replace('"ippatsu", ', ""));
  });

  it("changes field by field", () => {
    const change = (wanted: Record<string, string | number | boolean>) =>
      after(FRIDAYS, (book) => {
        const [yaku] = book.yaku;
        return yaku ? book.setYaku(yaku, { ...yaku.fields, ...wanted }) : [];
      });
    expect(change({ han: 3 })).toBe(FRIDAYS.replace("han = 2", "han = 3"));
    expect(change({ open: 1, bonus: true })).toBe(FRIDAYS.replace('"Three in a row" } }', '"Three in a row" }, open = 1, bonus = true }'));
    const gone = after(FRIDAYS, (book) => {
      const [yaku] = book.yaku;
      return yaku ? book.setYaku(yaku, { when: "triplets >= 3", yakuman: 1 }) : [];
    });
    expect(new BookText(gone).yaku[0]?.fields).toEqual({ when: "triplets >= 3", yakuman: 1 });
  });

  it("is added and removed with its clause", () => {
    const fields = { han: 1, when: 'holds(1z) and not "x"', name: { en: "A", ja: "あ" } };
    const now = after(FRIDAYS, (book) => book.addClause("F-05", "A.", { yaku: { "my-yaku": fields } }));
    expect(new BookText(now).yaku.at(-1)).toMatchObject({ id: "my-yaku", fields });
    expect(after(now, (book) => book.yaku.filter(({ id }) => id === "my-yaku").flatMap((yaku) => book.removeYaku(yaku)))).toBe(FRIDAYS);
  });
});

describe("clauses, header and examples", () => {
  it("numbers on as the author does", () => {
    expect(new BookText(FRIDAYS).freeId()).toBe("F-05");
    expect(new BookText('[rulebook]\nid = "our-club"\n').freeId()).toBe("OC-1");
    expect(new BookText('[[clause]]\nid = "9"\nsays = ""\n').freeId()).toBe("10");
  });

  it("go with the comment right above them", () => {
    const now = after(FRIDAYS, (book) => book.removeClause(book.clauses[0] ?? book.clauses[1]!));
    expect(difference(FRIDAYS, now)).toEqual(["-# Agreed in May.", '-id   = "F-01"', '-says = "Everyone starts with 30,000."', "-sets = { game.start = 30_000, result.return-points = 30_000 } # both"]);
    expect(now).not.toMatch(/\n\n\n/);
  });

  it("rename the book and keep the comment behind its name", () => {
    expect(after(FRIDAYS, (book) => book.setHeader(["name", "en"], "Saturdays"))).toBe(FRIDAYS.replace("Friday table", "Saturdays"));
    expect(after(FRIDAYS, (book) => book.setHeader(["name", "ja"], "金曜卓"))).toBe(FRIDAYS.replace('"Friday table" }', '"Friday table", ja = "金曜卓" }'));
    expect(after(FRIDAYS, (book) => book.setHeader(["edition"], "2"))).toBe(FRIDAYS.replace('"tenhou"\n', '"tenhou"\nedition = "2"\n'));
    expect(after("", (book) => book.setHeader(["id"], "x"))).toBe('[rulebook]\nid = "x"\n\n');
  });

  it("get the number of the paper, wherever the text names them", () => {
    const shown = after(FRIDAYS, (book) => book.addExample(book.clauses[0]!.id, { hand: "1m" }, {}));
    const old = new BookText(shown).clauses[0]!.id;
    const now = after(shown, (book) => book.setId(book.clauses[0]!, "7.2"));
    expect(now).toBe(shown.replaceAll(`"${old}"`, '"7.2"'));
    expect(now).not.toBe(shown);
    expect(after(shown, (book) => book.setId(book.clauses[0]!, book.clauses[1]!.id))).toBe(shown);
    expect(after(shown, (book) => book.setId(book.clauses[0]!, ""))).toBe(shown);
  });

  it("have a sentence that follows the value until somebody writes another", () => {
    const says = (value: unknown) => `A stick is ${String(value)}.`;
    const once = after(FRIDAYS, (book) => book.setValue("riichi.stick", 2_000, says));
    const twice = after(once, (book) => book.setValue("riichi.stick", 500, says));
    expect(new BookText(twice).own("riichi.stick")).toMatchObject({ value: 500, clause: { says: "A stick is 500." } });
    const own = after(once, (book) => book.setSays(book.own("riichi.stick")!.clause, "Sticks are dear."));
    expect(new BookText(after(own, (book) => book.setValue("riichi.stick", 500, says))).own("riichi.stick")).toMatchObject({ value: 500, clause: { says: "Sticks are dear." } });
  });

  it("add and remove a worked example at the end", () => {
    const now = after(FRIDAYS, (book) => book.addExample("F-03", { hand: "222333444p6799s", win: "8s" }, { south: 2_600 }));
    expect(now).toBe(`${FRIDAYS}\n[[example]]\nclause = "F-03"\ngiven  = { hand = "222333444p6799s", win = "8s" }\nexpect = { south = 2_600 }\n`);
    expect(after(now, (book) => book.removeExample(book.examples[1]!))).toBe(FRIDAYS);
  });

  it("change a text without any table", () => {
    const now = after("", (book) => book.addClause("A-1", "Hello.", { sets: { "game.start": 1_000 } }));
    expect(now).toBe('[[clause]]\nid   = "A-1"\nsays = "Hello."\nsets = { game.start = 1_000 }\n');
  });

  it("survive line ends of Windows", () => {
    const windows = FRIDAYS.replaceAll("\n", "\r\n");
    expect(after(windows, (book) => book.setValue("game.start", 27_500, () => ""))).toBe(windows.replace("start = 30_000", "start = 27_500"));
    const grown = after(windows, (book) => book.setValue("riichi.stick", 2_000, () => "A stick."));
    expect(new BookText(grown).own("riichi.stick")?.value).toBe(2_000);
    expect(new BookText(after(grown, (book) => book.resetValue("riichi.stick"))).clauses.length).toBe(4);
  });
});

it("says where a text is not TOML", () => {
  const wrong = () => new TomlText('[rulebook]\nid = "x\n');
  expect(wrong).toThrow(NotToml);
  try {
    wrong();
  } catch (error) {
    expect((error as NotToml).line).toBe(2);
  }
});

it("writes strings that TOML reads back", () => {
  for (const text of ['"', "\\", "\u007f\u0001", "日本語 🀄", "a\nb"]) expect(new TomlText(`a = ${written(text)}`).at(["a"])).toBe(text);
});
