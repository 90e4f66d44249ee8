import { getStaticTOMLValue, ParseError, parseTOML, type AST } from "toml-eslint-parser";

/** A value of a rulebook: TOML without dates and fractions. */
export type Plain = boolean | number | string | Plain[] | { [key: string]: Plain };

/** Where a value is: `["clause", 0, "sets", "game", "start"]`. */
export type Path = readonly (string | number)[];

/** A change of a text: from here to there, this instead. */
export type Edit = { from: number; to: number; insert: string };

/** The text is not TOML; counted from 1. */
export class NotToml extends Error {
  constructor(
    readonly line: number,
    message: string,
  ) {
    super(message);
  }
}

type Container = { path: Path; node: AST.TOMLTable | AST.TOMLTopLevelTable | AST.TOMLInlineTable };
type Entry = { path: Path; node: AST.TOMLKeyValue; parent: Container };

/** A TOML text that can be changed in place: comments, order and layout of everything else stay. */
export class TomlText {
  readonly value: { [key: string]: Plain };
  readonly #containers: Container[] = [];
  readonly #entries: Entry[] = [];
  readonly #tables: AST.TOMLTable[];

  constructor(readonly text: string) {
    try {
      const program = parseTOML(text, { tomlVersion: "1.1" });
      const [top] = program.body;
      this.value = getStaticTOMLValue(program) as { [key: string]: Plain };
      this.#tables = top.body.filter((node) => node.type === "TOMLTable");
      this.#note({ path: [], node: top });
      for (const table of this.#tables) this.#note({ path: table.resolvedKey, node: table });
    } catch (error) {
      if (error instanceof ParseError) throw new NotToml(error.lineNumber, error.message);
      throw error;
    }
  }

  #note(container: Container): void {
    this.#containers.push(container);
    for (const node of container.node.body) {
      if (node.type !== "TOMLKeyValue") continue;
      const path = [...container.path, ...node.key.keys.map((key) => (key.type === "TOMLBare" ? key.name : key.value))];
      this.#entries.push({ path, node, parent: container });
      if (node.value.type === "TOMLInlineTable") this.#note({ path, node: node.value });
    }
  }

  /** The value there, if the text has one. */
  at(path: Path): Plain | undefined {
    let found: Plain | undefined = this.value;
    for (const step of path) {
      if (typeof found !== "object") return undefined;
      found = Array.isArray(found) ? found[Number(step)] : Object.hasOwn(found, step) ? found[step] : undefined;
    }
    return found;
  }

  /** Where the value is written; the line that begins a table, for a table. */
  place(path: Path): { from: number; to: number } | undefined {
    const entry = this.#entries.find((one) => same(one.path, path));
    const table = this.#tables.find((one) => same(one.resolvedKey, path));
    const [from, to] = entry?.node.value.range ?? table?.key.range ?? [];
    return from === undefined || to === undefined ? undefined : { from, to };
  }

