// Pages that are not part of the first download, all in one script.
export { default as Fair } from "./Fair.svelte";
export { default as Me } from "./Me.svelte";
export { default as NewTable } from "./NewTable.svelte";
export { default as Replay } from "./Replay.svelte";
