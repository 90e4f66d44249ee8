// The scorer, and what other pages need of it, in one script that is loaded when it is first needed.
export { requestOf } from "../scorer/claim.ts";
export { claimOf, NotUnderstood } from "../scorer/line.ts";
export { default as Score } from "./Score.svelte";
