import { isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import type { EditorView } from "@codemirror/view";
import { b } from "../text/books/books.ts";
import { failure } from "../text/text.svelte.ts";
import { ApiError } from "../net/api.ts";
import { books, type Schema } from "./api.ts";
import { BookText } from "./book.ts";
import { bookView, replaceAll, showErrors, showLine } from "./code.ts";
import { NotToml, type Edit } from "./toml.ts";
import type { BookInfo, CheckedBook, EditionInfo, SavedBook, Vocabulary } from "../wire.ts";

/** How long the text must rest before it is checked. */
const REST_MS = 350;
/** After a refusal for haste or work, how long until the next check. */
const AGAIN_MS = 1500;

/** A rulebook while it is written: one text with one history, whether a control or the keyboard changes it. */
export class Draft {
  text = $state("");
  /** The text as a rulebook, as it was when it was last TOML. */
  book: BookText = $state.raw(new BookText(""));
  /** Why the text is not TOML now. */
  wrong: NotToml | null = $state.raw(null);
  checked: CheckedBook | null = $state.raw(null);
  /** Does the answer of the server belong to an earlier text? */
  isStale = $state(true);
  trouble = $state("");
  vocabulary: Vocabulary | null = $state.raw(null);
  saved: { info: BookInfo; text: string; history: EditionInfo[] } | null = $state.raw(null);
  canUndo = $state(false);
  canRedo = $state(false);
  readonly view: EditorView;
  /** Where the text is shown. */
  readonly host: HTMLElement;
  #schema: Schema | null = null;
  #base = "";
  #turn = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(text: string, saved: SavedBook | null) {
    const known = () => this.vocabulary && { vocabulary: this.vocabulary, schema: this.#schema };
    ({ view: this.view, host: this.host } = bookView(text, b("text.label"), known, () => this.#read()));
    if (saved) this.saved = { info: saved.book, text: saved.text, history: saved.history };
    this.#read();
    books.schema().then((schema) => (this.#schema = schema), () => undefined);
  }

  get name(): string | null {
    return this.saved?.info.name ?? null;
  }

  get isDirty(): boolean {
    return this.text !== (this.saved?.text ?? "");
  }

  /** The rulebook that the text starts from. */
  get base(): string {
    return this.book.header("extends");
  }

  /** Everything that keeps the text from being saved; null while that is not known. */
  get errors(): CheckedBook["errors"] | null {
    return this.isStale ? null : (this.checked?.errors ?? null);
  }

  /** Changes the text as one step that can be undone. */
  change(edits: Edit[]): void {
    if (edits.length === 0) return;
    this.view.dispatch({ changes: edits, annotations: isolateHistory.of("full"), userEvent: "input.control" });
  }

  undo(): void {
    undo(this.view);
  }

  redo(): void {
    redo(this.view);
  }

  /** Takes another text, which can be undone. */
  replace(text: string): void {
    replaceAll(this.view, text, true);
  }

  show(line: number): void {
    showLine(this.view, line);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.view.destroy();
  }

  #read(): void {
    this.text = this.view.state.doc.toString();
    this.canUndo = undoDepth(this.view.state) > 0;
    this.canRedo = redoDepth(this.view.state) > 0;
    try {
      this.book = new BookText(this.text);
      this.wrong = null;
    } catch (error) {
      this.wrong = error instanceof NotToml ? error : new NotToml(0, String(error));
    }
    this.isStale = true;
    this.#check(REST_MS);
    void this.#learn();
  }

  #check(wait: number): void {
    clearTimeout(this.#timer);
    const turn = ++this.#turn;
    this.#timer = setTimeout(() => {
      books.check(this.text, this.name).then(
        (checked) => {
          if (turn !== this.#turn) return;
          this.checked = checked;
          this.isStale = false;
          this.trouble = "";
          showErrors(this.view, checked.errors);
        },
        (error: unknown) => {
          if (turn !== this.#turn) return;
          const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
          if (!isBusy) this.trouble = failure(error);
          this.#check(AGAIN_MS);
        },
      );
    }, wait);
  }

  /** Asks for the words and values of the base, when it has changed. */
  async #learn(): Promise<void> {
    const base = this.book.header("extends") || this.book.header("base");
    const request = [base || "riichi", ...overlays(this.book)].join("+");
    if (request === this.#base) return;
    this.#base = request;
    try {
      const found = await books.vocabulary(request);
      if (request === this.#base) this.vocabulary = found;
    } catch {
      // A base that does not exist is an error of the text, which the check reports.
      this.vocabulary ??= await books.vocabulary("riichi").catch(() => null);
    }
  }
}

function overlays(book: BookText): string[] {
  const laid = book.toml.at(["rulebook", "with"]);
  return Array.isArray(laid) ? laid.filter((one) => typeof one === "string") : [];
}
