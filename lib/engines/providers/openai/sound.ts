import { mixDown } from "@/lib/engines/audio/decoding/wav";
import type { Audio } from "@/lib/engines/audio/formats";
import { ProviderError } from "@/lib/engines/provider";
import { readWav } from "./read-wav";
import type { OpenAiTtsModel } from "./schema";
import { unpack, unpackedRate } from "./unpack";
import type { UpstreamResponse } from "./upstream";

/** The audio in a speech response. Throws ProviderError `broken` for anything else, such as an HTML page. */
export async function soundOf(reply: UpstreamResponse, model: OpenAiTtsModel, signal: AbortSignal): Promise<Audio> {
  const { bytes, headers } = reply;
  const type = String(headers["content-type"] ?? "").toLowerCase();
  if (/text|html|json|xml/.test(type)) throw nonsense(`${type.split(";")[0]} where audio was due`);
  if (headers["content-encoding"]) throw nonsense("a compressed body");
  const audio = await read(bytes, model, signal);
  if (audio.samples.length === 0) throw nonsense("no sound");
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
  return { samples: mixDown({ data: bytes, sampleRate, channels: 1, bits: 16, isFloat: false }), sampleRate };
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
