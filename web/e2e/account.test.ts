import { expect, it } from "vitest";
import { serious } from "./axe.ts";
import { leaveToBots, useBrowser, visitor, type Visitor } from "./browser.ts";
import { cutOff } from "./layout.ts";

useBrowser();

const SIZES = [
  { name: "desktop", viewport: { width: 1280, height: 800 } },
  { name: "phone", viewport: { width: 360, height: 740 } },
];

async function person(viewport: { width: number; height: number }, name: string): Promise<Visitor> {
  return visitor({ viewport }, { name });
}

it.each(SIZES)("opens an account, signs in elsewhere, signs that device out and deletes everything ($name)", async ({ viewport }) => {
  const laptop = await person(viewport, "Mika");
  await leaveToBots(laptop.page, "tenhou-sanma", 3);
  const { page } = laptop;
  await page.goto("/");
  await page.getByRole("link", { name: "Your page" }).click();
  await page.getByText("You are playing as a guest.").waitFor();
  // Solo games are listed for guests too, and marked if one left them.
  await page.locator(".game", { hasText: "left before the end" }).waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
  await expect.poll(() => cutOff(page)).toEqual([]);
  const opening = page.getByRole("form", { name: "Create an account" });
  await opening.getByLabel("Password").fill("correct horse");
  await opening.getByRole("button").click();
  await page.getByText("Signed in as Mika").waitFor();
  await page.locator(".game").waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
  const shown = page.locator("code").first();
  await expect.poll(() => shown.textContent()).toMatch(/^mika-[a-z2-9]{4}$/);
  const login = (await shown.textContent()) ?? "";

  const phone = await person(viewport, "");
  await phone.page.goto("/me");
  const signing = phone.page.getByRole("form", { name: "Sign in" });
  await signing.getByLabel("Sign-in name").fill(login);
  await signing.getByLabel("Password").fill("wrong password");
  await signing.getByRole("button").click();
  await phone.page.getByText("the name or the password is wrong").waitFor();
  // The browser logs every refused request.
  await expect.poll(() => phone.faults.splice(0).length).toBe(1);
  await signing.getByLabel("Password").fill("correct horse");
  await signing.getByRole("button").click();
  await phone.page.locator(".game").waitFor();

  await page.reload();
  await page.getByRole("button", { name: "Sign out all other devices" }).click();
  await page.getByRole("button", { name: "Sign out all other devices" }).waitFor({ state: "detached" });
  await phone.page.reload();
  await phone.page.getByText("You are playing as a guest.").waitFor();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download all my data" }).click();
  expect((await download).suggestedFilename()).toBe("jantaku-account.json");
  await page.getByRole("button", { name: "Delete account" }).click();
  await page.getByLabel("Password", { exact: true }).last().fill("correct horse");
  await page.getByRole("button", { name: "Delete everything" }).click();
  await page.getByText("You are playing as a guest.").waitFor();
  await expect.poll(() => page.locator(".game").count()).toBe(0);
});
