import { expect, inject, it } from "vitest";
import { serious } from "./axe.ts";
import { useBrowser, visitor, type Visitor } from "./browser.ts";
import { cutOff } from "./layout.ts";

useBrowser();

/** Somebody whose device has a screen lock. Browsers allow passkeys at this name, though there is no HTTPS. */
async function person(name: string): Promise<Visitor> {
  const baseURL = inject("address").replace("127.0.0.1", "localhost");
  const found = await visitor({ viewport: { width: 360, height: 740 }, baseURL }, { name });
  const device = await found.context.newCDPSession(found.page);
  await device.send("WebAuthn.enable");
  await device.send("WebAuthn.addVirtualAuthenticator", {
    options: { protocol: "ctap2", transport: "internal", hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
  });
  return found;
}

it("opens an account with a passkey alone, signs in with it, and takes an answer only once", async () => {
  const { page, faults } = await person("Mika");
  await page.goto("/me");
  await page.getByRole("button", { name: "Create an account with a passkey" }).waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
  await expect.poll(() => cutOff(page)).toEqual([]);
  await page.getByRole("button", { name: "Create an account with a passkey" }).click();
  await page.getByText("Signed in as Mika").waitFor();
  await page.getByText("never used").waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
  await expect.poll(() => cutOff(page)).toEqual([]);
  // The only way in stays.
  await page.getByRole("button", { name: "Remove: Chrome" }).click();
  await page.getByRole("alert").getByText("this is the only way to sign in").waitFor();
  expect(faults.splice(0)).toHaveLength(1);
  await page.getByRole("button", { name: /^Sign out/ }).first().click();
  await page.getByText("You are playing as a guest.").waitFor();
  // Somebody who has overheard the answer sends it again, with the same cookie.
  let again = 0;
  await page.route("**/api/account/passkeys/sign-in", async (route) => {
    const first = await route.fetch();
    again = (await route.fetch()).status();
    await route.fulfill({ response: first });
  });
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("Signed in as Mika").waitFor();
  expect(again).toBe(403);
  await page.getByText(/^last used/).waitFor();
  // With a password the passkey can go.
  await page.getByLabel("New password").first().fill("correct horse");
  await page.getByRole("button", { name: "Set a password" }).click();
  await page.getByText("The password is changed.").waitFor();
  await page.getByRole("button", { name: "Remove: Chrome" }).click();
  await page.getByText("No passkeys yet.").waitFor();
});

it("adds a second passkey to an account with a password, and removes the account of one without", async () => {
  const { page } = await person("Sora");
  await page.goto("/me");
  const opening = page.getByRole("form", { name: "Create an account" });
  await opening.getByLabel("Password").fill("correct horse");
  await opening.getByRole("button").click();
  await page.getByText("No passkeys yet.").waitFor();
  await page.getByLabel("Name of the passkey").fill("Phone");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByText("The passkey is added.").waitFor();
  await page.getByRole("button", { name: "Remove: Phone" }).waitFor();
  await page.getByRole("button", { name: /^Sign out/ }).first().click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByText("Signed in as Sora").waitFor();
  const other = await person("Ren");
  await other.page.goto("/me");
  await other.page.getByRole("button", { name: "Create an account with a passkey" }).click();
  await other.page.getByText("Signed in as Ren").waitFor();
  await other.page.getByText("Delete account").click();
  await other.page.getByRole("button", { name: "Confirm with a passkey" }).click();
  await other.page.getByText("You are playing as a guest.").waitFor();
});

it("says why there are no passkeys at a plain address", async () => {
  const { page } = await visitor();
  await page.goto("/me");
  await page.getByText("Passkeys work only over HTTPS at a host name").waitFor();
  expect(await page.getByRole("button", { name: "Sign in with a passkey" }).count()).toBe(0);
});
