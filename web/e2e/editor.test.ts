import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestWall } from "../src/wire.ts";
import { serious } from "./axe.ts";
import { awaitTurn, DESKTOP, discard, PHONE as SMALL, sitWithQuietBots, useBrowser, visitor } from "./browser.ts";
import { cutOff } from "./layout.ts";
import { freePort, Server } from "./server.ts";

useBrowser();

// It is stopped and started again, which would disturb others.
let server: Server;
beforeAll(async () => {
  server = new Server(await freePort());
  await server.start();
});
afterAll(() => server.end());

const phone = (chosen: object = {}) => visitor({ viewport: SMALL, hasTouch: true, isMobile: true, baseURL: server.address }, { name: "Mika", ...chosen });
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).tap();
const written = (page: Page) => page.locator("#panel-text .cm-content");

/** The whole text, as the device keeps it while it is not saved. */
const kept = (page: Page, name = "") => page.evaluate((key) => (JSON.parse(localStorage.getItem(`jantaku-draft:${key}`) ?? "{}") as { text?: string }).text ?? "", name);

/** Pastes another text over that of the editor. */
async function write(page: Page, text: string): Promise<void> {
  await page.locator("#tab-text").tap();
  await written(page).press("ControlOrMeta+a");
  await written(page).evaluate((node, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    node.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

/** Starts a book from a rulebook by taps, from the lobby. */
async function start(page: Page, name: string, base: RegExp): Promise<void> {
  await page.goto("/");
  await page.getByRole("link", { name: "Your own rules" }).tap();
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("radio", { name: base }).tap();
  await button(page, "Start").tap();
  await page.getByRole("tab", { name: "Settings" }).waitFor();
}

async function save(page: Page): Promise<void> {
  await tab(page, "Save");
  await page.getByText("The book can be saved.").waitFor();
  await page.locator("form .button.main").tap();
}

/** East gets three triplets in a row and waits for 8s, drawn in the second turn. */
const WALL: TestWall = { hands: ["222333444p6799s", "1479m1479p147s22z", "2589m258p258s334z", "369m369p369s4466z"], draws: "1z5z7z7z8s", dora: "9m" };

it("makes, saves, keeps and plays a book with a yaku, a number and an example, by taps", async () => {
  const { page, context } = await phone();
  await start(page, "Harbour Club", /^Ryanzou Chankan club/);

  // A number: noten players pay 1,500.
  await page.getByRole("searchbox").fill("draws.noten");
  const row = page.locator('[data-key="draws.noten"]');
  await row.getByRole("spinbutton").fill("1500");
  await row.getByRole("spinbutton").press("Enter");
  await row.getByText("Changed, was: 3,000").waitFor();
  await expect.poll(() => kept(page)).toContain("sets = { draws.noten = 1_500 }");

  // A local yaku, with hands that make it and just miss it.
  await tab(page, "Yaku");
  await button(page, "Add a local yaku").tap();
  const form = page.getByRole("form", { name: "Add a local yaku" });
  await form.getByLabel("Name", { exact: true }).fill("Three triplets in a row");
  await form.getByLabel("Rōmaji").fill("sanrenkou");
  await button(page, "More: Han in a closed hand").tap();
  await form.getByText("What a condition can ask for").tap();
  await form.getByRole("searchbox").fill("longest row");
  await form.getByRole("button", { name: /^consecutive-triplets/ }).tap();
  await form.locator(".cm-content").fill("consecutive-triplets >= 3");
  const hands = form.getByRole("region", { name: "Test hands" });
  await hands.getByText("Makes it").waitFor();
  await hands.getByText("Just misses it").waitFor();
  await expect.poll(() => hands.getByRole("img").count()).toBeGreaterThan(27);
  await hands.getByLabel("Try a hand").fill("222333444p6799s +8s riichi");
  await hands.getByText("It counts.").waitFor();
  await hands.getByLabel("Try a hand").fill("222333555p6799s +8s riichi");
  await hands.getByText("It does not count.").waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
  await button(page, "Add to the book").tap();
  await page.locator("#yaku-sanrenkou").waitFor();

  // Sanrenkou 2, sanankou 2 and riichi are 5 han: a mangan, 8,000 from east. Without sanrenkou it would be 3 han 50 fu, 6,400.
  await tab(page, "Test");
  const example = page.getByRole("form", { name: "Add the example" });
  await example.getByLabel("Clause that it shows").selectOption("HC-2");
  await example.getByLabel("Hand", { exact: true }).fill("222333444p6799s +8s riichi");
  await example.getByLabel("Who gets and pays what: East").fill("-6400");
  await example.getByLabel("Who gets and pays what: South").fill("6400");
  await button(page, "Add the example").tap();
  await page.locator('li[data-passed="false"]').waitFor();
  await page.locator('li[data-passed="false"]').getByText("8000").waitFor();
  await button(page, "Undo").tap();
  await expect.poll(() => page.locator("li[data-passed]").count()).toBe(0);
  await example.getByLabel("Clause that it shows").selectOption("HC-2");
  await example.getByLabel("Hand", { exact: true }).fill("222333444p6799s +8s riichi");
  await example.getByLabel("Who gets and pays what: East").fill("-8000");
  await example.getByLabel("Who gets and pays what: South").fill("8000");
  await button(page, "Add the example").tap();
  await page.locator('li[data-passed="true"]').waitFor();

  await save(page);
  await page.getByText("Saved as edition 1.").waitFor();
  await expect.poll(() => kept(page)).toBe("");
  const address = page.url();
  await expect.poll(() => serious(page)).toEqual([]);

  await server.stop();
  await server.start();
  await page.goto("/books");
  await page.getByRole("link", { name: "Harbour Club", exact: true }).tap();
  await tab(page, "Text");
  await expect.poll(() => written(page).textContent()).toContain("consecutive-triplets >= 3");
  const request = decodeURIComponent(address.split("/").at(-1) ?? "");

  // A table plays it, and goes on with its edition when the book changes.
  await sitWithQuietBots(page, request, 4, [WALL]);
  await awaitTurn(page);
  await discard(page);
  const other = await context.newPage();
  await other.goto(address);
  await tab(other, "Test");
  await button(other, "Remove example 1").tap();
  await tab(other, "Yaku");
  await button(other, "Remove: sanrenkou").tap();
  await save(other);
  await other.getByText("Saved as edition 2.").waitFor();
  await other.getByText("Edition 2", { exact: true }).tap();
  await other.getByRole("region", { name: "Changes of edition 2" }).getByText("consecutive-triplets").first().waitFor();
  await other.close();
  await page.locator(".calls").getByRole("button", { name: "Tsumo", exact: true }).tap();
  const sheet = page.locator(".sheet");
  await expect.poll(() => sheet.textContent()).toContain("sanrenkou");
  await expect.poll(() => sheet.locator("a").allTextContents()).toContain("HC-2");
});

it("shows errors at their place and does not save a broken book", async () => {
  const { page } = await phone();
  await start(page, "Broken Club", /^Tenhou(?!.*three)/);
  await write(page, '[rulebook]\nid = "broken-club"\nname = { en = "Broken Club" }\nextends = "tenhou"\n\n[[clause]]\nid = "B-1"\nsays = "Three players."\nsets = { table.number-of-players = 3 }\n');
  await page.locator(".state").getByText("Errors: 1").waitFor();
  await expect.poll(() => page.locator(".cm-lintRange-error, .cm-lint-marker-error").count()).toBeGreaterThan(0);
  await tab(page, "Save");
  const alert = page.getByRole("alert");
  await alert.getByText("tiles.seats").waitFor();
  await expect.poll(() => page.locator("form .button.main").isDisabled()).toBe(true);
  await expect.poll(() => serious(page)).toEqual([]);
  await alert.getByRole("button", { name: "Line 9" }).tap();
  await expect.poll(() => written(page).isVisible()).toBe(true);
  // What is not TOML locks the controls, and says so.
  await write(page, '[rulebook\nid = "broken-club"\n');
  await tab(page, "Settings");
  await page.getByText(/^The controls wait until line \d of the text is valid again/).waitFor();
  await tab(page, "Save");
  await expect.poll(() => page.locator("form .button.main").isDisabled()).toBe(true);
});

it("changes text by controls and controls by text, with one history", async () => {
  const { page } = await phone();
  await start(page, "Fridays", /^Tenhou(?!.*three)/);
  const row = page.locator('[data-key="claims.chii"]');
  await page.getByRole("searchbox").fill("claims.chii");
  await row.getByRole("switch").tap();
  await row.getByText("Changed, was: Yes").waitFor();
  await expect.poll(() => kept(page)).toContain("claims.chii = false");
  await row.getByRole("button", { name: /^Reset/ }).tap();
  await expect.poll(() => kept(page)).not.toContain("claims.chii");
  await button(page, "Undo").tap();
  await expect.poll(() => kept(page)).toContain("claims.chii = false");
  await write(page, (await kept(page)).replace("claims.chii = false", "dora.ura = false"));
  await tab(page, "Settings");
  await page.getByRole("searchbox").fill("a");
  await page.locator('[data-key="dora.ura"]').getByText("Changed, was: Yes").waitFor();
  await expect.poll(() => row.getByRole("switch").isChecked()).toBe(true);
  await button(page, "Undo").tap();
  await row.getByText("Changed, was: Yes").waitFor();
  await button(page, "Redo").tap();
  await expect.poll(() => row.getByRole("switch").isChecked()).toBe(true);

  // Leaving asks, and what is not saved is there again after a reload.
  await page.getByRole("link", { name: "All books" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "Stay" }).tap();
  const address = page.url();
  await page.evaluate(() => history.back());
  await page.getByRole("dialog").getByRole("button", { name: "Stay" }).tap();
  expect(page.url()).toBe(address);
  await expect.poll(() => row.getByRole("switch").isChecked()).toBe(true);
  page.once("dialog", (dialog) => void dialog.accept());
  await page.reload();
  await page.getByText(/that you have not saved/).waitFor();
  await expect.poll(() => kept(page)).toContain("dora.ura = false");
  await page.evaluate(() => history.back());
  await page.getByRole("dialog").getByRole("button", { name: "Leave" }).tap();
  await page.getByRole("heading", { name: "Start a book" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/books");
  await page.getByRole("link", { name: "Continue" }).waitFor();
});

it("keeps sections open, and sentences and numbers as on paper", async () => {
  const { page } = await phone();
  await start(page, "Sundays", /^Tenhou(?!.*three)/);
  const section = (title: string) => page.locator("details").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
  const isOpen = (title: string) => section(title).evaluate((node) => (node as HTMLDetailsElement).open);

  // What was opened stays open while things in it are changed.
  await section("Result").locator("summary").tap();
  const uma = page.locator('[data-key="result.uma"]').getByRole("spinbutton");
  for (const [place, value] of [[0, "30000"], [3, "-30000"]] as const) {
    await uma.nth(place).fill(value);
    await uma.nth(place).press("Enter");
    await expect.poll(() => kept(page)).toContain(value === "30000" ? "= [30_000, " : ", -30_000]");
    expect(await isOpen("Result")).toBe(true);
  }
  // The sentence that was written for the first change says the second one too.
  await expect.poll(() => kept(page)).toContain('says = "Uma in points, first place first: 30,000 / 10,000 / -10,000 / -30,000."');

  // A clause gets the number and the words of the paper.
  await section("Your clauses").locator("summary").tap();
  const number = page.getByLabel("Number: S-1");
  await number.fill("4.2");
  await number.press("Enter");
  await page.getByLabel("Number: 4.2").waitFor();
  await section("Your clauses").getByRole("textbox").nth(1).fill("Uma 30-10.");
  await section("Your clauses").getByRole("textbox").nth(1).blur();
  await expect.poll(() => kept(page)).toContain('id   = "4.2"\nsays = "Uma 30-10."');
  expect(await isOpen("Your clauses")).toBe(true);

  // A search for a yaku leads to the yaku, and one for the uma to the uma.
  await page.getByRole("searchbox").fill("uma");
  await expect.poll(() => page.locator("[data-key]").evaluateAll((rows) => rows.map((row) => row.getAttribute("data-key")))).toEqual(["result.uma", "result.tied-uma", "result.substitute-uma", "penalty.after-uma"]);
  await page.getByRole("searchbox").fill("open tanyao");
  await button(page, "tanyao").tap();
  await expect.poll(() => page.getByRole("checkbox").count()).toBe(1);
  await page.getByRole("checkbox", { name: /^tanyao/ }).waitFor();
});

it("finds hands for yaku that name tiles, and draws an example with its circumstances", async () => {
  const { page } = await phone();
  await start(page, "Wheels", /^Tenhou(?!.*three)/);
  await tab(page, "Yaku");
  await button(page, "Add a local yaku").tap();
  const form = page.getByRole("form", { name: "Add a local yaku" });
  await form.getByLabel("Name", { exact: true }).fill("Golden Gate Bridge");
  await form.getByText("What a condition can ask for").tap();
  await form.getByRole("searchbox").fill("kinmonkou");
  await form.getByRole("button", { name: /^sequence/ }).waitFor();
  await form.locator(".cm-content").fill("sequence(1p) and sequence(3p) and sequence(5p) and sequence(7p)");
  const hands = form.getByRole("region", { name: "Test hands" });
  await expect.poll(() => hands.getByRole("img").count()).toBeGreaterThan(13);
  await button(page, "Add to the book").tap();
  await tab(page, "Test");
  const example = page.getByRole("form", { name: "Add the example" });
  await example.getByText("How to write a hand").tap();
  await expect.poll(() => serious(page)).toEqual([]);
  await expect.poll(() => cutOff(page)).toEqual([]);
  // Riichi on a double wind, ron: 20 and 10 fu and 4 for the pair make 40 fu, 1 han: 1,300.
  await example.getByLabel("Hand", { exact: true }).fill("234567m345p789s2z +2z riichi seat=south round=south from=west");
  await example.getByLabel("Who gets and pays what: South").fill("1300");
  await example.getByLabel("Who gets and pays what: West").fill("-1300");
  await button(page, "Add the example").tap();
  const added = page.locator('li[data-passed="true"]');
  await added.waitFor();
  await expect.poll(() => added.getByRole("img").count()).toBe(14);
});

it("asks when somebody has saved meanwhile", async () => {
  const { page, context, faults } = await phone();
  await start(page, "Twins", /^Tenhou(?!.*three)/);
  await save(page);
  await page.getByText("Saved as edition 1.").waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  for (const [one, value] of [[page, "First"], [other, "Second"]] as const) {
    await tab(one, "Settings");
    await one.getByLabel("Edition of your paper").fill(value);
    await one.getByLabel("Edition of your paper").press("Enter");
    await save(one);
  }
  await page.getByText("Saved as edition 2.").waitFor();
  await other.getByRole("heading", { name: "Saved meanwhile" }).waitFor();
  const diff = other.getByRole("region", { name: "Difference between the newer edition and yours" });
  await diff.getByText('"First"').waitFor();
  await diff.getByText('"Second"').waitFor();
  await button(other, "Save mine over it").tap();
  await other.getByText("Saved as edition 3.").waitFor();
  // The refusal is an answer that the browser reports too.
  expect(faults.splice(0).every((fault) => fault.includes("409"))).toBe(true);
});

it.each(["de", "ja"])("fits a phone in %s and is accessible", async (language) => {
  const { page } = await phone({ language, terms: language === "ja" ? "kanji" : "romaji" });
  await page.goto("/books");
  await page.locator("form .button.main").waitFor();
  await expect.poll(() => cutOff(page)).toEqual([]);
  await expect.poll(() => serious(page)).toEqual([]);
  await page.goto("/write?from=ryanzou-chankan");
  await page.locator("details").first().waitFor();
  for (const name of ["settings", "yaku", "text", "test", "save"]) {
    await page.locator(`#tab-${name}`).tap();
    await page.locator(`#panel-${name}`).waitFor();
    await expect.poll(() => cutOff(page), { message: name }).toEqual([]);
    await expect.poll(() => serious(page), { message: name }).toEqual([]);
  }
});

it("shows the text beside the controls where there is room", async () => {
  const { page } = await visitor({ viewport: DESKTOP, baseURL: server.address });
  await page.goto("/write?from=zung-jung");
  await page.getByRole("region", { name: "Text" }).locator(".cm-content").waitFor();
  await page.getByRole("searchbox").fill("game.rounds");
  await page.locator('[data-key="game.rounds"]').getByRole("spinbutton").fill("1");
  await page.locator('[data-key="game.rounds"]').getByRole("spinbutton").press("Enter");
  await expect.poll(() => page.locator(".cm-content").first().textContent()).toContain("game.rounds = 1");
  await expect.poll(() => serious(page)).toEqual([]);
});

it("says what a book changes, and can be stopped", async () => {
  const { page } = await visitor({ viewport: DESKTOP, baseURL: server.address });
  await page.goto("/write?from=tenhou");
  await page.getByRole("tab", { name: "Yaku" }).click();
  await page.getByRole("checkbox", { name: /^tanyao/ }).uncheck();
  await page.getByRole("tab", { name: "Test" }).click();
  const changes = page.getByRole("region", { name: "What does it change?" });
  await changes.getByLabel("Hands").selectOption({ label: "1,000" });
  await changes.getByRole("button", { name: "Play" }).click();
  await changes.getByRole("progressbar").waitFor();
  await changes.getByRole("button", { name: "Cancel" }).click();
  await expect.poll(() => changes.getByRole("progressbar").count()).toBe(0);
  await changes.getByRole("button", { name: "Play" }).click();
  await changes.getByRole("table", { name: "Yaku, by share of wins" }).waitFor({ timeout: 200_000 });
  const tanyao = changes.getByRole("row", { name: /^tanyao/ });
  await expect.poll(() => tanyao.getByRole("cell").last().textContent()).toBe("–");
  await expect.poll(() => changes.getByRole("link", { name: "Download the data" }).getAttribute("href")).toContain("blob:");
  await expect.poll(() => serious(page)).toEqual([]);
});

it("leads whoever has the link of a private book to its scorer and to a copy", async () => {
  const { page } = await phone();
  await start(page, "Quiet Club", /^Tenhou(?!.*three)/);
  await save(page);
  await page.getByText("Saved as edition 1.").waitFor();
  const request = decodeURIComponent(page.url().split("/").at(-1) ?? "");
  expect(request).toMatch(/^quiet-club~/);
  const key = request.split("~")[1] ?? "";
  const { page: other } = await phone();
  await other.goto(`/rules/${request}`);
  await other.getByRole("link", { name: "Score a hand" }).tap();
  await other.getByLabel("The hand as text").fill("234567m34555p67s +8s riichi");
  await other.locator(".sheet").waitFor();
  expect(decodeURIComponent(other.url())).toContain(request);
  // The key is in the address, for links; the page calls the book by its name.
  await expect.poll(() => other.getByLabel("Rulebook").locator("option:checked").textContent()).toBe("Quiet Club");
  expect(await other.locator("body").innerText()).not.toContain(key);
  await other.goto(`/rules/${request}`);
  await other.getByRole("link", { name: "Write your own from this" }).tap();
  await tab(other, "Text");
  await expect.poll(() => written(other).textContent()).toContain("Quiet Club");
});

it.each([
  { language: "de", simplified: false, all: "Alle, die ihn beanspruchen.", fact: "Die längste Reihe aufeinanderfolgender Drillinge einer Farbe.", error: "Diesen Schlüssel gibt es nicht.", add: "Lokales Yaku hinzufügen", facts: "Wonach eine Bedingung fragen kann" },
  { language: "ja", simplified: false, all: "ロンした全員。", fact: "同色で連続する刻子の最長数。", error: "このキーはありません。", add: "ローカル役を追加", facts: "条件に使える言葉" },
  { language: "zh", simplified: true, all: "所有宣告者。", fact: "同一花色连续刻子的最长数。", error: "没有这个键", add: "新增地方役", facts: "条件可用的词汇" },
])("explains settings, facts and errors in $language", async ({ language, simplified, all, fact, error, add, facts }) => {
  const { page } = await phone({ language, simplified, terms: language === "de" ? "romaji" : "kanji" });
  await page.goto("/write?from=tenhou");
  await page.getByRole("searchbox").fill("atamahane");
  await expect.poll(() => page.locator('[data-key="claims.winners"] option').allTextContents()).toContain(all);
  await page.locator("#tab-yaku").tap();
  await page.getByRole("button", { name: add, exact: true }).tap();
  const form = page.locator("form.yaku");
  await form.getByText(facts, { exact: true }).tap();
  await form.getByRole("searchbox").fill("sanrenkou");
  await form.getByText(fact).waitFor();
  await write(page, '[rulebook]\nid = "broken-club"\nname = { en = "Broken" }\nextends = "tenhou"\n\n[[clause]]\nid = "B-1"\nsays = "Wrong."\nsets = { game.strat = 1 }\n');
  await page.locator("#tab-save").tap();
  await page.getByRole("alert").getByText(error).waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
  await expect.poll(() => cutOff(page)).toEqual([]);
});
