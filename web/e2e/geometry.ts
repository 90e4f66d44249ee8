import type { Page } from "playwright-core";

/**
 * Looks at every state of the table that this page shows, with normal letters and with letters twice as large, and keeps what
 * overlaps, leaves the screen or is cut off. Every change is looked at in the frame that shows it. In a browser that is set to
 * large letters these are the only ones.
 */
export async function watchGeometry(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Part = { name: string; group: string; box: DOMRect };
    const found = new Map<string, string>();
    let looks = 0;
    const SLACK = 1.25;

    const shown = (node: Element): boolean => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".unseen, .bare > header, .short .plate.bottom .name, .short .bar .title");
    const all = (asked: string, within: ParentNode = document): Element[] => [...within.querySelectorAll(asked)].filter(shown);
    const meet = (one: DOMRect, other: DOMRect): boolean =>
      Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK;
    const inside = (one: DOMRect, room: DOMRect, slack = SLACK): boolean =>
      one.left >= room.left - slack && one.right <= room.right + slack && one.top >= room.top - slack && one.bottom <= room.bottom + slack;
    const screen = (): DOMRect => new DOMRect(0, 0, innerWidth, innerHeight);
    const at = (box: DOMRect): string => `${Math.round(box.left)},${Math.round(box.top)}–${Math.round(box.right)},${Math.round(box.bottom)}`;

    /** The lines of text in an element. */
    const texts = (within: Element): { box: DOMRect; text: string; scrolls: boolean }[] => {
      const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT);
      const lines = [];
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        if (!node.textContent?.trim() || !node.parentElement || !shown(node.parentElement)) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) if (box.width > 1) lines.push({ box: trimmed(box), text: node.textContent.trim().slice(0, 24), scrolls: node.parentElement.closest(".why") !== null });
      }
      return lines;
    };
    /** A line box has room above and below its letters. */
    const trimmed = (box: DOMRect): DOMRect => new DOMRect(box.left, box.top + box.height * 0.14, box.width, box.height * 0.72);

    const parts = (): Part[] => {
      const list: Part[] = [];
      const add = (group: string, asked: string, name = group): void => all(asked).forEach((node) => list.push({ name, group, box: node.getBoundingClientRect() }));
      const each = (asked: string): void => all(asked).forEach((node, n) => list.push({ name: `${asked} “${node.textContent?.trim().slice(0, 16)}”`, group: `${asked} ${n}`, box: node.getBoundingClientRect() }));
      for (const place of ["bottom", "right", "top", "left"]) {
        add(`plate ${place}`, `.plate.${place}, .plate.${place} :is(.flags, .chips)`);
        // Upright phones have the own flowers at the foot of the own plate.
        add(place === "bottom" && document.querySelector(".lay.portrait") ? "plate bottom" : `tray ${place}`, `.tray.${place} .tile`);
        add(`river ${place}`, `.arm.${place} .discard .tile, .arm.${place} > .stick`);
        add(`edge ${place}`, `.edge.${place} :is(.tile, .up)`);
      }
      add("console", ".console");
      add("hand", ".own .key");
      add("melds", ".own-melds .tile");
      add("waits", ".waits");
      add("time", ".time-bar");
      for (const asked of [".calls button", ".choose", ".switch-place .switch", ".switch-place .auto", ".bar .icon", ".bar .result", ".bar [role=timer]", ".seeing .button", ".slot > .button", ".band > .button"]) each(asked);
      all(".band .message").forEach((node) => node.scrollHeight > node.clientHeight + 6 && note("the message is cut", node.textContent ?? ""));
      all(".band .message").forEach((node) => texts(node).forEach(({ box, text }) => list.push({ name: `message “${text}”`, group: "message", box })));
      all(".bar .title").forEach((node) => texts(node).forEach(({ box }) => list.push({ name: "title", group: "title", box })));
      return list;
    };

    const note = (what: string, detail: string): void => {
      const layout = [...(document.querySelector(".lay")?.classList ?? [])].filter((name) => !name.startsWith("svelte") && name !== "lay").join(" ");
      const key = `${layout}: ${what}${isSetLarge() ? " (200 %)" : ""}`;
      if (!found.has(key)) found.set(key, detail);
    };

    const lookAtTable = (): void => {
      const list = parts();
      list.forEach((part, place) => {
        if (!inside(part.box, screen(), 0.75)) note(`${part.name} leaves the screen`, at(part.box));
        for (const other of list.slice(place + 1)) {
          if (part.group !== other.group && meet(part.box, other.box)) note(`${part.name} on ${other.name}`, `${at(part.box)} ${at(other.box)}`);
        }
      });
      for (const plate of all(".plate")) lookIntoPlate(plate);
      for (const box of all(".console")) {
        const room = box.getBoundingClientRect();
        const lines = [...texts(box), ...all(".tile", box).map((tile) => ({ box: tile.getBoundingClientRect(), text: "indicator" }))];
        lines.filter((line) => !inside(line.box, room)).forEach((line) => note(`“${line.text}” leaves the console`, `${at(line.box)} ${at(room)}`));
        apart("the console", lines);
      }
      for (const button of all(".calls button, .switch-place .switch, .seeing .button")) {
        texts(button).filter((line) => !inside(line.box, button.getBoundingClientRect())).forEach((line) => note(`“${line.text}” leaves its button`, at(line.box)));
      }
    };

    const lookIntoPlate = (plate: Element): void => {
      const [name] = all(".who", plate);
      const place = plate.classList[1] ?? "";
      if (name && name.scrollHeight > name.clientHeight + 6) note(`the name on plate ${place} is cut`, `${name.scrollHeight} in ${name.clientHeight}: ${name.textContent}`);
      const said = [".who", ".points", ".chips"].flatMap((asked) => all(asked, plate).flatMap((node) => texts(node).map((line) => ({ ...line, of: asked }))));
      const flowers = place === "bottom" && document.querySelector(".lay.portrait") ? all(".tray.bottom .tile").map((node) => ({ box: node.getBoundingClientRect(), text: "a flower", of: "tray" })) : [];
      const face = all(".avatar", plate).map((node) => ({ box: node.getBoundingClientRect(), text: "avatar", of: "avatar" }));
      const room = plate.getBoundingClientRect();
      said.filter((line) => !inside(line.box, line.of === ".chips" ? screen() : room)).forEach((line) => note(`“${line.of}” leaves plate ${place}`, `${line.text} ${at(line.box)} ${at(room)}`));
      const pieces = [...said, ...face, ...flowers];
      pieces.forEach((piece, n) => pieces.slice(n + 1).filter((other) => other.of !== piece.of && meet(piece.box, other.box)).forEach((other) => note(`${piece.of} on ${other.of} on plate ${place}`, `${piece.text} ${at(piece.box)} ${at(other.box)}`)));
      all(".shout", plate).filter((word) => word.scrollWidth > word.clientWidth + 1).forEach((word) => note(`the call leaves plate ${place}`, word.textContent ?? ""));
    };

    /** Text and tiles that lie on one another. An added tile lies upon the called one as on a table. */
    const apart = (where: string, pieces: { box: DOMRect; text: string }[]): void =>
      pieces.forEach((piece, n) =>
        pieces.slice(n + 1).filter((other) => meet(piece.box, other.box)).forEach((other) => note(`${where}: “${piece.text}” on “${other.text}”`, `${at(piece.box)} ${at(other.box)}`)),
      );

    const lookAtPaper = (paper: Element, where: string): void => {
      const room = paper.getBoundingClientRect();
      if (!inside(room, screen(), 0.75)) note(`${where} leaves the screen`, at(room));
      const pieces = [...texts(paper).filter(({ scrolls }) => !scrolls), ...all(".tile", paper).filter((tile) => !tile.matches(".stack .tile:first-child")).map((tile) => ({ box: tile.getBoundingClientRect(), text: "a tile" }))];
      pieces.filter(({ box }) => box.left < room.left - 1 || box.right > room.right + 1).forEach(({ box, text }) => note(`${where}: “${text}” leaves it`, at(box)));
      const foot = paper.querySelector("footer");
      apart(where, foot ? pieces.filter(({ box }) => box.bottom <= foot.getBoundingClientRect().top) : pieces);
      all("footer > *", paper).forEach((node, n, nodes) => {
        const box = node.getBoundingClientRect();
        if (!inside(box, screen(), 0.75)) note(`${where}: “${node.textContent?.trim()}” leaves the screen`, at(box));
        nodes.slice(n + 1).filter((other) => meet(box, other.getBoundingClientRect())).forEach((other) => note(`${where}: “${node.textContent?.trim()}” on “${other.textContent?.trim()}”`, at(box)));
      });
    };

    const lookOnce = (): void => {
      const paper = document.querySelector("dialog[open]");
      const ribbon = all(".veil .ribbon");
      ribbon.forEach((each) => lookAtPaper(each, "the ribbon"));
      // Sheets turn to one column by the letters that the browser is set to, as in the tests of large letters.
      if (paper && !document.documentElement.style.fontSize) lookAtPaper(paper, "the sheet");
      if (document.querySelector(".lay .console")) lookAtTable();
    };

    const isSetLarge = (): boolean => parseFloat(getComputedStyle(document.documentElement).fontSize) > 16;
    const large = new Set<string>();
    /** What the page says, whatever the digits, and how many tiles lie beside it. */
    const words = (): string => {
      const parts = [...document.querySelectorAll(".message, .calls, .waits, .plate, .console, .bar, .seeing, dialog[open], .ribbon")];
      const tiles = [...document.querySelectorAll(".tray, .edge, .own-melds")].map((node) => node.querySelectorAll(".tile").length);
      return `${parts.map((part) => part.textContent?.replace(/\d/g, "0")).join("|")} ${tiles.join(" ")}`;
    };
    let waiting = false;
    const look = (): void => {
      waiting = false;
      looks += 1;
      lookOnce();
      // Larger letters move only words, and to set them costs much: what says the same need not be looked at again.
      const said = words();
      if (!isSetLarge() && !large.has(said)) {
        document.documentElement.style.fontSize = "200%";
        lookOnce();
        document.documentElement.style.fontSize = "";
      }
      large.add(said);
      // Its own changes are no news.
      observer.takeRecords();
    };
    // Several changes before the next frame are seen by nobody.
    const observer = new MutationObserver(() => {
      if (!waiting) requestAnimationFrame(look);
      waiting = true;
    });
    document.addEventListener("DOMContentLoaded", () => {
      // Only where things come to rest counts. The page's policy lets nobody add a style element.
      const still = new CSSStyleSheet();
      still.replaceSync("*, *::before, *::after { animation: none !important; transition: none !important; }");
      document.adoptedStyleSheets.push(still);
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
    });
    Object.assign(window, { geometry: () => ({ looks, found: [...found].map(([what, detail]) => `${what} [${detail}]`) }) });
  });
}

/** What the page has found so far, and how often it has looked. */
export function seenGeometry(page: Page): Promise<{ looks: number; found: string[] }> {
  return page.evaluate(() => (window as unknown as { geometry: () => { looks: number; found: string[] } }).geometry());
}
