import { expect, it } from "vitest";
import type { AgreementJson } from "../src/wire.ts";
import { serious } from "./axe.ts";
import { awaitTurn, DESKTOP, useBrowser, visitor, type Visitor } from "./browser.ts";
import { cutOff } from "./layout.ts";

useBrowser();

/** Two people and bots that discard what they draw, up to the first turn. */
async function twoPeople(size = DESKTOP): Promise<{ host: Visitor; friend: Visitor }> {
  const [host, friend] = await Promise.all([visitor({ viewport: size }, { name: "Mika" }), visitor({ viewport: size }, { name: "Sora" })]);
  await host.page.goto("/");
  const opened = await host.page.evaluate(async () => {
    const asked = { rules: "ryanzou-chankan", seats: ["me", "open", "tsumogiri", "tsumogiri"], name: "Mika", clock: null, spectators: true, listed: false, table: "" };
    const answer = await fetch("/api/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(asked) });
    return (await answer.json()) as { table: string; invites: { code: string }[] };
  });
  await host.page.goto(`/table/${opened.table}`);
  await friend.page.goto(`/table/${opened.table}#join=${opened.invites[0]?.code}`);
  await friend.page.getByRole("button", { name: "Take a seat" }).click();
  await friend.page.getByText("Not ready yet: Mika").waitFor();
  await host.page.getByRole("button", { name: "I am ready" }).click();
  await friend.page.getByText("Not ready yet: Sora").waitFor();
  // Whoever is ready can take it back, and the button says so.
  await host.page.getByRole("button", { name: "I need a moment" }).click();
  await friend.page.getByText("Not ready yet: Mika and Sora").waitFor();
  await host.page.getByRole("button", { name: "I am ready" }).click();
  await friend.page.getByText("Not ready yet: Sora").waitFor();
  await expect.poll(() => serious(friend.page)).toEqual([]);
  await expect.poll(() => cutOff(friend.page)).toEqual([]);
  await friend.page.getByRole("button", { name: "I am ready" }).click();
  await awaitTurn(host.page);
  return { host, friend };
}

/** Asks the table through the menu. */
async function askFor({ page }: Visitor, who: string, what: string): Promise<void> {
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Ask the table" }).click();
  await page.locator("dialog li", { hasText: who }).getByRole("button", { name: what, exact: true }).click();
  await page.getByRole("button", { name: "Confirm" }).click();
}

const question = ({ page }: Visitor) => page.locator("[data-question]").first();
const outcome = ({ page }: Visitor) => page.locator("[data-outcome]").first();

function rulings(from: Visitor): AgreementJson["rulings"] {
  const told = from.frames.map((frame) => JSON.parse(frame) as { t: string } & AgreementJson).filter((frame) => frame.t === "agreement");
  return told.at(-1)?.rulings ?? [];
}

it("asks the other people before a penalty, and undoes it by agreement", async () => {
  const { host, friend } = await twoPeople();
  await askFor(host, "Sora", "Chombo");
  await question(friend).getByText("Mika asks: Chombo for Sora?").waitFor();
  await question(host).getByText("Waiting for Sora").waitFor();
  await expect.poll(() => serious(friend.page)).toEqual([]);
  // By the keyboard alone.
  await question(friend).getByRole("button", { name: "Agree" }).focus();
  await friend.page.keyboard.press("Enter");
  await host.page.locator("dialog .sheet").waitFor();
  await friend.page.locator("dialog .sheet").waitFor();
  expect(rulings(host)).toEqual([{ undo: false, penalty: "chombo", seat: 1, asked: "Mika", agreed: ["Sora"], hand: 1 }]);

  await friend.page.locator("dialog footer").getByRole("button", { name: "Undo: Chombo: Sora" }).click();
  await host.page.locator("dialog [data-question]").getByRole("button", { name: "Agree" }).click();
  await host.page.locator("dialog .sheet").waitFor({ state: "detached" });
  await awaitTurn(host.page);
  expect(rulings(host).map(({ undo, asked }) => [undo, asked])).toEqual([[false, "Mika"], [true, "Sora"]]);
  await host.page.getByRole("button", { name: "Menu" }).click();
  await host.page.getByRole("button", { name: "Ask the table" }).click();
  await host.page.getByText("Hand 1: Chombo for Sora. Asked by Mika; agreed by Sora.").waitFor();
});

it("goes on when everyone is ready, and takes a break by agreement", async () => {
  const { host, friend } = await twoPeople();
  await askFor(host, "Sora", "Chombo");
  await question(friend).getByRole("button", { name: "Agree" }).click();
  // The button counts down, and a mark says who is ready.
  await host.page.locator("dialog .next .number").getByText(/^\d\d$/).waitFor();
  await host.page.locator("dialog .next").click();
  await friend.page.locator("dialog .ready").getByText("Mika: Ready").waitFor({ state: "attached" });

  await friend.page.getByRole("button", { name: "Take a break" }).click();
  await question(host).getByText("Sora asks for a break").waitFor();
  await question(host).getByRole("button", { name: "Agree" }).click();
  // Whoever was ready is asked again, and nobody is hurried.
  for (const { page } of [host, friend]) {
    await page.locator("dialog").getByText("Break: the next hand begins when everyone is ready.").waitFor();
    await expect.poll(() => page.locator("dialog .next .number").count()).toBe(0);
  }
  for (const { page } of [host, friend]) await page.locator("dialog .next").click();
  for (const { page } of [host, friend]) await page.locator("dialog .sheet").waitFor({ state: "detached" });
  await awaitTurn(host.page);
});

it("shows a question and its end on a phone", async () => {
  const { host, friend } = await twoPeople({ width: 360, height: 740 });
  await askFor(host, "Sora", "Dead hand");
  await question(friend).getByRole("button", { name: "Decline" }).waitFor();
  await expect.poll(() => cutOff(friend.page)).toEqual([]);
  await expect.poll(() => serious(friend.page)).toEqual([]);
  await question(friend).getByRole("button", { name: "Decline" }).click();
  await outcome(host).getByText("Sora does not agree").waitFor();
  await expect.poll(() => host.page.locator("[data-outcome]").getAttribute("data-outcome")).toBe("declined");
  await outcome(host).getByRole("button", { name: "Close" }).click();
  await outcome(host).waitFor({ state: "detached" });
});

it("lets a referee who does not play decide", async () => {
  const host = await visitor({}, { name: "Mika" });
  await host.page.goto("/");
  await host.page.getByRole("button", { name: "With friends: ZAN League sanma" }).click();
  await host.page.getByRole("button", { name: "Menu" }).click();
  await host.page.getByRole("button", { name: "Host settings" }).click();
  await host.page.getByRole("button", { name: "Invite a referee" }).click();
  const link = await host.page.getByLabel("Invite a referee").inputValue();
  await host.page.getByRole("button", { name: "Close" }).click();
  const referee = await visitor({}, { name: "Ren" });
  await referee.page.goto(link);
  await referee.page.getByRole("heading", { name: "You are invited to be the referee" }).waitFor();
  await referee.page.getByRole("button", { name: "Be the referee" }).click();
  await referee.page.getByText("You are the referee.").waitFor();
  await host.page.getByText("Referee: Ren").waitFor();
  await host.page.getByRole("button", { name: "Fill with bots and start" }).click();
  await awaitTurn(host.page);
  await askFor(host, "Mika", "Chombo");
  await question(referee).getByRole("button", { name: "Agree" }).click();
  await host.page.locator("dialog .sheet").waitFor();
  expect(rulings(host)[0]).toMatchObject({ asked: "Mika", agreed: ["Ren"] });
});
