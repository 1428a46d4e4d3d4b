import "server-only";
import { joinSamples } from "@/lib/engines/audio/bytes";
import type { SpeechPart } from "@/lib/engines/provider";
import type { TimedPart } from "@/lib/engines/speak";
import { type Alignment, alignerOf } from "@/lib/speech/alignment";
import type { WordTime } from "@/lib/speech/spoken-words";
import type { SpokenAs } from "@/lib/speech/synthesize";
import type { SpokenAudio, SpokenCharacters } from "./contract";

/** A chunk after the first one is at least so long, so that a second of audio comes in a few messages. */
const chunkSeconds = 0.25;

/** A piece of a sentence's audio that ends with a word, and the characters that end with it. */
export type Chunk = SpeechPart & Pick<SpokenAudio, "start" | "written" | "spoken">;

/** Times are rounded to milliseconds, and samples end between two. */
const rounding = 1e-3;

/** Where a sentence begins in its context's audio, and the silence that is put before it, in seconds. */
type Place = { from: number; silence: number };

/**
 * A sentence as an engine makes it, in chunks that end where a word ends: so the characters of each are spoken within it.
 * Those of an engine without times end with the sentence.
 */
export class SentenceChunks {
  readonly #align: ReturnType<typeof alignerOf>;
  readonly #place: Place;
  readonly #times: WordTime[] = [];
  #waiting: Float32Array[] = [];
  #sampleRate = 0;
  /** Samples that came and that were handed out, with those of the silence. */
  #came = 0;
  #gone = 0;
  #known = { written: 0, spoken: 0 };

  constructor(as: SpokenAs, place: Place) {
    this.#align = alignerOf(as);
    this.#place = place;
  }

  /** The chunk that the part completes, if it does. */
  add({ samples, sampleRate, words, progress }: TimedPart): Chunk | null {
    const { silence } = this.#place;
    if (this.#came === 0) this.#push(new Float32Array(Math.round(silence * sampleRate)));
    this.#sampleRate = sampleRate;
    this.#push(samples);
    this.#times.push(...words);
    // Not inside a number, of which several words are spoken.
    const { written } = this.#align(this.#times);
    const known = written.ends[written.known - 1] ?? 0;
    const end = Math.min(this.#came, Math.round((silence + known) * sampleRate));
    const isLongEnough = end - this.#gone >= (this.#gone === 0 ? 1 : chunkSeconds * sampleRate);
    return known > 0 && isLongEnough ? this.#take(end, progress) : null;
  }

  /** What is left of the sentence. */
  rest = (): Chunk => this.#take(this.#came, 1, true);

  #push(samples: Float32Array): void {
    this.#waiting.push(samples);
    this.#came += samples.length;
  }

  #take(end: number, progress: number, isLast = false): Chunk {
    const all = joinSamples(this.#waiting);
    const start = this.#place.from + this.#gone / (this.#sampleRate || 1);
    const samples = all.slice(0, end - this.#gone);
    this.#waiting = [all.subarray(end - this.#gone)];
    this.#gone = end;
    const { written, spoken } = this.#align(this.#times, isLast);
    const until = isLast ? Number.POSITIVE_INFINITY : end / this.#sampleRate - this.#place.silence + rounding;
    return {
      samples,
      sampleRate: this.#sampleRate,
      progress,
      start,
      written: this.#newOf("written", written, until),
      spoken: this.#newOf("spoken", spoken, until),
    };
  }

  /** The characters that end by then and were not named yet; a space stands between two sentences. */
  #newOf(kind: "written" | "spoken", alignment: Alignment, until: number): SpokenCharacters | null {
    const { from, silence } = this.#place;
    const first = this.#known[kind];
    const known = until === Number.POSITIVE_INFINITY ? alignment.characters.length : alignment.known;
    const later = alignment.ends.slice(0, known).findIndex((end) => end > until);
    const end = Math.max(first, later < 0 ? known : later);
    this.#known[kind] = end;
    if (end === first) return null;
    const space = first === 0 && from > 0;
    const timed = (times: readonly number[]) => [
      ...(space ? [inMs(from)] : []),
      ...times.slice(first, end).map((time) => inMs(from + silence + time)),
    ];
    return {
      characters: [...(space ? [" "] : []), ...alignment.characters.slice(first, end)],
      starts: timed(alignment.starts),
      ends: timed(alignment.ends),
    };
  }
}

const inMs = (seconds: number) => Math.round(seconds * 1000) / 1000;
