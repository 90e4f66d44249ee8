import { ApiError, get, post } from "../net/api.ts";
import type { BookEdition, BookError, BookInfo, BookList, ChangesJob, CheckedBook, Meanings, SavedBook, TriedHand, Vocabulary } from "../wire.ts";

/** What is saved of a rulebook. */
export type Saving = { text: string; listed: boolean; note: string; who: string };

const part = encodeURIComponent;

/** Everything that the pages on which rulebooks are written ask the server for. */
export const books = {
  list: () => get<BookList>("/api/books"),
  book: (name: string) => get<SavedBook>(`/api/books/${part(name)}`),
  edition: (name: string, edition: number) => get<BookEdition>(`/api/books/${part(name)}/editions/${edition}`),
  create: (book: Saving & { based_on?: { name: string; edition: number } }) => post<BookInfo>("/api/books", book),
  save: (name: string, book: Saving & { edition: number }) => post<BookInfo>(`/api/books/${part(name)}`, book, "PUT"),
  remove: (name: string) => post<unknown>(`/api/books/${part(name)}`, undefined, "DELETE"),
  check: (text: string, name: string | null) => post<CheckedBook>("/api/books/check", { text, ...(name !== null && { name }) }),
  try: (asked: { text: string; yaku: string; hand: string; name?: string }) => post<TriedHand>("/api/books/try", asked),
  vocabulary: (base: string) => get<Vocabulary>(`/api/books/vocabulary?base=${part(base)}`),
  meanings: () => get<Meanings>("/api/books/meanings"),
  schema: () => get<Schema>("/api/books/schema"),
  changes: (before: string, text: string, hands: number) => post<ChangesJob>("/api/books/changes", { before, after: { text }, hands }),
  progress: (id: string) => get<ChangesJob>(`/api/books/changes/${part(id)}`),
  cancel: (id: string) => post<unknown>(`/api/books/changes/${part(id)}`, undefined, "DELETE"),
};

/** A part of the JSON schema of rulebooks. */
export type Schema = { description?: string; properties?: Record<string, Schema>; items?: Schema; additionalProperties?: Schema | boolean; $ref?: string; $defs?: Record<string, Schema> };

/** What is wrong with a text, if that is why it was refused. */
export function errorsIn(error: unknown): BookError[] | null {
  if (!(error instanceof ApiError) || error.word !== "broken-book") return null;
  return (error.body as { errors?: BookError[] } | null)?.errors ?? [];
}

/** The newer edition, if somebody has saved meanwhile. */
export function newerIn(error: unknown): SavedBook | null {
  if (!(error instanceof ApiError) || error.word !== "edited-meanwhile") return null;
  return (error.body as { book?: SavedBook } | null)?.book ?? null;
}
