import type { Page } from "playwright-core";

/** What has been clicked during a game. */
export type Clicks = { discards: number; calls: Record<string, number>; sheets: number };

/**
 * Plays by clicking until the final ranking is shown: wins are taken, riichi and calls too, the drawn tile goes.
 * The clicks are made inside the page, as quickly as it shows something to click.
 */
export async function playToTheEnd(page: Page, within = 110_000): Promise<Clicks> {
  await page.evaluate(() => {
    const clicks: Clicks = { discards: 0, calls: {}, sheets: 0 };
    const press = (button: HTMLElement): void => {
      const word = button.textContent?.trim() ?? "";
      clicks.calls[word] = (clicks.calls[word] ?? 0) + 1;
      button.click();
    };
    const step = (): void => {
      const next = document.querySelector<HTMLElement>("dialog:has(.sheet) footer .main");
      const call = document.querySelector<HTMLElement>(".calls .call.main:not(:disabled), .calls .call:not(:disabled)");
      const tiles = [...document.querySelectorAll<HTMLElement>('.hand [aria-disabled="false"]')];
      if (document.querySelector("dialog .ranking")) return clearInterval(timer);
      if (next) {
        clicks.sheets += 1;
        next.click();
      } else if (call) {
        press(call);
      } else if (tiles.length > 0) {
        clicks.discards += 1;
        tiles.at(-1)?.click();
      }
    };
    const timer = setInterval(step, 12);
    Object.assign(window, { clicks });
  });
  await page.locator("dialog .ranking").waitFor({ timeout: within });
  return page.evaluate(() => (window as unknown as { clicks: Clicks }).clicks);
}