  /** Gives a value to a path: in its place, or after the last entry of the innermost table that is written there. */
  set(path: Path, value: Plain): Edit[] {
    const entry = this.#entries.find((one) => same(one.path, path));
    if (entry) return [{ from: entry.node.value.range[0], to: entry.node.value.range[1], insert: written(value) }];
    const within = this.#containers.filter((one) => startsWith(path, one.path));
    const container = within.reduce((best, one) => (one.path.length >= best.path.length ? one : best));
    const key = path.slice(container.path.length).map(keyOf).join(".");
    return [container.node.type === "TOMLInlineTable" ? inBraces(container.node, `${key} = ${written(value)}`) : this.#newLine(container.node, key, written(value))];
  }

  /** Takes a value away, and the tables in braces that it leaves empty. */
  remove(path: Path): Edit[] {
    const entry = this.#entries.find((one) => same(one.path, path));
    if (entry) return this.#without(entry);
    const inside = this.#entries.filter((one) => startsWith(one.path, path) && !this.#entries.some((other) => other !== one && startsWith(one.path, other.path) && startsWith(other.path, path)));
    return inside.flatMap((one) => this.#without(one));
  }

  /** The lines of a table with everything that belongs to it and the comment right above; up to the next table. */
  block(path: Path): { from: number; to: number } | undefined {
    const own = this.#tables.filter((one) => startsWith(one.resolvedKey, path));
    const [first] = own;
    const last = own.at(-1);
    if (!first || !last) return undefined;
    let from = this.#lineStart(first.range[0]);
    while (from > 0 && /^\s*#/.test(this.#lineAt(from - 1))) from = this.#lineStart(from - 1);
    return { from, to: this.#lineEnd(last.range[1]) };
  }

  /** Takes a whole table away, with one of the empty lines around it. */
  removeBlock(path: Path): Edit[] {
    const block = this.block(path);
    if (!block) return [];
    const after = /^\r?\n(?:[ \t]*\r?\n)*/.exec(this.text.slice(block.to))?.[0] ?? "";
    const to = block.to + after.length;
    if (to < this.text.length || block.from === 0) return [{ from: block.from, to, insert: "" }];
    const before = /(?:[ \t]*\r?\n)*$/.exec(this.text.slice(0, block.from))?.[0] ?? "";
    return [{ from: block.from - before.length, to, insert: "\n" }];
  }

  /** Writes a block of lines after the last table that begins like this, or else at the end. */
  append(after: string, block: string): Edit[] {
    const last = this.#tables.findLast((one) => one.resolvedKey[0] === after);
    const at = last ? this.#lineEnd(last.range[1]) : this.text.trimEnd().length;
    const isEnd = this.text.slice(at).trim() === "";
    const before = at === 0 ? "" : "\n\n";
    return [{ from: at, to: isEnd ? this.text.length : at, insert: `${before}${block}${isEnd ? "\n" : ""}` }];
  }

  #without({ node, parent }: Entry): Edit[] {
    if (parent.node.type !== "TOMLInlineTable") {
      const from = this.#lineStart(node.range[0]);
      const end = this.#lineEnd(node.range[1]);
      return [{ from, to: Math.min(end + 1, this.text.length), insert: "" }];
    }
    const { body, range } = parent.node;
    if (body.length === 1) {
      const owner = this.#entries.find((one) => one.node.value === parent.node);
      return owner ? this.#without(owner) : [{ from: range[0], to: range[1], insert: "{}" }];
    }
    const place = body.indexOf(node);
    const next = body[place + 1];
    const last = body[place - 1];
    if (next) return [{ from: node.range[0], to: next.range[0], insert: "" }];
    return [{ from: last?.range[1] ?? node.range[0], to: node.range[1], insert: "" }];
  }

  /** A line after the last entry of a table, with its equals sign below the others. */
  #newLine(table: AST.TOMLTable | AST.TOMLTopLevelTable, key: string, value: string): Edit {
    const body: (AST.TOMLKeyValue | AST.TOMLTable)[] = table.body;
    const last = body.filter((node): node is AST.TOMLKeyValue => node.type === "TOMLKeyValue").at(-1);
    if (!last) {
      const at = table.type === "TOMLTable" ? this.#lineEnd(table.range[0]) : 0;
      return { from: at, to: at, insert: table.type === "TOMLTable" ? `\n${key} = ${value}` : `${key} = ${value}\n` };
    }
    const column = this.text.slice(last.range[0], last.value.range[0]).indexOf("=");
    const at = this.#lineEnd(last.range[1]);
    return { from: at, to: at, insert: `\n${key.padEnd(Math.max(column - 1, 0))} = ${value}` };
  }

  #lineStart(at: number): number {
    return this.text.lastIndexOf("\n", at - 1) + 1;
  }

  #lineEnd(at: number): number {
    const end = this.text.indexOf("\n", at);
    return end < 0 ? this.text.length : end;
  }

  #lineAt(at: number): string {
    return this.text.slice(this.#lineStart(at), this.#lineEnd(at));
  }
}

/** The text after the edits, which must not overlap. */
export function edited(text: string, edits: readonly Edit[]): string {
  const sorted = [...edits].sort((one, other) => other.from - one.from);
  return sorted.reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);
}

/** A value as our rulebooks write it. */
export function written(value: Plain): string {
  if (typeof value === "number") return String(value).replace(/\B(?=(\d{3})+$)/g, "_");
  if (typeof value === "string") return JSON.stringify(value).replace(/\u007f/g, "\\u007f");
  if (typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  const fields = Object.entries(value).map(([key, each]) => `${keyOf(key)} = ${written(each)}`);
  return fields.length === 0 ? "{}" : `{ ${fields.join(", ")} }`;
}

function keyOf(step: string | number): string {
  return /^[A-Za-z0-9_-]+$/.test(String(step)) ? String(step) : written(String(step));
}

function inBraces(table: AST.TOMLInlineTable, line: string): Edit {
  const last = table.body.at(-1);
  if (!last) return { from: table.range[0], to: table.range[1], insert: `{ ${line} }` };
  return { from: last.range[1], to: last.range[1], insert: `, ${line}` };
}

function startsWith(path: Path, start: Path): boolean {
  return start.length <= path.length && start.every((step, place) => String(step) === String(path[place]));
}

function same(one: Path, other: Path): boolean {
  return one.length === other.length && startsWith(one, other);
}
