import { Readable } from "node:stream";
import { lengthOf } from "@/lib/engines/audio/bytes";
import { hasFfmpeg, startFfmpeg } from "@/lib/engines/audio/decoding/ffmpeg";
import { readAudio, type WavLayout } from "@/lib/engines/audio/decoding/wav";
import type { Audio } from "@/lib/engines/audio/formats";
import { ProviderError } from "@/lib/engines/provider";
import { minutes } from "@/lib/platform/clock";
import type { OpenAiTtsModel } from "./schema";
import { readBytes, type UpstreamResponse } from "./upstream";

/** The audio in a speech response. Throws ProviderError `broken` for anything else, such as an HTML page. */
export async function soundOf(reply: UpstreamResponse, model: OpenAiTtsModel, signal: AbortSignal): Promise<Audio> {
  const { bytes, headers } = reply;
  const type = String(headers["content-type"] ?? "").toLowerCase();
  if (/text|html|json|xml/.test(type)) throw nonsense(`${type.split(";")[0]} where audio was due`);
  if (headers["content-encoding"]) throw nonsense("a compressed body");
  const audio = await read(bytes, model, signal);
  if (lengthOf(audio) === 0) throw nonsense("no sound");
  return audio;
}

async function read(bytes: Uint8Array, { responseFormat, pcmSampleRate }: OpenAiTtsModel, signal: AbortSignal) {
  if (responseFormat === "wav") return readWav(bytes);
  if (responseFormat === "pcm") return readPcm(bytes, pcmSampleRate);
  if (bytes.length === 0) throw nonsense("no sound");
  return readPcm(await unpack(bytes, responseFormat, signal), unpackedRate);
}

function readPcm(bytes: Uint8Array, sampleRate: number): Audio {
  if (bytes.length % 2 !== 0) throw nonsense("half a sample");
  return readAudio({ data: bytes, sampleRate, channels: 1, bits: 16, isFloat: false });
}

/** Concatenates audio. Throws ProviderError `broken` when sample rates differ. */
export function joinSounds(pieces: readonly Audio[]): Audio {
  const [first, ...others] = pieces;
  if (!first) throw nonsense("no sound");
  if (others.length === 0) return first;
  if (others.some(({ sampleRate }) => sampleRate !== first.sampleRate)) throw nonsense("changing sample rates");
  const samples = new Float32Array(pieces.reduce((length, piece) => length + piece.samples.length, 0));
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece.samples, at);
    at += piece.samples.length;
  }
  return { samples, sampleRate: first.sampleRate };
}

export const nonsense = (what: string) => new ProviderError("broken", `The engine sent ${what}.`);

type Layout = Omit<WavLayout, "data">;

const mostChannels = 8;

/**
 * Mixes the sound to one channel. Streaming servers do not know the length and write zero or a huge number: then
 * everything that follows is sound. Throws ProviderError `broken` for invalid or truncated files.
 */
function readWav(bytes: Uint8Array): Audio {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 12 || idAt(view, 0) !== "RIFF" || idAt(view, 8) !== "WAVE") throw nonsense("no WAV file");
  let layout: Layout | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const [id, size] = [idAt(view, at), view.getUint32(at + 4, true)];
    const start = at + 8;
    if (id === "fmt " && size >= 16 && start + size <= bytes.length) layout = readLayout(view, start, size);
    if (id === "data" && layout) {
      const isStreamed = size === 0 || size >= 0x7fff_0000;
      if (!isStreamed && start + size > bytes.length) throw nonsense("a WAV file that was cut off");
      const data = bytes.subarray(start, isStreamed ? undefined : start + size);
      if (layout.isFloat && holdsNoNumber(data)) throw nonsense("a sample that is no number");
      return readAudio({ ...layout, data });
    }
    at = start + size + (size % 2);
  }
  throw nonsense("a WAV file without sound");
}

const idAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)));

function readLayout(view: DataView, at: number, size: number): Layout {
  const tag = view.getUint16(at, true);
  // An extensible format has the actual format at the start of its GUID.
  const format = tag === 0xfffe && size >= 26 ? view.getUint16(at + 24, true) : tag;
  const [channels, sampleRate] = [view.getUint16(at + 2, true), view.getUint32(at + 4, true)];
  const bits = view.getUint16(at + 14, true);
  const isKnown = (format === 1 && [8, 16, 24, 32].includes(bits)) || (format === 3 && bits === 32);
  const isSane = channels >= 1 && channels <= mostChannels && sampleRate >= 4000 && sampleRate <= 192_000;
  if (!isKnown || !isSane) throw nonsense("a WAV file of an unknown kind");
  return { isFloat: format === 3, channels, sampleRate, bits };
}

function holdsNoNumber(data: Uint8Array): boolean {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  for (let at = 0; at + 4 <= data.length; at += 4) if (!Number.isFinite(view.getFloat32(at, true))) return true;
  return false;
}

/** These engines use this rate or less. */
const unpackedRate = 24_000;

const maxSeconds = minutes(30) / 1000;
const containers = { mp3: "mp3", flac: "flac", opus: "ogg" } as const;

type PackedFormat = keyof typeof containers;

/** Decodes to 16-bit mono at `unpackedRate`. Throws ProviderError `broken` for invalid audio or without FFmpeg. */
async function unpack(bytes: Uint8Array, format: PackedFormat, signal: AbortSignal): Promise<Uint8Array> {
  if (!hasFfmpeg())
    throw new ProviderError("broken", `To read ${format} from an engine, FFmpeg must be installed and allowed to run.`);
  const source = Readable.from([bytes]);
  const options = { source, sampleRate: unpackedRate, maxSeconds, channels: 1, signal } as const;
  const { output, closed, end } = startFfmpeg(containers[format], options);
  try {
    const samples = await readBytes(output, (maxSeconds + 1) * unpackedRate * 2);
    if ((await closed) === 0) return samples;
    throw new ProviderError("broken", `The engine sent no ${format}.`);
  } finally {
    end();
  }
}
