// What is not part of the first download, all in one script: pages, parts that few need, and how the browser checks a finished game.
export { proofOf } from "../proof.ts";
export { default as GuidePanel } from "../parts/GuidePanel.svelte";
export { default as YakuList } from "../parts/YakuList.svelte";
export { default as Meeting } from "../parts/Meeting.svelte";
export { default as News } from "../parts/News.svelte";
export { default as Fair } from "./Fair.svelte";
export { default as Find } from "./Find.svelte";
export { default as Friends } from "./Friends.svelte";
export { default as Me } from "./Me.svelte";
export { default as NewTable } from "./NewTable.svelte";
export { default as Replay } from "./Replay.svelte";
export { default as Settings } from "./Settings.svelte";
