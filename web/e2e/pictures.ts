// The pictures of README, taken from a game as it is played: `make pictures`.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { it } from "vitest";
import { awaitTurn, discard, PHONE, sitDown, useBrowser, visitor } from "./browser.ts";
import { openResult, playToTheLastSheet } from "./player.ts";

const FOLDER = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));
/** Motion comes to rest before a picture is taken. */
const REST_MS = 700;

useBrowser();
mkdirSync(FOLDER, { recursive: true });

async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(REST_MS);
  await page.screenshot({ path: `${FOLDER}${name}.jpg`, type: "jpeg", quality: 82 });
}

async function playSomeTurns(page: Page, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await awaitTurn(page);
    // Nobody discards every tile that is drawn.
    if (turn + 1 < turns) await discard(page, turn % 3 === 1 ? -1 : 0);
  }
}

it("takes the table, a score sheet and the replay", async () => {
  const { page } = await visitor({}, { name: "Mika" });
  await sitDown(page, "ZAN League sanma");
  await playSomeTurns(page, 7);
  await take(page, "table");
  await playToTheLastSheet(page);
  await take(page, "sheet");
  await openResult(page);
  await take(page, "result");
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await page.getByRole("slider", { name: "Position in the game" }).waitFor();
  for (let step = 0; step < 40; step += 1) await page.keyboard.press("ArrowRight");
  await take(page, "replay");
});

it("takes the lobby", async () => {
  const { page } = await visitor({}, { name: "Mika" });
  await page.goto("/");
  await page.locator(".books li").first().waitFor();
  await take(page, "lobby");
});

it("takes a phone", async () => {
  const { page } = await visitor({ viewport: PHONE, deviceScaleFactor: 2 }, { name: "Mika" });
  await sitDown(page, "Zung Jung");
  await playSomeTurns(page, 6);
  await take(page, "phone");
});
