import type { Page } from "playwright-core";

/** What has been clicked during a game. */
export type Clicks = { discards: number; calls: Record<string, number> };

/**
 * Plays by clicking until the score sheet of the last hand lies on the table: wins are taken, riichi and calls too, the
 * drawn tile goes. The clicks are made inside the page, as quickly as it shows something to click.
 */
export async function playToTheLastSheet(page: Page): Promise<Clicks> {
  await page.evaluate(() => {
    const clicks: Clicks = { discards: 0, calls: {} };
    /** A sheet is read for a moment: whether it is the last one is told just after it. */
    const READING_MS = 400;
    let since: number | null = null;
    const step = (): void => {
      const next = document.querySelector<HTMLElement>("dialog:has(.sheet) footer .main");
      if (next?.textContent === "Show final result") return clearInterval(timer);
      since = next ? (since ?? Date.now()) : null;
      if (next && since !== null) {
        if (Date.now() - since > READING_MS) next.click();
        return;
      }
      const call = document.querySelector<HTMLElement>(".calls .call.main:not(:disabled), .calls .call:not(:disabled)");
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
  await page.getByRole("button", { name: "Show final result" }).waitFor({ timeout: 110_000 });
  return page.evaluate(() => (window as unknown as { clicks: Clicks }).clicks);
}

/** Puts the last score sheet away. */
export async function openResult(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Show final result" }).click();
  await page.locator("dialog .ranking").waitFor();
}
