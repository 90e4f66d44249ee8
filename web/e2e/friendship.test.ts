import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { serious } from "./axe.ts";
import { awaitTurn, discard, leaveToBots, sitDown, useBrowser, visitor } from "./browser.ts";
import { cutOff } from "./layout.ts";

useBrowser();

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };

/** Somebody who has just opened an account. */
async function member(name: string, viewport: { width: number; height: number }): Promise<Page> {
  const { page } = await visitor({ viewport }, { name });
  await page.goto("/me");
  const opening = page.getByRole("form", { name: "Create an account" });
  await opening.getByLabel("Password").fill("correct horse");
  await opening.getByRole("button").click();
  await page.getByText(`Signed in as ${name}`).waitFor();
  return page;
}

it("makes friends by a link, shows who is there, and invites to a table", async () => {
  const mika = await member("Mika", DESKTOP);
  const sora = await member("Sora", PHONE);
  await mika.getByRole("link", { name: "Friends" }).click();
  await mika.getByText("No friends yet.").waitFor();
  await expect.poll(() => serious(mika)).toEqual([]);
  const link = mika.getByLabel("Your friend link");
  await expect.poll(() => link.inputValue()).toMatch(/\/friends#add=[a-z2-9]{26}$/);
  await sora.goto(await link.inputValue());
  await sora.getByRole("button", { name: "Send request", exact: true }).click();
  await sora.getByText("The request is sent.").waitFor();
  await sora.getByRole("button", { name: "Withdraw: Mika" }).waitFor();
  await expect.poll(() => serious(sora)).toEqual([]);
  await expect.poll(() => cutOff(sora)).toEqual([]);
  // The lobby tells of the request.
  await mika.goto("/");
  await mika.getByRole("link", { name: "1 friend request" }).click();
  await mika.getByRole("button", { name: "Accept: Sora" }).click();
  await mika.getByRole("button", { name: "Remove: Sora" }).waitFor();
  await mika.locator("li", { hasText: "Sora" }).getByText("online").waitFor();
  // Mika invites, and Sora takes the seat from the lobby.
  await mika.goto("/");
  await mika.getByRole("button", { name: /^Play with friends/ }).click();
  await mika.getByText("Invite a friend").click();
  await mika.getByRole("button", { name: "Invite Sora" }).click();
  await mika.getByText("Sora is invited.").waitFor();
  await expect.poll(() => serious(mika)).toEqual([]);
  await sora.goto("/");
  await sora.getByText("Mika invites you to a table.").waitFor();
  await expect.poll(() => serious(sora)).toEqual([]);
  await expect.poll(() => cutOff(sora)).toEqual([]);
  await sora.getByRole("button", { name: "Take the seat: Mika" }).click();
  await expect.poll(() => new URL(sora.url()).pathname).toBe(new URL(mika.url()).pathname);
  await mika.locator("ol li", { hasText: "Sora" }).first().waitFor();
  await sora.getByRole("button", { name: "I am ready" }).waitFor();
  // It is used up, and the friend is shown at a table.
  await sora.goto("/friends");
  await sora.locator("li", { hasText: "Mika" }).getByText("at a table").waitFor();
  await expect.poll(() => sora.getByText("Mika invites you to a table.").count()).toBe(0);
  await sora.getByRole("button", { name: "Block: Mika" }).click();
  await sora.getByRole("button", { name: "Unblock: Mika" }).waitFor();
  await mika.goto("/friends");
  await mika.getByText("No friends yet.").waitFor();
});

/** Sends a friend request by the link and accepts it. */
async function befriend(one: Page, other: Page): Promise<void> {
  await one.goto("/friends");
  const link = one.getByLabel("Your friend link");
  await expect.poll(() => link.inputValue()).toMatch(/#add=/);
  await other.goto(await link.inputValue());
  await other.getByRole("button", { name: "Send request", exact: true }).click();
  await other.getByText("The request is sent.").waitFor();
  await one.getByRole("button", { name: /^Accept: / }).click();
  await one.getByRole("button", { name: /^Remove: / }).waitFor();
}

/** Invites Sora from the table at which this host waits. */
async function inviteSora(host: Page): Promise<void> {
  await host.reload();
  await host.getByText("Invite a friend").click();
  await host.getByRole("button", { name: "Invite Sora" }).click();
  await host.getByText("Sora is invited.").waitFor();
}

const INVITED = "Mika invites you to a table.";

it("shows invitations on every page as they come, and only in the menu of a running game", async () => {
  const mika = await member("Mika", DESKTOP);
  const sora = await member("Sora", PHONE);
  await befriend(mika, sora);
  const finished = await leaveToBots(sora, "tenhou-sanma", 3);
  await mika.goto("/");
  await mika.getByRole("button", { name: /^Play with friends/ }).click();
  await mika.getByText("Invite a friend").waitFor();
  // It comes while the page is open and scrolled down.
  await sora.goto("/settings");
  await sora.getByRole("heading", { name: "Settings" }).waitFor();
  await sora.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await inviteSora(mika);
  await expect.poll(() => sora.getByText(INVITED).evaluate((node) => node.getBoundingClientRect().top >= 0 && node.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
  for (const path of ["/me", "/friends", "/score", "/books", "/write", "/new", "/find", "/settings", "/nowhere", `/fair/${finished}`, `/replay/${finished}`, `/table/${finished}`, "/rules/zan", "/"]) {
    await sora.goto(path);
    // The sheet of the last hand comes before the result.
    if (path.startsWith("/table/")) await sora.getByRole("button", { name: "Show final result" }).click();
    await sora.getByText(INVITED).first().waitFor();
    await expect.poll(async () => [path, await sora.getByText(INVITED).count()]).toEqual([path, 1]);
    await expect.poll(async () => [path, await serious(sora)]).toEqual([path, []]);
    await expect.poll(async () => [path, await cutOff(sora)]).toEqual([path, []]);
  }
  await sora.goto("/rules/zan");
  await sora.getByRole("button", { name: "No, thanks: Mika" }).click();
  await expect.poll(() => sora.getByText(INVITED).count()).toBe(0);
  // A running game is left alone: the menu counts, and nothing else changes.
  await sitDown(sora, "ZAN League sanma");
  await awaitTurn(sora);
  await inviteSora(mika);
  const menu = sora.getByRole("button", { name: "Menu · Invitations: 1" });
  await menu.waitFor();
  expect(await sora.getByText(INVITED).count()).toBe(0);
  await discard(sora);
  await awaitTurn(sora);
  await menu.click();
  await sora.getByRole("button", { name: "Invitations: 1", exact: true }).click();
  await sora.getByText("You are in a game.").waitFor();
  await expect.poll(() => serious(sora)).toEqual([]);
  await expect.poll(() => cutOff(sora)).toEqual([]);
  await sora.getByRole("button", { name: "Take the seat: Mika" }).click();
  await expect.poll(() => new URL(sora.url()).pathname).toBe(new URL(mika.url()).pathname);
  await sora.getByRole("button", { name: "I am ready" }).waitFor();
});

it("asks guests to sign in before they make friends", async () => {
  const { page } = await visitor({ viewport: PHONE });
  await page.goto("/friends");
  await page.getByText("Friends need an account.").waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
  await page.getByRole("link", { name: "Create one or sign in" }).click();
  await page.getByRole("form", { name: "Create an account" }).waitFor();
});
