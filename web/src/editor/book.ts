import { TomlText, written, type Edit, type Path, type Plain } from "./toml.ts";

/** A clause of the text that is written. */
export type OwnClause = { place: number; id: string; says: string; etiquette: boolean; sets: string[]; yaku: string[]; off: string[]; replaces: string[] };

/** The data of a new clause. */
export type ClauseData = { sets?: Record<string, Plain>; yaku?: Record<string, Record<string, Plain>>; off?: string[]; replaces?: string[]; kind?: "etiquette" };

/** A yaku of the text, with the clause that has it. */
export type OwnYaku = { id: string; clause: OwnClause; path: Path; fields: Record<string, Plain> };

/** A worked example of the text. */
export type OwnExample = { place: number; clause: string; given: Plain; expect: Plain };

type Table = { [key: string]: Plain };

/** A rulebook's text, and changes to it in the words of rulebooks. Every change is a list of edits, none of which touches what it is not about. */
export class BookText {
  readonly toml: TomlText;
  readonly clauses: OwnClause[];

  /** Throws `NotToml`. */
  constructor(readonly text: string) {
    this.toml = new TomlText(text);
    this.clauses = tables(this.toml.at(["clause"])).map((clause, place) => ({
      place,
      id: textOf(clause["id"]),
      says: textOf(clause["says"]),
      etiquette: clause["kind"] === "etiquette",
      sets: keysOf(clause["sets"]),
      yaku: Object.keys(tableOf(clause["yaku"])),
      off: textsOf(clause["off"]),
      replaces: [...textsOf(clause["replaces"]), ...textsOf(clause["amends"])],
    }));
  }

  header(field: string): string {
    return textOf(this.toml.at(["rulebook", field]));
  }

  /** The name in a language; a name may also be one text for all. */
  name(language: string): string {
    return textOf(this.toml.at(["rulebook", "name", language]));
  }

  setHeader(path: string[], value: string): Edit[] {
    const at = ["rulebook", ...path];
    if (value !== "") return this.toml.at(["rulebook"]) === undefined ? [{ from: 0, to: 0, insert: `[rulebook]\n${path.join(".")} = ${written(value)}\n\n` }] : this.toml.set(at, value);
    return this.toml.at(at) === undefined ? [] : this.toml.remove(at);
  }

  /** The value that the text itself gives a key; the last one holds. */
  own(key: string): { value: Plain; clause: OwnClause } | undefined {
    const clause = this.clauses.findLast((one) => one.sets.includes(key));
    const value = clause && this.toml.at(valuePath(clause, key));
    return clause && value !== undefined ? { value, clause } : undefined;
  }

  /** Changes a value where the text sets it, or else adds a clause that says so. A sentence that was made from the value before follows it. */
  setValue(key: string, value: Plain, sentence: (value: Plain) => string): Edit[] {
    const found = this.own(key);
    const says = sentence(value);
    if (found) return [...this.toml.set(valuePath(found.clause, key), value), ...(found.clause.says === sentence(found.value) ? this.setSays(found.clause, says) : [])];
    return this.addClause(this.freeId(), says, { sets: { [key]: value } });
  }

