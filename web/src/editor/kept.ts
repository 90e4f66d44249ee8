/** A text that is not saved yet, as this device keeps it. */
export type Kept = { text: string; /** The edition it was written from; 0 for a new book. */ edition: number; from: string; at: number };

const PREFIX = "jantaku-draft:";

/** The unsaved text of a book; the empty name is that of a new one. */
export function keptText(name: string): Kept | null {
  try {
    const found = JSON.parse(localStorage.getItem(PREFIX + name) ?? "null") as Partial<Kept> | null;
    return found && typeof found.text === "string" ? { edition: 0, from: "", at: 0, ...found, text: found.text } : null;
  } catch {
    return null;
  }
}

export function keepText(name: string, kept: Kept): void {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(kept));
  } catch {
    // Without storage the text lasts until the page is closed; leaving asks then.
  }
}

export function dropText(name: string): void {
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    // Nothing was kept.
  }
}
