import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import { CliError } from "./fail";
import { findProgram } from "./play";
import { say } from "./words";

/** Linear 16-bit samples, one channel. */
export type Sound = { sampleRate: number; stream: AsyncIterable<Uint8Array>; isRecorded: boolean };

const usualRate = 16_000;

/** The microphone, a file, or with `-` what is piped: WAV, raw samples, or anything else that FFmpeg decodes. */
export function openSound(
  path: string | undefined,
  { sampleRate = usualRate, device }: { sampleRate?: number; device?: string },
  signal: AbortSignal,
): Promise<Sound> | Sound {
  if (path === undefined) return record(sampleRate, device, signal);
  return readSound(path === "-" ? process.stdin : createReadStream(path), sampleRate, signal);
}

/** How each program records samples to its stdout. FFmpeg's device depends on the system. */
const recorders: Record<string, (rate: number, device: string | undefined) => string[]> = {
  arecord: (rate, device) => [
    "-q",
    "-f",
    "S16_LE",
    "-r",
    String(rate),
    "-c",
    "1",
    "-t",
    "raw",
    ...(device ? ["-D", device] : []),
  ],
  rec: (rate) => ["-q", "-t", "raw", "-r", String(rate), "-e", "signed", "-b", "16", "-c", "1", "-"],
  ffmpeg: (rate, device) => [
    ...["-loglevel", "error", "-nostdin", ...ffmpegDevice(device)],
    ...["-ac", "1", "-ar", String(rate), "-f", "s16le", "-"],
  ],
};

const ffmpegDevice = (device: string | undefined): string[] => {
  if (process.platform === "darwin") return ["-f", "avfoundation", "-i", device ?? ":0"];
  if (process.platform === "win32") return ["-f", "dshow", "-i", `audio=${device ?? "Microphone"}`];
  return ["-f", "pulse", "-i", device ?? "default"];
};

function record(sampleRate: number, device: string | undefined, signal: AbortSignal): Sound {
  const name = findProgram(Object.keys(recorders));
  if (!name) throw new CliError(say("cli.noRecorder", { recorders: Object.keys(recorders).join(", ") }));
  const child = spawn(name, recorders[name]?.(sampleRate, device) ?? [], { stdio: ["ignore", "pipe", "inherit"] });
  signal.addEventListener("abort", () => child.kill());
  return { sampleRate, stream: outputOf(child, name), isRecorded: true };
}

/** What a program writes. Throws CliError if it fails. */
async function* outputOf(child: ChildProcess, name: string): AsyncGenerator<Uint8Array> {
  const closed = once(child, "close");
  closed.catch(() => undefined);
  try {
    if (child.stdout) yield* child.stdout;
    const [code, killedBy] = await closed;
    if (code !== 0 && !killedBy) throw new CliError(say("cli.soundFailed", { program: name }));
  } finally {
    child.kill();
  }
}

/** Finds out from its first bytes what a stream is. */
async function readSound(input: Readable, sampleRate: number, signal: AbortSignal): Promise<Sound> {
  const parts = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let head = Buffer.alloc(0);
  while (head.length < 64) {
    const { done, value } = await parts.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  const rest = (async function* () {
    yield head;
    for (let next = await parts.next(); !next.done; next = await parts.next()) yield next.value;
  })();
  if (head.length < 64) throw new CliError(say("cli.noSound"));
  const wav = readWavHead(head);
  if (wav) return { sampleRate: wav.sampleRate, stream: skip(rest, wav.dataAt), isRecorded: false };
  // Raw samples have no mark by which they are known.
  const isRaw = input === process.stdin && !isContainer(head);
  if (isRaw) return { sampleRate, stream: rest, isRecorded: false };
  if (!findProgram(["ffmpeg"])) throw new CliError(say("cli.needsFfmpeg"));
  const args = ["-loglevel", "error", "-i", "-", "-ac", "1", "-ar", String(usualRate), "-f", "s16le", "-"];
  const child = spawn("ffmpeg", args, { stdio: ["pipe", "pipe", "inherit"] });
  signal.addEventListener("abort", () => child.kill());
  child.stdin.on("error", () => undefined);
  void feed(child, rest);
  return { sampleRate: usualRate, stream: outputOf(child, "ffmpeg"), isRecorded: false };
}

async function feed({ stdin }: ChildProcess, parts: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const part of parts) {
    if (stdin?.destroyed) return;
    if (!stdin?.write(part) && stdin) await Promise.race([once(stdin, "drain"), once(stdin, "close")]);
  }
  stdin?.end();
}

/** The marks of MP3, Ogg, FLAC, WAV, WebM and MP4. */
const isContainer = (head: Buffer): boolean =>
  ["ID3", "OggS", "fLaC", "RIFF"].some((mark) => head.toString("latin1", 0, mark.length) === mark) ||
  head.toString("latin1", 4, 8) === "ftyp" ||
  head.readUInt32BE(0) === 0x1a45dfa3 ||
  (head[0] === 0xff && (head[1] ?? 0) >= 0xe0);

/** Of a WAV file with 16-bit samples in one channel: where they begin. Others are decoded by FFmpeg. */
function readWavHead(head: Buffer): { sampleRate: number; dataAt: number } | undefined {
  if (head.toString("latin1", 0, 4) !== "RIFF" || head.toString("latin1", 8, 16) !== "WAVEfmt ") return undefined;
  const [format, channels, sampleRate, bits] = [20, 22, 24, 34].map((at) =>
    at === 24 ? head.readUInt32LE(at) : head.readUInt16LE(at),
  );
  const dataAt = head.indexOf("data") + 8;
  if (format !== 1 || channels !== 1 || bits !== 16 || dataAt < 44 || !sampleRate) return undefined;
  return sampleRate >= 8000 && sampleRate <= 48_000 ? { sampleRate, dataAt } : undefined;
}

async function* skip(parts: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let left = count;
  for await (const part of parts) {
    const from = Math.min(left, part.length);
    left -= from;
    if (from < part.length) yield part.subarray(from);
  }
}
