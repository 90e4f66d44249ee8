import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { serious } from "./axe.ts";
import { useBrowser, visitor } from "./browser.ts";
import { cutOff } from "./layout.ts";

useBrowser();

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
const CHIPS = /How many chips each opponent pays by tsumo/;

/** A game that only this file plays: other tests list tables too. */
async function choose(page: Page, option: RegExp, choice: string, wait: string): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: /^Find a game/ }).click();
  await page.getByRole("checkbox", { name: /^ZAN League sanma/ }).check();
  await page.getByText(/^Rulebook options/).click();
  await page.getByRole("group", { name: option }).getByLabel(choice).check();
  await page.getByLabel("Bots take the empty seats").selectOption({ label: wait });
}

const look = (page: Page) => page.getByRole("button", { name: "Find a game" }).click();
const waits = (page: Page) => page.getByRole("heading", { name: "Waiting for players" }).waitFor();

it("brings two together who look for the same game, and tells one who waits alone of the other", async () => {
  const mika = (await visitor({ viewport: DESKTOP }, { name: "Mika" })).page;
  const sora = (await visitor({ viewport: PHONE }, { name: "Sora" })).page;
  const ren = (await visitor({ viewport: DESKTOP }, { name: "Ren" })).page;
  await choose(mika, CHIPS, "Two from each.", "never");
  await expect.poll(() => serious(mika)).toEqual([]);
  await expect.poll(() => cutOff(mika)).toEqual([]);
  await look(mika);
  await waits(mika);
  const table = new URL(mika.url()).pathname;
  await choose(sora, CHIPS, "Two from each.", "never");
  await expect.poll(() => serious(sora)).toEqual([]);
  await expect.poll(() => cutOff(sora)).toEqual([]);
  await look(sora);
  await sora.getByRole("heading", { name: "People are waiting" }).waitFor();
  await sora.getByText("Mika").waitFor();
  await expect.poll(() => serious(sora)).toEqual([]);
  // Sora waits alone at first, hears of Mika, and goes there.
  await sora.getByRole("button", { name: "Open my own table" }).click();
  await waits(sora);
  expect(new URL(sora.url()).pathname).not.toBe(table);
  await sora.getByText("Waiting for the same game at another table: Mika.").waitFor();
  await expect.poll(() => cutOff(sora)).toEqual([]);
  await sora.getByRole("button", { name: "Move there" }).click();
  await expect.poll(() => new URL(sora.url()).pathname).toBe(table);
  await mika.getByText("Sora", { exact: true }).first().waitFor();
  // Ren takes the seat that is offered.
  await choose(ren, CHIPS, "Two from each.", "never");
  await look(ren);
  await ren.getByRole("button", { name: "Sit down" }).click();
  await expect.poll(() => new URL(ren.url()).pathname).toBe(table);
  for (const page of [mika, sora, ren]) await page.getByRole("button", { name: "I am ready" }).click();
  await mika.getByRole("toolbar", { name: "Your hand" }).getByRole("button").first().waitFor();
});

it("counts down until bots come, and starts at once if asked to", async () => {
  const { page } = await visitor({ viewport: PHONE }, { name: "Aki" });
  await choose(page, /Whether ippatsu, ura dora and the pocchi earn chips/, "They do not.", "after 3 minutes");
  await look(page);
  await waits(page);
  await page.getByText(/^Bots take the empty seats in [0-3]:\d\d\.$/).waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
  await page.getByLabel("Bots take the empty seats").selectOption({ label: "never" });
  await page.getByText("The empty seats stay open.").waitFor();
  await page.getByLabel("Bots take the empty seats").selectOption({ label: "at once" });
  await page.getByRole("toolbar", { name: "Your hand" }).getByRole("button").first().waitFor();
});

it("asks for a rulebook before it looks", async () => {
  const { page } = await visitor({ viewport: DESKTOP });
  await page.goto("/find");
  await page.getByRole("checkbox", { name: /^ZAN League sanma/ }).waitFor();
  for (const box of await page.getByRole("checkbox").all()) await box.uncheck();
  await look(page);
  await page.getByRole("alert").getByText("Choose at least one rulebook.").waitFor();
});
