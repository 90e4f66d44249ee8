import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type Completion, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, defaultHighlightStyle, HighlightStyle, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { toml } from "@codemirror/legacy-modes/mode/toml";
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from "@codemirror/lint";
import { EditorState, Transaction, type Extension } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, hoverTooltip, keymap, lineNumbers, type Tooltip } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { meaningOf, offersIn, offersInCondition, type Known, type Offers } from "./complete.ts";
import { errorLine } from "./errors.ts";
import type { BookError, Vocabulary } from "../wire.ts";

/** Colours of the page, in light and dark. */
const LOOK = EditorView.theme({
  "&": { color: "var(--ink)", backgroundColor: "var(--raised)", fontSize: "0.875rem", height: "100%" },
  "&.cm-focused": { outline: "3px solid var(--accent)", outlineOffset: "-3px" },
  ".cm-scroller": { fontFamily: "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Noto Sans Mono', monospace", lineHeight: "1.6" },
  ".cm-gutters": { backgroundColor: "var(--sunk)", color: "var(--soft)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 7%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--accent) 26%, transparent)" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--line)", borderRadius: "8px", maxWidth: "min(26rem, 92vw)" },
  ".cm-tooltip-autocomplete > ul": { maxHeight: "14rem", fontFamily: "inherit" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "6px 10px !important" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-completionInfo": { whiteSpace: "pre-line", padding: "8px 10px", maxWidth: "18rem" },
  ".cm-meaning": { whiteSpace: "pre-line", padding: "8px 10px", fontSize: "0.875rem" },
  ".cm-diagnostic-error": { borderLeftColor: "var(--loss)" },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--accent)" },
  { tag: [tags.atom, tags.number], color: "var(--loss)" },
  { tag: [tags.propertyName, tags.standard(tags.variableName)], fontWeight: "600" },
]);

const common = (label: string): Extension[] => [
  history(),
  drawSelection(),
  EditorState.allowMultipleSelections.of(false),
  EditorView.contentAttributes.of({ "aria-label": label, autocapitalize: "off", autocorrect: "off", spellcheck: "false" }),
  bracketMatching(),
  closeBrackets(),
  LOOK,
  syntaxHighlighting(COLOURS),
  syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
];

/** A view in a host. The page's policy allows no inline styles: in a shadow tree CodeMirror adopts style sheets instead. */
export type Shown = { view: EditorView; host: HTMLElement };

function shown(state: EditorState): Shown {
  const host = document.createElement("div");
  host.className = "cm-host";
  const root = host.attachShadow({ mode: "open" });
  const view = new EditorView({ state, root });
  root.append(view.dom);
  return { view, host };
}

/** The text of a rulebook. Tab leaves it after Escape, as everywhere in CodeMirror. */
export function bookView(text: string, label: string, known: () => Known | null, changed: (view: EditorView) => void): Shown {
  const state = EditorState.create({
    doc: text,
    extensions: [
      ...common(label),
      lineNumbers(),
      highlightActiveLine(),
      lintGutter(),
      EditorView.lineWrapping,
      StreamLanguage.define(toml),
      autocompletion({ override: [(context) => completed(context, (before) => offersWith(known(), before))] }),
      hoverTooltip((view, at) => meaningAt(view, at, known())),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
      EditorView.updateListener.of((update) => update.docChanged && changed(update.view)),
    ],
  });
  return shown(state);
}

/** A single line for a condition, with the facts to choose from. */
export function conditionView(text: string, label: string, vocabulary: () => Vocabulary | null, changed: (text: string) => void): Shown {
  const state = EditorState.create({
    doc: text,
    extensions: [
      ...common(label),
      EditorView.theme({ ".cm-content": { minHeight: "2.75rem", padding: "9px 4px" } }),
      EditorView.lineWrapping,
      // A condition has one line.
      EditorState.transactionFilter.of((change) => (change.newDoc.lines > 1 ? [] : change)),
      autocompletion({
        override: [
          (context) =>
            completed(context, (before) => {
              const words = vocabulary();
              return words && offersInCondition(before, before, words);
            }),
        ],
      }),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...defaultKeymap.filter(({ key }) => key !== "Enter"), ...historyKeymap]),
      EditorView.updateListener.of((update) => update.docChanged && changed(update.state.doc.toString())),
    ],
  });
  return shown(state);
}

/** Shows errors at their places. */
export function showErrors(view: EditorView, errors: BookError[]): void {
  view.dispatch(setDiagnostics(view.state, errors.map((error) => diagnostic(view.state, error))));
}

/** Puts another text into the view, as a change that can be undone or, for the first text, not. */
export function replaceAll(view: EditorView, text: string, undoable: boolean): void {
  const changes = { from: 0, to: view.state.doc.length, insert: text };
  view.dispatch({ changes, annotations: undoable ? [] : [Transaction.addToHistory.of(false)] });
}

/** Selects a line, counted from 1, and shows it. */
export function showLine(view: EditorView, line: number): void {
  const at = view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
  view.dispatch({ selection: { anchor: at.from, head: at.to }, effects: EditorView.scrollIntoView(at.from, { y: "center" }) });
  view.focus();
}

function diagnostic(state: EditorState, error: BookError): Diagnostic {
  const line = state.doc.line(Math.min(Math.max(error.line, 1), state.doc.lines));
  const from = Math.min(line.to, error.column === null ? line.from + /^\s*/.exec(line.text)![0].length : line.from + error.column - 1);
  const to = Math.min(line.to, error.end_column === null ? line.to : line.from + error.end_column - 1);
  return { from, to: Math.max(from, to), severity: "error", message: errorLine(error) };
}

function offersWith(known: Known | null, before: string): Offers | null {
  return known && offersIn(before, known);
}

function completed(context: CompletionContext, offers: (before: string) => Offers | null): CompletionResult | null {
  const found = offers(context.state.sliceDoc(0, context.pos));
  if (!found || (found.from === context.pos && !context.explicit)) return null;
  const options = found.options.map(({ label, detail, info, apply }): Completion => ({ label, ...(detail && { detail }), ...(info && { info }), ...(apply && { apply }) }));
  return { from: found.from, options, validFor: /^[\w."-]*$/ };
}

function meaningAt(view: EditorView, at: number, known: Known | null): Tooltip | null {
  const line = view.state.doc.lineAt(at);
  const before = /[\w.-]*$/.exec(line.text.slice(0, at - line.from))?.[0] ?? "";
  const after = /^[\w.-]*/.exec(line.text.slice(at - line.from))?.[0] ?? "";
  const says = known && meaningOf(before + after, known);
  if (!says) return null;
  const create = () => {
    const dom = Object.assign(document.createElement("div"), { className: "cm-meaning", textContent: says });
    return { dom };
  };
  return { pos: at - before.length, end: at + after.length, above: true, create };
}