  /** Takes a value out of the text, so that the base decides again. */
  resetValue(key: string): Edit[] {
    return this.clauses.filter((one) => one.sets.includes(key)).flatMap((clause) => this.#takeOut(clause, valuePath(clause, key), { ...clause, sets: clause.sets.filter((one) => one !== key) }));
  }

  /** Does the text switch this yaku off? */
  switchesOff(yaku: string): OwnClause | undefined {
    return this.clauses.findLast((clause) => clause.off.includes(yaku));
  }

  switchOff(yaku: string, says: string): Edit[] {
    return this.switchesOff(yaku) ? [] : this.addClause(this.freeId(), says, { off: [yaku] });
  }

  switchOn(yaku: string): Edit[] {
    return this.clauses.filter((clause) => clause.off.includes(yaku)).flatMap((clause) => {
      const path = ["clause", clause.place, "off"];
      const left = clause.off.filter((one) => one !== yaku);
      return left.length > 0 ? this.toml.set(path, left) : this.#takeOut(clause, path, { ...clause, off: [] });
    });
  }

  /** The clause of the text that makes a clause of the base void. */
  voids(id: string): OwnClause | undefined {
    return this.clauses.findLast((clause) => clause.replaces.includes(id));
  }

  /** The yaku that the text adds or changes. */
  get yaku(): OwnYaku[] {
    return this.clauses.flatMap((clause) =>
      clause.yaku.map((id) => {
        const path = ["clause", clause.place, "yaku", id];
        return { id, clause, path, fields: tableOf(this.toml.at(path)) as Record<string, Plain> };
      }),
    );
  }

  /** Changes the fields of a yaku that the text has; what is not named goes. */
  setYaku({ path, fields }: OwnYaku, wanted: Record<string, Plain>): Edit[] {
    const gone = Object.keys(fields).filter((field) => !(field in wanted));
    const changed = Object.entries(wanted).filter(([field, value]) => written(fields[field] ?? "") !== written(value) || fields[field] === undefined);
    // Added fields land in one place: one edit keeps their order.
    const added = changed.filter(([field]) => fields[field] === undefined);
    const first = added[0];
    const one = first ? joined(added.flatMap(([field, value]) => this.toml.set([...path, field], value))) : [];
    const others = changed.filter(([field]) => fields[field] !== undefined).flatMap(([field, value]) => this.toml.set([...path, field], value));
    return [...one, ...others, ...gone.flatMap((field) => this.toml.remove([...path, field]))];
  }

  removeYaku(yaku: OwnYaku): Edit[] {
    return this.#takeOut(yaku.clause, yaku.path, { ...yaku.clause, yaku: yaku.clause.yaku.filter((id) => id !== yaku.id) });
  }

  /** Adds a clause after the last one. */
  addClause(id: string, says: string, data: ClauseData): Edit[] {
    const sets = Object.entries(data.sets ?? {});
    const lines = [
      "[[clause]]",
      `id   = ${written(id)}`,
      `says = ${written(says)}`,
      ...(data.kind ? [`kind = ${written(data.kind)}`] : []),
      ...(sets.length > 0 ? [`sets = { ${sets.map(([key, value]) => `${key} = ${written(value)}`).join(", ")} }`] : []),
      ...Object.entries(data.yaku ?? {}).map(([yaku, fields]) => `yaku.${yaku} = ${written(fields)}`),
      ...(data.off?.length ? [`off  = ${written(data.off)}`] : []),
      ...(data.replaces?.length ? [`replaces = ${written(data.replaces)}`] : []),
    ];
    return this.toml.append(this.clauses.length > 0 ? "clause" : "rulebook", lines.join("\n"));
  }

  setSays(clause: OwnClause, says: string): Edit[] {
    return this.toml.set(["clause", clause.place, "says"], says);
  }

  /** Gives a clause the number that it has on paper, wherever the text names it. An empty or taken one changes nothing. */
  setId(clause: OwnClause, id: string): Edit[] {
    if (id === "" || this.clauses.some((other) => other.id === id)) return [];
    const naming = (table: string) => tables(this.toml.at([table])).flatMap((one, place) => (one["clause"] === clause.id ? this.toml.set([table, place, "clause"], id) : []));
    return [...this.toml.set(["clause", clause.place, "id"], id), ...naming("option"), ...naming("example")];
  }

  removeClause(clause: OwnClause): Edit[] {
    return this.toml.removeBlock(["clause", clause.place]);
  }

  get examples(): OwnExample[] {
    return tables(this.toml.at(["example"])).map((example, place) => ({ place, clause: textOf(example["clause"]), given: example["given"] ?? {}, expect: example["expect"] ?? {} }));
  }

  addExample(clause: string, given: Plain, expect: Plain): Edit[] {
    const lines = ["[[example]]", `clause = ${written(clause)}`, `given  = ${written(given)}`, `expect = ${written(expect)}`];
    const after = ["example", "option", "clause"].find((table) => tables(this.toml.at([table])).length > 0) ?? "rulebook";
    return this.toml.append(after, lines.join("\n"));
  }

  removeExample({ place }: OwnExample): Edit[] {
    return this.toml.removeBlock(["example", place]);
  }

  /** An id for the next clause: the letters of the others and the next number. */
  freeId(): string {
    const numbered = this.clauses.map(({ id }) => /^(.*?)(\d+)$/.exec(id)).filter((found) => found !== null);
    const prefix = numbered.at(-1)?.[1] ?? `${initials(this.header("id"))}-`;
    const digits = numbered.at(-1)?.[2] ?? "";
    const most = Math.max(0, ...numbered.filter((found) => found[1] === prefix).map((found) => Number(found[2])));
    return prefix + String(most + 1).padStart(digits.startsWith("0") ? digits.length : 1, "0");
  }

  /** Takes data out of a clause, and the clause with it if nothing is left that it could say something about. */
  #takeOut(clause: OwnClause, path: Path, left: OwnClause): Edit[] {
    const isBare = !left.etiquette && [left.sets, left.yaku, left.off, left.replaces].every((list) => list.length === 0);
    return isBare && !this.#isNamed(clause.id) ? this.removeClause(clause) : this.toml.remove(path);
  }

  /** Does an option or example refer to the clause? */
  #isNamed(id: string): boolean {
    return [...tables(this.toml.at(["option"])), ...tables(this.toml.at(["example"]))].some((one) => one["clause"] === id);
  }
}

/** The letters before the numbers of clauses: `our-club` has `OC-1`. */
export function initials(id: string): string {
  const letters = id.split("-").map((word) => word.charAt(0).toUpperCase());
  return letters.join("") || "X";
}

function valuePath(clause: OwnClause, key: string): Path {
  return ["clause", clause.place, "sets", ...key.split(".")];
}

/** Edits at the same place as one. */
function joined(edits: Edit[]): Edit[] {
  const [first] = edits;
  if (!first || edits.some((edit) => edit.from !== first.from || edit.to !== edit.from)) return edits;
  return [{ ...first, insert: edits.map((edit) => edit.insert).join("") }];
}

function keysOf(sets: Plain | undefined): string[] {
  return Object.entries(tableOf(sets)).flatMap(([section, fields]) => Object.keys(tableOf(fields)).map((field) => `${section}.${field}`));
}

function tables(value: Plain | undefined): Table[] {
  return Array.isArray(value) ? value.map(tableOf) : [];
}

function tableOf(value: Plain | undefined): Table {
  return typeof value === "object" && !Array.isArray(value) ? value : {};
}

function textOf(value: Plain | undefined): string {
  return typeof value === "string" ? value : "";
}

function textsOf(value: Plain | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
