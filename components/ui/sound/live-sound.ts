import { takeTurn } from "./use-player";

const rate = 24_000;

/** The loudest sample of so many seconds is one peak of the drawing. */
const peakSeconds = 0.05;

/** Not used before more has arrived: of a beginning, decoders make the last moments only roughly. */
const roughSeconds = 0.06;

/** So much is there before playing begins, or goes on after it ran out. */
const leastAheadSeconds = 0.2;

/** A beginning is decoded again when it is so much longer, or when what is decoded is about to run out. */
const growth = 1.3;
const shortAheadSeconds = 1.5;

type Chunk = { source: AudioBufferSourceNode; startsAt: number; from: number; to: number };

/**
 * Sound that plays and is drawn while it arrives: an encoded file or several, one after another, in any format that the
 * browser decodes. What has arrived of a file is decoded from its start again and again, so that files and their parts join without a click.
 */
export class LiveSound {
  readonly #context = new AudioContext({ sampleRate: rate });
  readonly #decoder = new OfflineAudioContext(1, 1, rate);
  readonly #files: File[] = [];
  readonly #followers = new Set<() => void>();
  #parts: Float32Array<ArrayBuffer>[] = [];
  #length = 0;
  #peaks: number[] = [];
  #chunks: Chunk[] = [];
  /** The sample that is scheduled next. */
  #next = 0;
  #isWanted = true;
  #isEnded = false;
  /** How long all of it will be, as far as known. */
  expectedSeconds = 0;

  /** Must be created while a press is handled, or browsers play nothing. */
  constructor() {
    takeTurn(this);
    this.#context.resume().catch(() => undefined);
  }

  /** A file that begins now, behind those before. */
  add(): { push: (bytes: Uint8Array) => void; end: () => void } {
    const file: File = { bytes: [], size: 0, triedSize: 0, taken: 0, startsAt: 0, isEnded: false, isDone: false };
    this.#files.push(file);
    return {
      push: (bytes) => {
        file.bytes.push(bytes);
        file.size += bytes.length;
        void this.#decode();
      },
      end: () => {
        file.isEnded = true;
        void this.#decode();
      },
    };
  }

  /** No further file will come. */
  end(): void {
    this.#isEnded = true;
    this.#notify();
  }

  get isComplete(): boolean {
    return this.#isEnded && this.#files.every(({ isDone }) => isDone);
  }

  /** What can be played by now. */
  get seconds(): number {
    return this.#length / rate;
  }

  get totalSeconds(): number {
    if (this.isComplete) return this.seconds;
    return Math.max(this.expectedSeconds, this.seconds * 1.15, 0.5);
  }

