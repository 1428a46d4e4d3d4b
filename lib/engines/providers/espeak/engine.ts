import "server-only";
import { openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import type { FileSystem } from "@echogarden/espeak-ng-emscripten";
import create, { type Espeak } from "@echogarden/espeak-ng-emscripten";
import { joinSamples } from "@/lib/engines/audio/bytes";
import type { Audio } from "@/lib/engines/audio/formats";
import { longestSeconds } from "./config";
import { Leveler, type LevelState } from "./level";
import { type SpokenWord, type WordState, WordTimes } from "./word-times";

/** A text with validated options. */
export type Utterance = {
  text: string;
  /** The engine's name for a voice, such as `vi+f3`. */
  engineVoice: string;
  wordsPerMinute: number;
  pitch: number;
  range: number;
  volume: number;
  /** The voice's gain, which makes all voices equally loud. */
  gainDb: number;
};

/** A part of an utterance's sound, the words that are over in it, and how much of the text is spoken, from 0 to 1. */
export type SpokenPart = { samples: Float32Array<ArrayBuffer>; words: SpokenWord[]; progress: number };

const warmUp: Utterance = {
  text: "Xin chào. Hôm nay là thứ hai, trời nhiều mây, có lúc có mưa. Chúc bạn một ngày làm việc thật vui vẻ.",
  engineVoice: "vi",
  wordsPerMinute: 175,
  pitch: 50,
  range: 50,
  volume: 100,
  gainDb: 0,
};

/** A second of processor time for each thread of each process. */
const isWarmed = process.env.VANG_WARM_UP !== "0";

/** Loads the engine and synthesizes a few texts, so that the code is compiled and the first calls are fast. */
export async function loadEspeak(): Promise<Espeak> {
  const espeakModule = await create({ getPreloadedPackage: emptyPackage });
  readOnDemand(espeakModule.FS);
  const espeak = new espeakModule.eSpeakNGWorker();
  const voices = isWarmed ? ["vi", "vi+f3", "vi-vn-x-south+f2"] : [];
  for (const engineVoice of voices) utter(espeak, { ...warmUp, engineVoice }, () => false);
  return espeak;
}

/** What the next turn needs to go on with an utterance where a turn ended. It can be sent to another thread. */
export type Begun = {
  /** Characters given to the engine that are spoken. */
  from: number;
  /** Samples that the engine has made. */
  length: number;
  progress: number;
  /** Sound that is kept back. */
  kept: Float32Array<ArrayBuffer>;
  level: LevelState;
  words: WordState;
};

/** Blocks its thread: 2 to 5 ms per second of speech. Stops early when the audio is too long, and returns silence. */
export function utter(espeak: Espeak, utterance: Utterance, isStopped: () => boolean): Audio {
  const parts: Float32Array[] = [];
  const { sampleRate, length, isTooLong } = utterAsMade(espeak, utterance, ({ samples }) => {
    parts.push(samples);
    return isStopped();
  });
  return { samples: isTooLong ? new Float32Array(length) : joinSamples(parts), sampleRate };
}

/**
 * The same in parts. `take` returns true to stop. The sound of a word is kept back until it is known how much of the text
 * it is of, so a part can be empty. With `turnSeconds` it ends after so much sound, at the next end of a clause, where
 * the engine begins again anyway: the same words with the same sound follow when it goes on with `rest`.
 */
export function utterAsMade(
  espeak: Espeak,
  utterance: Utterance,
  take: (part: SpokenPart) => boolean,
  { begun, turnSeconds = Number.POSITIVE_INFINITY }: { begun?: Begun; turnSeconds?: number } = {},
) {
  // With an unknown voice the engine would keep the previous caller's voice.
  if (espeak.set_voice(utterance.engineVoice) !== 0) throw new Error(`eSpeak NG lacks ${utterance.engineVoice}`);
  espeak.set_rate(utterance.wordsPerMinute);
  espeak.set_pitch(utterance.pitch);
  espeak.set_range(utterance.range);
  espeak.set_volume(utterance.volume);

  const sampleRate = espeak.get_samplerate();
  const { from, length: lengthBefore } = begun ?? { from: 0, length: 0 };
  const leveler = new Leveler(sampleRate, utterance, begun?.level);
  const characters = [...escapeMarkup(inSmallLetters(utterance.text))];
  const words = new WordTimes(utterance.text, escapeMarkup, begun?.words);
  const msBefore = (lengthBefore * 1000) / sampleRate;
  let [length, progress, isStopped] = [lengthBefore, begun?.progress ?? 0, false];
  let kept: Float32Array[] = begun ? [begun.kept] : [];
  let spoken: number | null = null;
  espeak.synthesize(characters.slice(from).join(""), (chunk, given) => {
    const events = given.map((event) => ({
      ...event,
      text_position: event.text_position + from,
      audio_position: event.audio_position + msBefore,
    }));
    const reached = words.read(events);
    length += chunk.length;
    const samples = reached === null ? new Float32Array(0) : joinSamples(kept);
    if (reached !== null) [progress, kept] = [reached, []];
    kept.push(leveler.push(chunk));
    isStopped = take({ samples, words: words.take(leveler.shift, sampleRate), progress });
    const last = events.findLast(({ type }) => type === "word" || type === "end");
    const isTurnOver = last?.type === "end" && length - lengthBefore >= turnSeconds * sampleRate;
    if (isTurnOver && last.text_position < characters.length) spoken = last.text_position;
    return length >= longestSeconds * sampleRate || isStopped || spoken !== null ? 1 : 0;
  });
  const isTooLong = length >= longestSeconds * sampleRate;
  if (spoken !== null && !isTooLong && !isStopped) {
    const rest: Begun = {
      from: spoken,
      length,
      progress,
      kept: joinSamples(kept),
      level: leveler.state,
      words: words.state,
    };
    return { sampleRate, length, isTooLong, rest };
  }
  const last = { samples: joinSamples([...kept, leveler.end()]), progress: 1 };
  if (!isTooLong && !isStopped) take({ ...last, words: words.take(leveler.shift ?? 0, sampleRate, true) });
  return { sampleRate, length, isTooLong, rest: null };
}

const capitals = /(?<![\p{L}\p{M}])\p{Lu}+(?:[ ]\p{Lu}+)*(?![\p{L}\p{M}])/gu;

/** The engine spells capitals among small letters, as in "SỞ Y TẾ thành phố": with a Vietnamese mark they are words. As long as before. */
const inSmallLetters = (text: string): string =>
  text.replace(capitals, (words) => (/[^A-ZĐ ]/.test(words) ? words.toLowerCase() : words));

// The engine parses SSML, but a caller's text is plain: `<` must not hide the words after it.
const escapeMarkup = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const require = createRequire(import.meta.url);

const root = "/usr/share/espeak-ng-data";

/** In place of 24 MB of data for all languages. Its pages use no memory until `readOnDemand` fills in a file. */
const emptyPackage = (_: string, size: number): ArrayBuffer => new ArrayBuffer(size);

/** Makes the engine read each of its data files from disk when it first opens the file. */
function readOnDemand(fs: FileSystem): void {
  const archive = openSync(require.resolve("@echogarden/espeak-ng-emscripten/espeak-ng.data"), "r");
  for (const path of listFiles(fs, root)) {
    const { node } = fs.lookupPath(path);
    let isRead = false;
    const open = () => {
      if (!isRead) readSync(archive, node.contents, 0, node.contents.length, node.contents.byteOffset);
      isRead = true;
    };
    node.stream_ops = { ...node.stream_ops, open };
  }
}

function listFiles(fs: FileSystem, directory: string): string[] {
  const names = fs.readdir(directory).filter((name) => !name.startsWith("."));
  return names.flatMap((name) => {
    const path = `${directory}/${name}`;
    return fs.isDir(fs.lookupPath(path).node.mode) ? listFiles(fs, path) : [path];
  });
}
