import { friends } from "./net/friends.ts";
import { settings } from "./settings.svelte.ts";
import type { FriendsNews, TableInvitation } from "./wire.ts";

const REFRESH_MS = 5000;
const NONE: FriendsNews = { requests: 0, invitations: [] };

let found: FriendsNews = $state.raw(NONE);
/** How often it was asked for: an answer to an earlier question may still name an invitation that was answered since. */
let asked = 0;

/** What friends want of this player. */
export function news(): FriendsNews {
  return found;
}

/** Asks for it regularly while somebody is signed in. Called once, at the start. */
export function watchNews(): void {
  $effect.root(() => {
    $effect(() => {
      if (!settings.account) return;
      void look();
      const again = setInterval(() => document.visibilityState === "visible" && void look(), REFRESH_MS);
      return () => {
        clearInterval(again);
        asked += 1;
        found = NONE;
      };
    });
  });
}

/** Takes the seat that a friend offers, or declines it. */
export async function answerInvitation({ from, table }: TableInvitation, accept: boolean): Promise<void> {
  await friends.answer(from, table, accept);
  asked += 1;
  found = { ...found, invitations: found.invitations.filter((one) => one.from !== from || one.table !== table) };
}

async function look(): Promise<void> {
  asked += 1;
  const question = asked;
  const latest = await friends.news().catch(() => null);
  if (latest && question === asked) found = latest;
}