  /** Of all of it, with nothing yet where nothing has arrived. */
  get peaks(): Float32Array {
    const peaks = new Float32Array(Math.ceil(this.totalSeconds / peakSeconds));
    peaks.set(this.#peaks.slice(0, peaks.length));
    return peaks;
  }

  get isPlaying(): boolean {
    return this.#isWanted && !this.isOver;
  }

  /** Whether all of it was played. */
  get isOver(): boolean {
    return this.isComplete && this.position >= this.seconds;
  }

  /** Where it plays, in seconds. */
  get position(): number {
    const now = this.#context.currentTime;
    const chunk = this.#chunks.findLast(({ startsAt }) => startsAt <= now) ?? this.#chunks[0];
    if (!chunk) return this.#next / rate;
    const played = chunk.from + Math.max(0, now - chunk.startsAt) * rate;
    return Math.min(played, chunk.to) / rate;
  }

  /** Which file plays, and where in it. */
  get place(): { file: number; seconds: number } {
    const at = this.position;
    const file = Math.max(
      0,
      this.#files.findLastIndex((each) => each.taken > 0 && each.startsAt / rate <= at),
    );
    return { file, seconds: at - (this.#files[file]?.startsAt ?? 0) / rate };
  }

  play(): void {
    takeTurn(this);
    if (this.isOver) this.seek(0);
    this.#isWanted = true;
    this.#context.resume().catch(() => undefined);
    this.#schedule();
    this.#notify();
  }

  pause(): void {
    this.#isWanted = false;
    this.#context.suspend().catch(() => undefined);
    this.#notify();
  }

  seek(seconds: number): void {
    this.#stopChunks();
    this.#next = Math.min(Math.round(seconds * rate), this.#length);
    this.#schedule();
    this.#notify();
  }

  close(): void {
    this.#isWanted = false;
    this.#stopChunks();
    this.#context.close().catch(() => undefined);
  }

  /** Calls `follow` when more has arrived, or it begins or stops to play. */
  follow(follow: () => void): () => void {
    this.#followers.add(follow);
    return () => this.#followers.delete(follow);
  }

  #notify(): void {
    for (const follow of this.#followers) follow();
  }

  #isDecoding = false;

  async #decode(): Promise<void> {
    if (this.#isDecoding) return;
    this.#isDecoding = true;
    for (let file = this.#findWorth(); file; file = this.#findWorth()) {
      file.triedSize = file.size;
      const isWhole = file.isEnded;
      const decoded = await this.#decoder
        .decodeAudioData(whole(file).buffer)
        .then((sound) => sound.getChannelData(0))
        // Too little of it for now; a file that cannot be decoded is not played.
        .catch(() => undefined);
      if (decoded) this.#take(file, decoded, isWhole);
      file.isDone = isWhole;
      this.#schedule();
      this.#notify();
    }
    this.#isDecoding = false;
  }

  /** The file that is played next, once enough of it is new. */
  #findWorth(): File | undefined {
    const file = this.#files.find(({ isDone }) => !isDone);
    if (!file) return;
    if (file.isEnded) return file;
    const isShort = this.seconds - this.position < shortAheadSeconds;
    return file.size > file.triedSize * (isShort ? 1 : growth) ? file : undefined;
  }

  #take(file: File, decoded: Float32Array, isWhole: boolean): void {
    const usable = isWhole ? decoded.length : Math.max(0, decoded.length - roughSeconds * rate);
    const fresh = decoded.slice(file.taken, usable);
    if (fresh.length === 0) return;
    if (file.taken === 0) file.startsAt = this.#length;
    file.taken += fresh.length;
    const step = peakSeconds * rate;
    for (let at = 0; at < fresh.length; at++) {
      const peak = Math.floor((this.#length + at) / step);
      this.#peaks[peak] = Math.max(this.#peaks[peak] ?? 0, Math.abs(fresh[at] ?? 0));
    }
    this.#parts.push(fresh);
    this.#length += fresh.length;
  }

  /** Hands over to the browser what is decoded and not handed over yet. */
  #schedule(): void {
    if (!this.#isWanted || this.#next >= this.#length) return;
    const now = this.#context.currentTime;
    const last = this.#chunks.at(-1);
    const endsAt = last ? last.startsAt + (last.to - last.from) / rate : 0;
    const isDry = endsAt <= now;
    if (isDry && !this.isComplete && (this.#length - this.#next) / rate < leastAheadSeconds) return;
    const samples = this.#from(this.#next);
    const buffer = this.#context.createBuffer(1, samples.length, rate);
    buffer.copyToChannel(samples, 0);
    const source = this.#context.createBufferSource();
    source.buffer = buffer;
    source.connect(this.#context.destination);
    const startsAt = isDry ? now + 0.02 : endsAt;
    source.start(startsAt);
    if (this.#chunks.length === 0) performance.mark("vang.first-sound");
    this.#chunks.push({ source, startsAt, from: this.#next, to: this.#length });
    this.#next = this.#length;
  }

  /** Samples from one on; what was joined stays joined. */
  #from(start: number): Float32Array<ArrayBuffer> {
    let at = this.#length;
    let part = this.#parts.length;
    while (at > start) at -= this.#parts[--part]?.length ?? at;
    const joined = join(this.#parts.slice(part));
    return joined.slice(start - at);
  }

  #stopChunks(): void {
    for (const { source } of this.#chunks) source.stop();
    this.#chunks = [];
  }
}

type File = {
  bytes: Uint8Array[];
  size: number;
  /** How many bytes were there when it was decoded last. */
  triedSize: number;
  /** How many of its samples were taken, and the place of the first in the whole. */
  taken: number;
  startsAt: number;
  isEnded: boolean;
  isDone: boolean;
};

function join(parts: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** What has arrived of a file. A WAV file that is not whole names a length that it does not have yet. */
function whole({ bytes, size }: File): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(size);
  let at = 0;
  for (const part of bytes) {
    joined.set(part, at);
    at += part.length;
  }
  if (size > 44 && String.fromCharCode(...joined.subarray(0, 4)) === "RIFF") {
    const view = new DataView(joined.buffer);
    view.setUint32(4, size - 8, true);
    if (String.fromCharCode(...joined.subarray(36, 40)) === "data") view.setUint32(40, size - 44, true);
  }
  return joined;
}
