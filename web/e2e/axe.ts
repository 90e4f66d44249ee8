import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

type Violation = { id: string; impact: string; nodes: { html: string }[] };

/** Everything that axe finds on the page. */
export function violations(page: Page): Promise<string[]> {
  return found(page, () => true);
}

/** What axe finds serious on the page. */
export function serious(page: Page): Promise<string[]> {
  return found(page, ({ impact }) => impact === "serious" || impact === "critical");
}

async function found(page: Page, counts: (one: Violation) => boolean): Promise<string[]> {
  await page.evaluate(AXE);
  const all = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (root: Document) => Promise<{ violations: Violation[] }> } };
    const { violations } = await axe.run(document);
    return violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => ({ html })) }));
  });
  return all.filter(counts).map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(" | ")}`);
}
