/** Everything but the words of calls is made from noise and sine waves: no files, nobody else's recordings. */
let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;
/** When the last of a row of equal sounds begins. */
const rows = new Map<number, number>();

/** A sound: its pitch in Hz, its length, its loudness from 0 to 1, and how much later it begins. */
type Sound = { pitch: number; seconds: number; loud: number; later?: number };

/** Lets sounds begin with the first press on the page. Called once, at the start. */
export function watchFirstPress(): void {
  const begin = () => {
    context ??= new AudioContext();
    void context.resume();
    removeEventListener("pointerdown", begin);
    removeEventListener("keydown", begin);
  };
  addEventListener("pointerdown", begin);
  addEventListener("keydown", begin);
}

/** May the page sound? */
export function isReady(): boolean {
  return context !== null;
}

/** Wood, bone or ceramic: a short noise around a pitch. Equal sounds in a row are kept `apart`, and only the first of `most` are heard. */
export function strike({ pitch, seconds, loud, later = 0, apart = 0, most = Infinity }: Sound & { apart?: number; most?: number }): void {
  if (!context || loud <= 0) return;
  const start = inRow(context.currentTime + later, pitch, apart, most);
  if (start === null) return;
  const source = context.createBufferSource();
  source.buffer = noise ??= whiteNoise(context);
  const band = context.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 3;
  source.connect(band).connect(fading(context, loud, start, seconds)).connect(context.destination);
  source.start(start);
  source.stop(start + seconds);
}

/** A soft note. */
export function note({ pitch, seconds, loud, later = 0 }: Sound): void {
  if (!context || loud <= 0) return;
  const start = context.currentTime + later;
  const source = context.createOscillator();
  source.frequency.value = pitch;
  source.connect(fading(context, loud, start, seconds)).connect(context.destination);
  source.start(start);
  source.stop(start + seconds);
}

/** Fetches a recording. Null where it does not come or the browser cannot read it. */
export async function decode(address: string): Promise<AudioBuffer | null> {
  if (!context) return null;
  try {
    const answer = await fetch(address);
    return answer.ok ? await context.decodeAudioData(await answer.arrayBuffer()) : null;
  } catch {
    return null;
  }
}

/** Plays a part of a recording. */
export function playPart(recording: AudioBuffer, from: number, seconds: number, loud: number): void {
  if (!context || loud <= 0) return;
  const source = context.createBufferSource();
  source.buffer = recording;
  const gain = context.createGain();
  gain.gain.value = loud;
  source.connect(gain).connect(context.destination);
  source.start(0, from, seconds);
}

function inRow(start: number, pitch: number, apart: number, most: number): number | null {
  if (apart === 0) return start;
  const next = Math.max(start, (rows.get(pitch) ?? 0) + apart);
  if (next - start > apart * (most - 1)) return null;
  rows.set(pitch, next);
  return next;
}

function fading(audio: AudioContext, loud: number, start: number, seconds: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + seconds);
  return gain;
}

function whiteNoise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  buffer.getChannelData(0).forEach((_, place, samples) => (samples[place] = Math.random() * 2 - 1));
  return buffer;
}
