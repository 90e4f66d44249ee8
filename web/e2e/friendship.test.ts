import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { serious } from "./axe.ts";
import { useBrowser, visitor } from "./browser.ts";
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

it("asks guests to sign in before they make friends", async () => {
  const { page } = await visitor({ viewport: PHONE });
  await page.goto("/friends");
  await page.getByText("Friends need an account.").waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
  await page.getByRole("link", { name: "Create one or sign in" }).click();
  await page.getByRole("form", { name: "Create an account" }).waitFor();
});
