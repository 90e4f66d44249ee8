// Speaks the calls of words.json into web/public/voices-*.mp3. Needs espeak-ng, whose output is free to use, and ffmpeg:
//   node web/voices/speak.mjs
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const VOICES = { ja: "ja+f2", en: "en-gb+f2", de: "de+f2", zh: "cmn-latn-pinyin+f2" };
/** Every word has the same room, so that its place in the file is its place in the list. `voices.ts` has the same number. */
const SLOT_SECONDS = 1.3;

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const words = JSON.parse(readFileSync(here("words.json"), "utf8"));
const folder = mkdtempSync(join(tmpdir(), "voices-"));
for (const [speaker, list] of Object.entries(words)) {
  const spoken = list.map(({ say }, place) => {
    const file = join(folder, `${speaker}-${place}.wav`);
    execFileSync("espeak-ng", ["-v", VOICES[speaker], "-s", "165", "-w", file, say]);
    return file;
  });
  // Silence goes, a moment of it comes back in front, and the rest of the slot is filled.
  const trim = "silenceremove=start_periods=1:start_threshold=-45dB,areverse,silenceremove=start_periods=1:start_threshold=-45dB,areverse";
  const fit = `loudnorm=I=-19:TP=-2,aresample=16000,adelay=50,apad=whole_dur=${SLOT_SECONDS},atrim=0:${SLOT_SECONDS}`;
  const filters = spoken.map((_, place) => `[${place}:a]${trim},${fit}[w${place}]`);
  const joined = `${filters.join(";")};${spoken.map((_, place) => `[w${place}]`).join("")}concat=n=${spoken.length}:v=0:a=1`;
  const bare = ["-map_metadata", "-1", "-fflags", "+bitexact", "-flags:a", "+bitexact"];
  execFileSync("ffmpeg", ["-y", "-loglevel", "error", ...spoken.flatMap((file) => ["-i", file]), "-filter_complex", joined, "-ac", "1", "-c:a", "libmp3lame", "-q:a", "9", ...bare, here(`../public/voices-${speaker}.mp3`)]);
}
rmSync(folder, { recursive: true });
