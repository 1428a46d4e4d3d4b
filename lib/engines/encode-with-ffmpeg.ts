import "server-only";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { joinBytes } from "@/lib/engines/audio/bytes";
import { kill } from "@/lib/engines/audio/decoding/ffmpeg";
import type { Audio, FfmpegFormat } from "@/lib/engines/audio/formats";
import { id3Tag, provenance } from "@/lib/engines/audio/provenance";
import { ProviderError } from "./provider";

const marks = [
  `encoder=${provenance.encoder}`,
  `comment=${provenance.comment}`,
  `${provenance.field.name}=${provenance.field.value}`,
].flatMap((mark) => ["-metadata", mark]);

const outputs: Record<FfmpegFormat, string[]> = {
  // ADTS, as OpenAI's API sends it; it has no metadata of its own.
  aac: ["-c:a", "aac", "-b:a", "64k", "-f", "adts"],
  flac: ["-c:a", "flac", "-sample_fmt", "s16", ...marks, "-fflags", "+bitexact", "-f", "flac"],
};

/** STREAMINFO (RFC 9639 section 8.2): the last 36 of these 64 bits are the number of samples, which a pipe leaves 0. */
const flacLengthAt = 18;

/**
 * Encodes one stream in a process of its own, which reads only our samples. The bytes of a part can follow with a later
 * part. Throws ProviderError `broken`.
 */
export class FfmpegEncoder {
  readonly #format: FfmpegFormat;
  readonly #process: ChildProcess;
  readonly #ended: Promise<void>;
  #made: Uint8Array[] = [];
  #head: Buffer<ArrayBuffer> = Buffer.alloc(0);
  #samples = 0;

  constructor(format: FfmpegFormat, sampleRate: number) {
    this.#format = format;
    const quiet = ["-nostdin", "-hide_banner", "-loglevel", "quiet", "-threads", "1"];
    const input = ["-protocol_whitelist", "pipe", "-f", "f32le", "-ar", String(sampleRate), "-ac", "1", "-i", "pipe:0"];
    const output = [...outputs[format], "-flush_packets", "1", "pipe:1"];
    this.#process = spawn(/* turbopackIgnore: true */ "ffmpeg", [...quiet, ...input, ...output], {
      env: { PATH: process.env.PATH } as unknown as NodeJS.ProcessEnv,
      stdio: ["pipe", "pipe", "ignore"],
      detached: true,
    });
    this.#ended = once(this.#process, "close").then(([code]) => {
      if (code !== 0) throw new Error(`FFmpeg ended with ${code}.`);
    });
    this.#ended.catch(() => undefined);
    // A process that has ended is noticed by its exit code.
    this.#process.stdin?.on("error", () => undefined);
    this.#process.stdout?.on("data", (bytes: Buffer) => this.#made.push(bytes));
    if (format === "aac") this.#made.push(id3Tag);
  }

  async push({ samples }: Audio): Promise<Uint8Array> {
    this.#samples += samples.length;
    const { stdin } = this.#process;
    const bytes = Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength);
    if (stdin && !stdin.write(bytes)) await Promise.race([once(stdin, "drain"), this.#whole()]);
    return this.#take();
  }

  async end(): Promise<{ bytes: Uint8Array<ArrayBuffer>; head?: Uint8Array<ArrayBuffer> }> {
    this.#process.stdin?.end();
    await this.#whole();
    const bytes = this.#take();
    if (this.#format !== "flac") return { bytes };
    const head = Buffer.from(this.#head);
    head.writeBigUInt64BE(head.readBigUInt64BE(flacLengthAt) | BigInt(this.#samples), flacLengthAt);
    return { bytes, head };
  }

  close(): void {
    if (this.#process.exitCode === null) kill(this.#process);
  }

  async #whole(): Promise<void> {
    try {
      await this.#ended;
    } catch (cause) {
      throw new ProviderError("broken", "A stream was not encoded.", { cause });
    }
  }

  #take(): Uint8Array<ArrayBuffer> {
    const bytes = joinBytes(this.#made);
    this.#made = [];
    const missing = flacLengthAt + 8 - this.#head.length;
    if (missing > 0) this.#head = Buffer.concat([this.#head, bytes.subarray(0, missing)]);
    return bytes;
  }
}
