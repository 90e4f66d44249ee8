// Twelve moments of the table on four screens, light and dark, to be looked at: `make moments` leaves them in target/moments.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { it } from "vitest";
import { awaitTurn, sitWithBots, sitWithQuietBots, useBrowser, visitor } from "./browser.ts";
import { claimMany } from "./layout.ts";
import { openResult, playToTheLastSheet } from "./player.ts";
import { LANDSCAPE, PORTRAIT, TABLET, WIDE } from "./screens.ts";
import { SHEETS } from "./sheets.ts";

const FOLDER = fileURLToPath(new URL("../../target/moments/", import.meta.url));
/** Motion comes to rest before a picture is taken. */
const REST_MS = 900;

useBrowser();
mkdirSync(FOLDER, { recursive: true });

const SCREENS = [WIDE, TABLET, PORTRAIT, LANDSCAPE];

/** Waits until colours and tiles have come to rest. Some glows go on for ever. */
async function settled(): Promise<void> {
  const moving = document.getAnimations().filter((motion) => motion.effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(moving.map((motion) => motion.finished.catch(() => undefined)));
}

async function take(page: Page, moment: string): Promise<void> {
  await page.waitForTimeout(REST_MS);
  const width = page.viewportSize()?.width;
  for (const theme of ["light", "dark"]) {
    await page.evaluate((chosen) => (document.documentElement.dataset["theme"] = chosen), theme);
    await page.evaluate(settled);
    await page.screenshot({ path: `${FOLDER}${moment}-${width}-${theme}.png` });
  }
}

it.each(SCREENS)("takes twelve moments at $width × $height", async ({ width, height, touch }) => {
  const { page } = await visitor({ viewport: { width, height }, hasTouch: touch, isMobile: touch }, { name: "Mika" });
  await page.goto("/");
  await page.locator(".books li").first().waitFor();
  await take(page, "01-lobby");

  await claimMany(page);
  await take(page, "02-offer");
  await page.locator(".calls .call").filter({ hasText: /^\s*Pon/ }).first().click();
  await awaitTurn(page);
  await take(page, "03-meld");

  const pocchi = SHEETS["a pocchi in ZAN"];
  if (!pocchi) return;
  await sitWithQuietBots(page, pocchi.rules, pocchi.players, [pocchi.wall]);
  await awaitTurn(page);
  await take(page, "04-turn");
  await page.locator(".calls").getByRole("button", { name: "Riichi", exact: true }).click();
  await take(page, "05-riichi");
  await page.locator('.hand [aria-disabled="false"]').last().dispatchEvent("click");
  await page.locator(".lifted").or(page.locator(".calls .call.main")).first().waitFor();
  if (await page.locator(".lifted").count()) await page.locator(".lifted").dispatchEvent("click");
  await page.locator(".calls .call.main").waitFor();
  await take(page, "06-wait");
  // The moment of a win passes by itself; a clock that stands still keeps it.
  const now = await page.evaluate(() => Date.now());
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1);
  await page.locator(".calls .call.main").dispatchEvent("click");
  await page.locator(".veil .ribbon").waitFor();
  await take(page, "07-win");
  await page.locator(".veil").dispatchEvent("click");
  await page.locator("dialog .sheet").waitFor();
  await page.clock.resume();
  await take(page, "08-sheet");
  await page.locator("dialog footer .see").click();
  await take(page, "09-revealed");

  const hana = SHEETS["a flower dora in Hana"];
  if (!hana) return;
  await sitWithQuietBots(page, hana.rules, hana.players, [hana.wall]);
  await hana.play(page);
  await page.locator("dialog .sheet").waitFor();
  await take(page, "10-chips");

  await sitWithBots(page, "tenhou-sanma", 3, { bot: "club" });
  await playToTheLastSheet(page);
  await openResult(page);
  await take(page, "11-result");
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await page.getByRole("slider", { name: "Position in the game" }).waitFor();
  for (let step = 0; step < 60; step += 1) await page.keyboard.press("ArrowRight");
  await take(page, "12-replay");
});
