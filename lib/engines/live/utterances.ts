import { joinSamples } from "@/lib/engines/audio/bytes";
import { decodedRate } from "@/lib/engines/audio/decode";
import { splitAtPauses } from "@/lib/engines/pauses";

/** Whether someone speaks is decided for so many samples at once: 32 ms, as models for voice activity take them. */
export const frameLength = 512;

/** The quietest that counts as speech: about -52 dBFS. */
const quietest = 0.0025;

/** Speech is this many times as loud as the sound between. */
const loudnessRatio = 3;

/** By how much the loudness of the sound between can rise in a frame: 7 % a second. */
const slowRise = 1.002;

/** So many loud frames of the last ones begin an utterance, so that a click does not. */
const [loudToBegin, lastFrames] = [3, 5];

/** Sound before the first loud frame that belongs to the utterance: soft consonants. */
const leadFrames = 8;

/** Longer speech is divided at its quietest place between these two, and goes on as the next utterance. */
const dividedAt = { shortestSeconds: 8, longestSeconds: 14 };

/** A stretch of speech, in samples from the start of the sound. `isEnd`: the speaker paused behind it. */
export type Utterance = { start: number; samples: Float32Array; isEnd: boolean };

export type Found = { type: "start"; start: number } | ({ type: "end" } & Utterance);

/**
 * Divides sound into utterances: speech begins with the first frames that have speech, and ends after `silenceMs` of
 * frames without. Without a model that says which frames have speech, those have that are clearly louder than what was
 * before, so that music counts as speech.
 */
export class Utterances {
  readonly #silentFrames: number;
  #rest = new Float32Array(0);
  /** The frames of the utterance, or the last ones before it. */
  #frames: Float32Array[] = [];
  /** The place of the first of them. */
  #from = 0;
  #recent: boolean[] = [];
  #silent = 0;
  #isSpeech = false;
  /** The loudness of the sound between, which follows a quieter one at once and a louder one slowly. */
  #floor = quietest;

  constructor(silenceMs: number) {
    this.#silentFrames = Math.max(1, Math.round((silenceMs / 1000) * (decodedRate / frameLength)));
  }

  /** The utterance that is being spoken, as far as it came; null between utterances. */
  get current(): Omit<Utterance, "isEnd"> | null {
    return this.#isSpeech ? { start: this.#from, samples: joinSamples(this.#frames) } : null;
  }

  /** How many samples of it came. */
  get length(): number {
    return this.#isSpeech ? this.#frames.length * frameLength : 0;
  }

  /** The whole frames that there are with these samples, one behind another. */
  frame(samples: Float32Array): Float32Array {
    const all = this.#rest.length === 0 ? samples : joinSamples([this.#rest, samples]);
    const end = all.length - (all.length % frameLength);
    this.#rest = all.slice(end);
    return all.subarray(0, end);
  }

  /** `hasSpeech`: of each frame, if a model says so. */
  take(frames: Float32Array, hasSpeech: readonly boolean[] | null): Found[] {
    const found: Found[] = [];
    for (let at = 0; at < frames.length; at += frameLength) {
      const frame = frames.slice(at, at + frameLength);
      found.push(...this.#take(frame, hasSpeech?.[at / frameLength] ?? this.#isLoud(frame)));
    }
    return found;
  }

  /** Ends the utterance that is being spoken. */
  flush(): Found[] {
    if (!this.#isSpeech) return [];
    this.#frames.push(this.#rest);
    this.#rest = new Float32Array(0);
    return [this.#end({ isEnd: true })];
  }

  #take(frame: Float32Array, isSpeech: boolean): Found[] {
    this.#frames.push(frame);
    this.#recent = [...this.#recent, isSpeech].slice(-lastFrames);
    if (!this.#isSpeech) {
      if (this.#recent.filter(Boolean).length < loudToBegin) {
        this.#keepLast(lastFrames + leadFrames);
        return [];
      }
      this.#isSpeech = true;
      this.#silent = 0;
      this.#keepLast(lastFrames + leadFrames);
      return [{ type: "start", start: this.#from }];
    }
    this.#silent = isSpeech ? 0 : this.#silent + 1;
    if (this.#silent >= this.#silentFrames) return [this.#end({ isEnd: true })];
    if (this.length > dividedAt.longestSeconds * decodedRate) return [this.#divide()];
    return [];
  }

  #isLoud(frame: Float32Array): boolean {
    let energy = 0;
    for (const sample of frame) energy += sample * sample;
    const loudness = Math.sqrt(energy / frame.length);
    this.#floor = Math.min(Math.max(loudness, quietest / loudnessRatio), this.#floor * slowRise);
    return loudness > Math.max(quietest, this.#floor * loudnessRatio);
  }

  #keepLast(count: number): void {
    const dropped = Math.max(0, this.#frames.length - count);
    this.#frames.splice(0, dropped);
    this.#from += dropped * frameLength;
  }

  #end({ isEnd }: Pick<Utterance, "isEnd">): Found {
    const samples = joinSamples(this.#frames);
    const ended = { type: "end" as const, start: this.#from, samples, isEnd };
    this.#from += samples.length;
    this.#frames = [];
    this.#recent = [];
    this.#isSpeech = false;
    return ended;
  }

  /** Ends the utterance at a quiet place, and goes on with what is behind it. */
  #divide(): Found {
    const samples = joinSamples(this.#frames);
    const [first = { samples }] = splitAtPauses({ samples, sampleRate: decodedRate }, dividedAt);
    const count = Math.floor(first.samples.length / frameLength);
    const behind = this.#frames.splice(count);
    const ended = this.#end({ isEnd: false });
    this.#frames = behind;
    this.#isSpeech = true;
    return ended;
  }
}
