import { get, post } from "./net/api.ts";
import type { BookInfo, BookList, CheckedBook, RulebookInfo, SavedBook } from "./wire.ts";

/** Rulebooks that people have saved, as a new table offers them: one's own, and the one that was asked for with its options. */
export async function savedBooks(asked: string): Promise<RulebookInfo[]> {
  const { books } = await get<BookList>("/api/books").catch((): BookList => ({ books: [], more: 0 }));
  const wanted = books.find(({ request, name }) => request === asked || name === asked);
  const mine = books.filter((book) => book.mine && book !== wanted && book.seats > 0);
  const first = wanted || asked.includes("~") ? await withOptions(wanted?.request ?? asked) : [];
  return [...first, ...mine.map((book) => offered(book, null))];
}

async function withOptions(request: string): Promise<RulebookInfo[]> {
  try {
    const { book, text } = await get<SavedBook>(`/api/books/${encodeURIComponent(request)}`);
    const checked = await post<CheckedBook>("/api/books/check", { text, name: book.name });
    return [offered(book, checked)];
  } catch {
    return [];
  }
}

/** An overlay is only offered on the base that it names. */
function offered(book: BookInfo, checked: CheckedBook | null): RulebookInfo {
  return { id: book.request, name: book.title, edition: "", seats: book.seats, overlay: book.overlay, base: book.overlay && book.seats > 0 ? book.name : null, options: checked?.book?.options ?? [] };
}
