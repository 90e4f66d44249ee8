import { savedBooks } from "../saved.ts";
import type { Book } from "../seen.ts";
import type { Settlement } from "../scorer/sheetview.ts";
import type {
  AccountInfo,
  BotInfo,
  ChangePassword,
  Created,
  CreateTable,
  EnterAccount,
  ErrorBody,
  FillAfter,
  FindGame,
  FoundGame,
  GamePage,
  GameSummary,
  Invitation,
  LessonJson,
  NearJson,
  NearRequest,
  Joined,
  Offered,
  OpenAccount,
  OwnGame,
  PlayAgain,
  ReviewJson,
  ReviewProgress,
  RulebookInfo,
  SeatLink,
  Sheet,
  SignOut,
  Statistics,
  TableInfo,
  TableList,
  TableSettings,
  Withdrawn,
  TableSummary,
} from "../wire.ts";

/** The server refused, with a word for the reason and an English text; both are empty if it could not be reached. */
export class ApiError extends Error {
  constructor(
    readonly word: string,
    message: string,
    readonly status: number,
    /** The whole answer, where a refusal says more than its reason. */
    readonly body: unknown = null,
  ) {
    super(message);
  }
}

/** What a hand is answered with: its sheet, why it does not win, or why it cannot be scored. */
export type Scored = Sheet | { win: false; why: string; clause: string | null } | { error: string };

/** Everything the pages ask the server for. */
export const api = {
  rulebooks: () => get<RulebookInfo[]>("/api/rulebooks"),
  saved: savedBooks,
  scoring: (rules: string) => get<Offered>(`/api/rulebooks/${part(rules)}/scoring`),
  lesson: (rules: string) => get<LessonJson>(`/api/rulebooks/${part(rules)}/lesson`),
  near: (hand: NearRequest) => post<NearJson>("/api/near", hand),
  score: (hand: object) => asked<Scored>("/api/score", hand),
  scores: (hands: object[]) => asked<Scored[]>("/api/scores", hands),
  settle: (record: object) => asked<Settlement | { error: string }>("/api/settle", record),
  bots: () => get<BotInfo[]>("/api/bots"),
  tables: () => get<TableList>("/api/tables"),
  table: (id: string) => get<TableInfo>(`/api/tables/${part(id)}`),
  games: () => get<GameSummary[]>("/api/games"),
  search: (asked: { player: string; rules: string; after?: string }) => get<GamePage>(`/api/games/search?${new URLSearchParams(asked)}`),
  log: (id: string) => text(logAddress(id)),
  tenhou: (id: string) => text(`/api/games/${part(id)}/tenhou`),
  review: (id: string) => get<ReviewJson | ReviewProgress>(`/api/games/${part(id)}/review`),
  open: (table: CreateTable) => post<Created>("/api/tables", table),
  find: (asked: FindGame) => post<FoundGame>("/api/find", asked),
  elsewhere: (id: string) => get<TableSummary[]>(`/api/tables/${part(id)}/elsewhere`),
  fillAfter: (id: string, wait: FillAfter) => post<unknown>(`/api/tables/${part(id)}/bots`, wait),
  join: (id: string, name: string, invite: string | null) => post<Joined>(`/api/tables/${part(id)}/join`, { name, invite }),
  start: (id: string, bot: string) => post<unknown>(`/api/tables/${part(id)}/start`, bot ? { bot } : {}),
  /** Withdraws one invitation, or without a code all that this player may withdraw. */
  withdraw: (id: string, code: string | null) => post<Withdrawn>(`/api/tables/${part(id)}/withdraw`, { code }),
  invite: (id: string, seat: number) => post<Invitation>(`/api/tables/${part(id)}/invite`, { seat }),
  referee: (id: string) => post<SeatLink>(`/api/tables/${part(id)}/referee`, {}),
  link: (id: string) => post<SeatLink>(`/api/tables/${part(id)}/link`, {}),
  leave: (id: string) => post<unknown>(`/api/tables/${part(id)}/leave`, {}),
  settings: (id: string, settings: TableSettings) => post<unknown>(`/api/tables/${part(id)}/settings`, settings),
  close: (id: string) => post<unknown>(`/api/tables/${part(id)}/close`, {}),
  rematch: (id: string, again: PlayAgain) => post<Created>(`/api/tables/${part(id)}/rematch`, again),
};

/** A player's own account, games and figures. */
export const me = {
  account: () => get<AccountInfo | null>("/api/account"),
  open: (account: OpenAccount) => post<AccountInfo>("/api/account/open", account),
  signIn: (account: EnterAccount) => post<AccountInfo>("/api/account/sign-in", account),
  signOut: (which: SignOut) => post<unknown>("/api/account/sign-out", which),
  password: (change: ChangePassword) => post<unknown>("/api/account/password", change),
  delete: (password: string) => post<unknown>("/api/account/delete", { password }),
  games: () => get<OwnGame[]>("/api/me/games"),
  statistics: () => get<Statistics>("/api/me/statistics"),
};

/** Where a player downloads everything that the server keeps of them. */
export const EXPORT = "/api/account/export";

/** Where the log of a finished game can be downloaded. */
export function logAddress(id: string): string {
  return `/api/games/${part(id)}/log`;
}

/** What names the page of a table's rulebook: its hash, since the book of the same name may have been edited meanwhile. */
export function bookPage(book: Book): string {
  return book.hash || book.rules;
}

/** The page of a rulebook, at one of its clauses. */
export function clauseAddress(rules: string, clause?: string | null): string {
  return `/rules/${part(rules)}${clause ? `#${part(clause)}` : ""}`;
}

/** The link by which a friend takes a seat or comes as referee, or the player moves to another device. */
export function joinAddress(table: string, code: string, what: "join" | "seat" | "referee" = "join"): string {
  return new URL(`/table/${part(table)}#${what}=${part(code)}`, location.href).href;
}

const part = encodeURIComponent;

/** Asks for something. */
export function get<T>(address: string): Promise<T> {
  return ask(address, { headers: { accept: "application/json" } }).then((answer) => answer.json() as Promise<T>);
}

function text(address: string): Promise<string> {
  return ask(address, {}).then((answer) => answer.text());
}

/** Asks the server to do something. */
export function post<T>(address: string, body: unknown, method = "POST"): Promise<T> {
  const headers = { "content-type": "application/json", accept: "application/json" };
  return ask(address, { method, headers, body: JSON.stringify(body) }).then((answer) => answer.json() as Promise<T>);
}

/** The answer to a question whose refusal is an answer too, with its reason in `error`. */
async function asked<T>(address: string, body: unknown): Promise<T> {
  try {
    return await post<T>(address, body);
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return { error: error.message } as T;
    throw error;
  }
}

async function ask(address: string, request: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(address, { ...request, credentials: "same-origin" });
  } catch {
    throw new ApiError("", "", 0);
  }
  if (answer.ok) return answer;
  const body = (await answer.json().catch(() => null)) as ErrorBody | null;
  throw new ApiError(body?.error ?? "", body?.says ?? body?.error ?? String(answer.status), answer.status, body);
}
