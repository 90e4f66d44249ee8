// The pages on which rulebooks are written, with their text editor, in one script that is loaded when the first of them is opened.
export { default as BookEditor } from "../editor/BookEditor.svelte";
export { default as BookList } from "../editor/BookList.svelte";
export { readHandsWith } from "../editor/hands.ts";
