const KEY = "jantaku-invites";
const MOST = 20;

/** Remembers the invitation code of a table. */
export function rememberInvite(table: string, code: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...all().filter(([id]) => id !== table), [table, code]].slice(-MOST)));
  } catch {
    // Without storage a new link is requested when the page is opened again.
  }
}

/** The invitation code of a table, if this browser has one. */
export function inviteOf(table: string): string | null {
  return all().find(([id]) => id === table)?.[1] ?? null;
}

function all(): [string, string][] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as [string, string][];
  } catch {
    return [];
  }
}
