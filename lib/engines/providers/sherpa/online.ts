import type { OnlineRecognizer, OnlineStream } from "sherpa-onnx-node";
import type { Recognized, StreamUtterance } from "./task";

const sampleRate = 16_000;

/** Longer speech is divided, where it is silent for a moment if it can be. */
const dividedAt = { shortestSeconds: 12, longestSeconds: 20, momentSeconds: 0.2 };

type Wanted = { silenceMs: number; wantsPartials: boolean };

/** A streaming model in its engine process: whole recordings, and many streams that come while they are spoken. */
export class OnlineModel {
  readonly #recognizer: OnlineRecognizer;
  readonly #streams = new Map<number, SpokenStream>();
  /** Of the sound that the model takes at once. */
  readonly #chunkSeconds: number;

  constructor(recognizer: OnlineRecognizer) {
    this.#recognizer = recognizer;
    this.#chunkSeconds = measureChunk(recognizer);
  }

  transcribe(samples: Float32Array, rate: number): Recognized {
    const stream = this.#recognizer.createStream();
    stream.acceptWaveform({ samples, sampleRate: rate });
    finish(stream, this.#chunkSeconds);
    while (this.#recognizer.isReady(stream)) this.#recognizer.decode(stream);
    const { text, tokens, timestamps } = this.#recognizer.getResult(stream);
    return { text, tokens, timestamps };
  }

  open(stream: number, wanted: Wanted): void {
    this.#streams.set(stream, new SpokenStream(this.#recognizer, this.#chunkSeconds, wanted));
  }

  push(stream: number, samples: Float32Array): StreamUtterance[] {
    return this.#find(stream).push(samples);
  }

  flush(stream: number): StreamUtterance[] {
    return this.#find(stream).flush();
  }

  close(stream: number): void {
    this.#streams.delete(stream);
  }

  #find(stream: number): SpokenStream {
    const found = this.#streams.get(stream);
    if (!found) throw new Error("No such stream is open.");
    return found;
  }
}

/**
 * Divides one sound into utterances. The engine's own rules for that hold for all streams of a recognizer, but each
 * session chooses its pause, so the same rules are applied here.
 */
class SpokenStream {
  readonly #recognizer: OnlineRecognizer;
  readonly #chunkSeconds: number;
  readonly #wanted: Wanted;
  #stream: OnlineStream;
  /** Of all sound. */
  #pushedSeconds = 0;
  /** Where the engine's stream begins. */
  #from = 0;
  /** How much the engine has decoded of its stream. */
  #chunks = 0;
  /** The words that were reported of this utterance. */
  #reported = "";
  /** Where a long utterance was divided that no pause has ended yet. */
  #dividedAt: number | null = null;

  constructor(recognizer: OnlineRecognizer, chunkSeconds: number, wanted: Wanted) {
    this.#recognizer = recognizer;
    this.#chunkSeconds = chunkSeconds;
    this.#wanted = wanted;
    this.#stream = recognizer.createStream();
  }

  push(samples: Float32Array): StreamUtterance[] {
    this.#stream.acceptWaveform({ samples, sampleRate });
    this.#pushedSeconds += samples.length / sampleRate;
    return this.#decode();
  }

  /** Ends the utterance. What comes next is decoded without what was said before. */
  flush(): StreamUtterance[] {
    finish(this.#stream, this.#chunkSeconds);
    const found = this.#decode().filter(({ ended }) => ended);
    const rest = this.#read();
    if (rest) found.push({ ...rest, ended: "pause" });
    this.#stream = this.#recognizer.createStream();
    this.#from = this.#pushedSeconds;
    this.#chunks = 0;
    this.#reported = "";
    this.#dividedAt = null;
    return found;
  }

  /** The utterances that end, and the newest words of the one that goes on. */
  #decode(): StreamUtterance[] {
    const found: StreamUtterance[] = [];
    while (this.#recognizer.isReady(this.#stream)) {
      this.#recognizer.decode(this.#stream);
      this.#chunks++;
      const now = this.#read();
      if (!now) continue;
      if (found.at(-1)?.ended === undefined) found.pop();
      found.push(now);
      if (now.ended) this.#end(now);
    }
    const last = found.at(-1);
    if (!last || last.ended) return found;
    if (last.text === "") return found.slice(0, -1);
    // The first words say that an utterance began, also where no others are wanted before it ends.
    const isNew = this.#reported === "" || (this.#wanted.wantsPartials && last.text !== this.#reported);
    if (!isNew) found.pop();
    this.#reported = last.text;
    return found;
  }

  /** The utterance so far, in times from the start of all sound; null between utterances. */
  #read(): StreamUtterance | null {
    const { text, tokens, timestamps, start_time } = this.#recognizer.getResult(this.#stream);
    const times = timestamps.map((time) => this.#from + start_time + time);
    const last = times.at(-1) ?? this.#dividedAt;
    if (last === null) return null;
    const decoded = this.#from + this.#chunks * this.#chunkSeconds;
    const silence = decoded - last;
    const length = decoded - (times[0] ?? last);
    const isPause = silence >= this.#wanted.silenceMs / 1000;
    const { shortestSeconds, longestSeconds, momentSeconds } = dividedAt;
    const isLong = length >= longestSeconds || (length >= shortestSeconds && silence >= momentSeconds);
    const end = Math.min(decoded, this.#pushedSeconds);
    const ended = isPause ? ("pause" as const) : isLong ? ("length" as const) : undefined;
    return { text, tokens, timestamps: times, end, ...(ended && { ended }) };
  }

  #end({ ended, end }: StreamUtterance): void {
    this.#recognizer.reset(this.#stream);
    this.#reported = "";
    this.#dividedAt = ended === "length" ? end : null;
  }
}

/** Silence behind the sound brings the model to its end, since it takes whole chunks with a little of the next one. */
function finish(stream: OnlineStream, chunkSeconds: number): void {
  stream.acceptWaveform({ samples: new Float32Array(Math.ceil((2 * chunkSeconds + 0.3) * sampleRate)), sampleRate });
  stream.inputFinished();
}

/** The engine says only after a reset how much of a stream it has decoded. */
function measureChunk(recognizer: OnlineRecognizer): number {
  const stream = recognizer.createStream();
  stream.acceptWaveform({ samples: new Float32Array(5 * sampleRate), sampleRate });
  let chunks = 0;
  for (; recognizer.isReady(stream); chunks++) recognizer.decode(stream);
  recognizer.reset(stream);
  const { start_time } = recognizer.getResult(stream);
  if (!(start_time > 0)) throw new Error("The model does not say how much sound it takes at once.");
  return start_time / chunks;
}
