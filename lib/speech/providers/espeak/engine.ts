import "server-only";
import create, { type Espeak } from "@echogarden/espeak-ng-emscripten";
import type { Audio } from "@/lib/speech/provider";
import { longestSeconds } from "./config";
import { emptyPackage, readOnDemand } from "./data";

/** One sentence or more for the engine, its options already judged. */
export type Utterance = {
  text: string;
  /** The engine's own name of a voice, such as `vi+f3`. */
  engineVoice: string;
  wordsPerMinute: number;
  pitch: number;
  range: number;
  volume: number;
};

/** Speech peaks at full scale as the engine makes it. 1 dB lower, a lossy encoder does not push it over. */
const headroom = 10 ** (-1 / 20);

const warmUp: Utterance = {
  text: "Xin chào. Hôm nay là thứ hai, trời nhiều mây, có lúc có mưa. Chúc bạn một ngày làm việc thật vui vẻ.",
  engineVoice: "vi",
  wordsPerMinute: 175,
  pitch: 50,
  range: 50,
  volume: 100,
};

/** Loads the engine and speaks to nobody, until its code is compiled: the first callers wait no longer than others. */
export async function loadEspeak(): Promise<Espeak> {
  const espeakModule = await create({ getPreloadedPackage: emptyPackage });
  readOnDemand(espeakModule.FS);
  const espeak = new espeakModule.eSpeakNGWorker();
  for (const engineVoice of ["vi", "vi+f3", "vi-vn-x-south+f2"]) utter(espeak, { ...warmUp, engineVoice }, () => false);
  return espeak;
}

/** Blocks its thread: 2 to 5 ms a second of speech. Stops early, with what it has, once `isStopped` or too long. */
export function utter(espeak: Espeak, utterance: Utterance, isStopped: () => boolean): Audio {
  // An unknown voice leaves the previous caller's voice in place.
  if (espeak.set_voice(utterance.engineVoice) !== 0) throw new Error(`eSpeak NG lacks ${utterance.engineVoice}`);
  espeak.set_rate(utterance.wordsPerMinute);
  espeak.set_pitch(utterance.pitch);
  espeak.set_range(utterance.range);
  espeak.set_volume(utterance.volume);

  const sampleRate = espeak.get_samplerate();
  const chunks: Int16Array[] = [];
  let length = 0;
  espeak.synthesize(escapeMarkup(utterance.text), (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    return length >= longestSeconds * sampleRate || isStopped() ? 1 : 0;
  });
  return { samples: join(chunks, length), sampleRate };
}

// The engine reads SSML. A caller's text is plain: their `<` must not swallow the words after it.
const escapeMarkup = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function join(chunks: Int16Array[], length: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(length);
  let at = 0;
  for (const chunk of chunks) {
    samples.set(chunk, at);
    at += chunk.length;
  }
  for (let index = 0; index < length; index++) samples[index] = (samples[index] as number) * (headroom / 32768);
  return samples;
}
