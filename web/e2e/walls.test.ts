import { expect, it } from "vitest";
import type { TestWall } from "../src/wire.ts";
import { awaitTurn, listen, sitWithQuietBots, useBrowser, visitor, type Visitor } from "./browser.ts";

useBrowser();

const EAST = "234678p23678s11z";
const SOUTH = "1479p1479s23456z";
// All fives of ZAN are red.
const WEST = "1368p2068s23467z";

/** Sits down at a table with a stacked wall, against bots that discard what they draw. */
async function sitAt(at: Visitor, rules: string, wall: TestWall, second = "tsumogiri"): Promise<string> {
  await at.page.goto("/");
  const opened = await at.page.evaluate(
    async (asked) => {
      const headers = { "content-type": "application/json" };
      const answer = await fetch("/api/tables", { method: "POST", headers, body: JSON.stringify(asked) });
      return (await answer.json()) as { table: string; invites: { code: string }[] };
    },
    { rules, seats: ["me", second, "tsumogiri"], name: "Mika", clock: null, spectators: false, listed: false, table: "", walls: [wall] },
  );
  await at.page.goto(`/table/${opened.table}`);
  return `/table/${opened.table}#join=${opened.invites[0]?.code ?? ""}`;
}

const call = (at: Visitor, word: string) => at.page.locator(".calls .call").filter({ hasText: new RegExp(`^\\s*${word}`) }).first().click();
const discard = (at: Visitor) => at.page.locator('.hand [aria-disabled="false"]').last().click();

it("shows an open riichi to the others", async () => {
  const host = await visitor();
  const link = await sitAt(host, "zan", { hands: [EAST, SOUTH, WEST], draws: "9m7z7z", dora: "9m" }, "open");
  const friend = await visitor();
  await friend.page.goto(link);
  await friend.page.getByRole("button", { name: "Take a seat" }).click();
  for (const { page } of [host, friend]) await page.getByRole("button", { name: "I am ready" }).click();
  await awaitTurn(host.page);
  await call(host, "Open riichi");
  await discard(host);
  const shown = friend.page.locator(".concealed.open [role=img]");
  await expect.poll(() => shown.count()).toBe(13);
  await expect.poll(() => host.page.locator(".hand button").count()).toBe(13);
  const names = await shown.evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("aria-label")));
  const own = await host.page.locator(".hand button").evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute("aria-label")));
  expect(new Set(names).size).toBe(new Set(own).size);
});

it("cannot cancel a riichi that waits for the connection", async () => {
  const player = await visitor();
  await sitAt(player, "zan", { hands: [EAST, SOUTH, WEST], draws: "9m7z7z", dora: "9m" });
  await awaitTurn(player.page);
  await player.context.setOffline(true);
  await player.page.evaluate(() => window.dispatchEvent(new Event("offline")));
  await call(player, "Riichi");
  await player.page.getByRole("button", { name: "Cancel" }).waitFor();
  await discard(player);
  await player.page.getByText("Will be sent once you are back online").waitFor();
  await expect.poll(() => player.page.getByRole("button", { name: "Cancel" }).count()).toBe(0);
  await player.context.setOffline(false);
  await player.page.locator(".plate .flags", { hasText: "Riichi" }).waitFor();
});

it("wins by drawing the pocchi after riichi", async () => {
  const player = await visitor();
  await sitAt(player, "zan", { hands: [EAST, SOUTH, WEST], draws: "9m7z7z5rz", dora: "9m", ura: "9p" });
  await awaitTurn(player.page);
  await call(player, "Riichi");
  await discard(player);
  await player.page.locator(".calls .call.main").waitFor();
  const heard = await listen(player.page);
  await call(player, "Tsumo");
  const sheet = player.page.locator("dialog .sheet");
  await sheet.waitFor();
  // ZAN-05, ZAN-15: each opponent pays a chip for the pocchi and one for ippatsu.
  await expect.poll(() => sheet.textContent()).toContain("the pocchi drawn");
  await expect.poll(() => sheet.textContent()).toContain("4 han");
  // ZAN-37 is the dealer's chart. The pocchi stands for the tile that makes the hand the dearest: 1 or 4 sou.
  await expect.poll(() => sheet.locator(".total a").textContent()).toBe("ZAN-37");
  await expect.poll(() => sheet.locator(".reason", { hasText: "counts as" }).locator("[role=img]").getAttribute("aria-label")).toMatch(/^[14] sou/);
  // 4 han are a mangan, 6,000 from each. The stick goes to the pot and comes back, so no line is left of it.
  await expect.poll(() => sheet.locator(".amount").allTextContents()).toEqual(["12,000"]);
  await expect.poll(() => sheet.locator(".flow").allTextContents()).toEqual(["Usagi 6,000 and 2 chips→ MMika", "Kame 6,000 and 2 chips→ MMika"]);
  await expect.poll(() => sheet.locator(".change").allTextContents()).toEqual(["+12,000", "+4 chips", "−6,000", "−2 chips", "−6,000", "−2 chips"]);
  // Screen readers get the same, in the dialog and on the table behind it.
  const summary = "You win by Tsumo: 4 han mangan. You get 12,000 and 4 chips";
  const says = await player.page.locator("dialog:has(.sheet)").getAttribute("aria-describedby");
  await expect.poll(() => player.page.locator(`[id="${says}"]`).textContent()).toBe(summary);
  await expect.poll(heard).toContain(summary);
  const lines = sheet.locator("tbody tr");
  await expect.poll(() => lines.count()).toBeGreaterThan(8);
  await expect.poll(() => lines.filter({ hasNot: player.page.locator("a") }).count()).toBe(0);
  // One white dragon of the box carries the dot, so the others are blank.
  await expect.poll(() => player.page.locator('use[href="/tiles.svg#5z"]').count()).toBe(0);
});

