import table from "./simplified.txt?raw";

const lines = table.split("\n").filter((line) => line && !line.startsWith("#"));
const words = new Map(lines.filter((line) => !line.startsWith("=")).map((line) => line.split(" ") as [string, string]));
const characters = new Map(lines.filter((line) => line.startsWith("=")).flatMap((line) => line.slice(1).match(/../gu) ?? []).map(([from = "", to = ""]) => [from, to]));
const longest = [...words.keys()].sort((one, other) => other.length - one.length);
const known = new RegExp(`${longest.join("|")}|[${[...characters.keys()].join("")}]`, "gu");

/** A text in traditional Chinese, in simplified characters and with the words of the mainland. */
export function simplify(text: string): string {
  return text.replace(known, (found) => words.get(found) ?? characters.get(found) ?? found);
}
