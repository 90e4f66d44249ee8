import type { Page } from "playwright-core";

/** What has been clicked during a game. */
export type Clicks = { discards: number; calls: Record<string, number> };

/**
 * Plays by clicking until the last hand's score sheet is open: takes wins, riichi and calls, otherwise discards the drawn
 * tile. The clicks happen inside the page, as soon as there is something to click.
 */
export async function playToTheLastSheet(page: Page): Promise<Clicks> {
  await page.evaluate(() => {
    const clicks: Clicks = { discards: 0, calls: {} };
    /** The page learns just after a sheet whether it was the last one. If it learns too late, the sheet is closed and the result is open. */
    const READING_MS = 400;
    let since: number | null = null;
    const step = (): void => {
      const next = document.querySelector<HTMLElement>("dialog:has(.sheet) footer .main");
      if (next?.matches(".last") || document.querySelector("dialog .ranking")) return clearInterval(timer);
      since = next ? (since ?? Date.now()) : null;
      if (next && since !== null) {
        if (Date.now() - since > READING_MS) next.click();
        return;
      }
      const call = document.querySelector<HTMLElement>(".calls .call.main:not(:disabled)") ?? document.querySelector<HTMLElement>(".calls .call:not(:disabled, .pass)");
      const tile = [...document.querySelectorAll<HTMLElement>('.hand [aria-disabled="false"]')].at(-1);
      if (call) {
        const word = call.textContent?.trim() ?? "";
        clicks.calls[word] = (clicks.calls[word] ?? 0) + 1;
      } else if (tile) {
        clicks.discards += 1;
      }
      (call ?? tile)?.click();
    };
    const timer = setInterval(step, 12);
    Object.assign(window, { clicks });
  });
  await lastSheet(page).or(page.locator("dialog .ranking")).waitFor({ timeout: 200_000 });
  return page.evaluate(() => (window as unknown as { clicks: Clicks }).clicks);
}

const lastSheet = (page: Page) => page.locator("dialog:has(.sheet) footer .last");

/** Closes the last score sheet. */
export async function openResult(page: Page): Promise<void> {
  if (await lastSheet(page).isVisible()) await lastSheet(page).click();
  await page.locator("dialog .ranking").waitFor();
}