it("says no yaku of a wait until riichi is chosen", async () => {
  const player = await visitor();
  // 24s wait for 3s: closed, but neither pinfu nor tanyao.
  await sitAt(player, "zan", { hands: ["123p678p789s24s99m", SOUTH, WEST], draws: "1z7z7z", dora: "9s" });
  await awaitTurn(player.page);
  const drawn = player.page.locator('.hand [aria-disabled="false"]').last();
  await drawn.hover();
  // A draw would win: menzen tsumo.
  await player.page.locator(".waits .noyaku").getByText("no yaku on a discard").waitFor();
  await call(player, "Riichi");
  await drawn.hover();
  await player.page.locator(".waits .wait").waitFor();
  await expect.poll(() => player.page.locator(".waits .noyaku").count()).toBe(0);
});

it("replaces flowers by itself", async () => {
  const player = await visitor();
  await sitAt(player, "zan", { hands: [EAST, "1479p1479s2345z3f", WEST], draws: "1f4f", replacements: "2f9p9s6z", dora: "9m" });
  await awaitTurn(player.page);
  // ZAN-12: the first and the second flower are out, and the second replacement is in the hand.
  await expect.poll(() => player.page.locator(".tray [role=img]").count()).toBeGreaterThanOrEqual(3);
  const events = () => player.frames.map((frame) => JSON.parse(frame) as { e?: { type: string; seat: number; tile?: string } });
  const aside = () => events().flatMap(({ e }) => (e?.type === "set-aside" ? [[e.seat, e.tile]] : []));
  await expect.poll(() => aside().slice(0, 3)).toEqual([[0, "1f"], [0, "2f"], [1, "3f"]]);
});

it("sets a north aside", async () => {
  const player = await visitor();
  const hands = [EAST, "1479p1479s12356z", "1368p2568s23567z"];
  await sitAt(player, "sanmatsuri", { hands, draws: "4z", replacements: "9m", dora: "9p", ura: "9p" });
  await awaitTurn(player.page);
  await call(player, "Kita");
  await expect.poll(() => player.page.locator(".tray [role=img]").count()).toBe(1);
  await awaitTurn(player.page);
});

it("gives a chombo that nobody else has to agree to", async () => {
  const player = await visitor();
  await sitAt(player, "zan", { hands: [EAST, SOUTH, WEST], draws: "9m7z7z", dora: "9m" });
  await awaitTurn(player.page);
  await player.page.getByRole("button", { name: "Menu" }).click();
  await player.page.getByRole("button", { name: "Ask the table" }).click();
  await player.page.getByRole("button", { name: "Chombo" }).nth(1).click();
  await player.page.getByRole("button", { name: "Confirm" }).click();
  await player.page.getByText("The hand is void").waitFor();
  await expect.poll(() => player.page.locator("dialog .sheet").textContent()).toContain("Chombo by");
  // The sheet names the rulebook that decided, down to its text.
  const book = player.page.locator("dialog .book");
  await expect.poll(() => book.locator("code").textContent()).toMatch(/^[0-9a-f]{8}$/);
  const rules = await player.page.request.get((await book.getByRole("link", { name: "ZAN League sanma" }).getAttribute("href")) ?? "");
  expect([rules.status(), (await rules.text()).includes("ZAN-37")]).toEqual([200, true]);
  const letters = await player.page.locator("dialog .points-part dt").evaluateAll((rows) => rows.map((row) => parseFloat(getComputedStyle(row).fontSize)));
  expect(Math.min(...letters)).toBeGreaterThanOrEqual(12);
});

it("offers only the rulings of the rulebook", async () => {
  // RC-25 and RC-26 have both, ZAN-55 a chombo alone, Zung Jung neither.
  const cases: [string, number, string[]][] = [["ryanzou-chankan", 4, ["Chombo", "Dead hand"]], ["zan", 3, ["Chombo"]], ["zung-jung", 4, []]];
  for (const [rules, players, rulings] of cases) {
    const { page } = await visitor();
    await sitWithQuietBots(page, rules, players, []);
    await awaitTurn(page);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Ask the table" }).click();
    const offered = page.locator("dialog .offers").first().getByRole("button");
    await (rulings.length > 0 ? offered.first() : page.getByText("There is nothing to ask right now.")).waitFor();
    await expect.poll(async () => [rules, await offered.allTextContents()]).toEqual([rules, rulings]);
  }
});

it("shows the time left of a timed game, and none without a limit", async () => {
  for (const [rules, timed] of [["sanmatsuri", true], ["zan", false]] as const) {
    const { page } = await visitor();
    await sitWithQuietBots(page, rules, 3, []);
    await awaitTurn(page);
    const timer = page.getByRole("timer");
    await expect.poll(async () => [rules, await timer.count()]).toEqual([rules, timed ? 1 : 0]);
    // SM-04: a game lasts an hour.
    if (timed) expect(await timer.textContent()).toMatch(/Time left (60|59) min/);
  }
});
