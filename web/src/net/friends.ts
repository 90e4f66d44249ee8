import type { AccountInfo, AddFriend, AskChallenge, FriendAct, FriendsInfo, FriendsNews, Joined, PasskeyAnswer, PasskeyChallenge, PasskeyList } from "../wire.ts";
import { get, post } from "./api.ts";

/** Friends, requests and invitations. */
export const friends = {
  all: () => get<FriendsInfo>("/api/friends"),
  news: () => get<FriendsNews>("/api/friends/news"),
  add: (who: AddFriend) => post<unknown>("/api/friends/add", who),
  change: (id: string, act: FriendAct) => post<unknown>("/api/friends/change", { id, act }),
  newCode: () => post<FriendsInfo>("/api/friends/code", {}),
  invite: (id: string, table: string) => post<unknown>("/api/friends/invite", { id, table }),
  answer: (from: string, table: string, accept: boolean) => post<Joined>("/api/friends/answer", { from, table, accept }),
};

/** The passkeys of an account. */
export const passkeys = {
  all: () => get<PasskeyList>("/api/account/passkeys"),
  challenge: (asked: AskChallenge) => post<PasskeyChallenge>("/api/account/passkeys/challenge", asked),
  add: (answer: PasskeyAnswer) => post<unknown>("/api/account/passkeys/add", answer),
  remove: (id: string) => post<unknown>("/api/account/passkeys/remove", { id }),
  open: (answer: PasskeyAnswer) => post<AccountInfo>("/api/account/passkeys/open", answer),
  signIn: (answer: PasskeyAnswer) => post<AccountInfo>("/api/account/passkeys/sign-in", answer),
  password: (answer: PasskeyAnswer) => post<unknown>("/api/account/passkeys/password", answer),
  delete: (answer: PasskeyAnswer) => post<unknown>("/api/account/passkeys/delete", answer),
};

/** The link by which somebody asks to become a friend. */
export function friendAddress(code: string): string {
  return new URL(`/friends#add=${encodeURIComponent(code)}`, location.href).href;
}

/** The code in what somebody typed or pasted: a link or the code alone. */
export function friendCode(text: string): string {
  const code = /#add=([^&\s]+)/.exec(text)?.[1];
  return decodeURIComponent(code ?? text.trim());
}
