const KEY = "jantaku-invites";
const MOST = 20;

/** Remembers the code with which friends join a table. */
export function rememberInvite(table: string, code: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([...all().filter(([id]) => id !== table), [table, code]].slice(-MOST)));
  } catch {
    // Without storage the link is asked for anew when the page is opened again.
  }
}

/** The code of a table, as far as it was asked for here. */
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
