import { expect, it } from "vitest";
import { useBrowser, visitor } from "./browser.ts";
import { openSheet, SHEETS } from "./sheets.ts";

useBrowser();

it.each(Object.entries(SHEETS))("cites on the sheet of %s what a referee would read out", async (_, sheet) => {
  const { page } = await visitor();
  await openSheet(page, sheet);
  const links = await page.locator("dialog .sheet a").evaluateAll((all) => all.map((link) => [link.textContent, link.getAttribute("href")] as const));
  const cited = links.map(([id]) => id);
  for (const clause of sheet.cites) expect(cited).toContain(clause);
  // Every link leads to a clause on the page of this rulebook that says it as a rule.
  const clauses = links.filter(([, address]) => address?.includes("#"));
  const rules = await (await page.request.get(clauses[0]?.[1]?.split("#")[0] ?? "")).text();
  for (const [id] of clauses) expect(rules.split(`id="${id}"`)[1]).not.toMatch(/^[^]{0,80}<dd><p>Replaced by/);
});

it.each([["en", "romaji"], ["de", "romaji"], ["ja", "kanji"]])("fits the sheets on a phone in %s", async (language, terms) => {
  for (const [name, sheet] of Object.entries(SHEETS)) {
    const { page, context } = await visitor({ viewport: { width: 360, height: 740 } }, { language, terms });
    await openSheet(page, sheet);
    const wide = await page.locator("dialog:has(.sheet)").evaluate((dialog) => [...dialog.querySelectorAll("*"), dialog].filter((each) => each.getBoundingClientRect().right > innerWidth + 1 && !each.closest("svg, .unseen")).map((each) => each.outerHTML.slice(0, 80)));
    expect([name, wide]).toEqual([name, []]);
    await context.close();
  }
});
