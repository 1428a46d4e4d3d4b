import "server-only";
import { type Audio, type Encoding, isTelephoneFormat, type TelephoneFormat } from "@/lib/engines/audio/formats";
import { joinBytes, pcmOf, toInt16 } from "./bytes";
import { describeEncoded, type EncodedAudio, type IsStopped, type StreamEncoder } from "./encoded";
import { encodeAlaw, encodeMulaw } from "./g711";
import { encodeMp3, openMp3 } from "./mp3";
import { encodeOpus, openOpus } from "./opus";
import { Resampler, resample } from "./resample";
import { beginWav, encodePcm, encodeWav } from "./wav";

type Encoder = (audio: Audio, isStopped: IsStopped) => Promise<Uint8Array<ArrayBuffer>>;

/** Encoders of single samples, which need no others. */
const sampled = { pcm: encodePcm, mulaw: encodeMulaw, alaw: encodeAlaw };

const compressed: Record<"mp3" | "opus", Encoder> = { mp3: encodeMp3, opus: encodeOpus };

/** The rate of G.711 on every telephone network (ITU-T G.711). */
const telephoneRate = 8000;

/** The rate of `pcm` where none is requested: that of OpenAI's API, which its clients expect. */
const pcmRate = 24_000;

const defaultRates = { pcm: pcmRate, mulaw: telephoneRate, alaw: telephoneRate };

/** Blocks its thread for about 10 ms per second of audio: for worker threads, through `encodeInPool`. */
export async function encode(audio: Audio, encoding: Encoding, isStopped: IsStopped): Promise<EncodedAudio> {
  return describeEncoded(audio, encoding, await encodeBytes(audio, encoding, isStopped));
}

async function encodeBytes(audio: Audio, { format, sampleRate, container }: Encoding, isStopped: IsStopped) {
  if (format === "mp3" || format === "opus")
    return compressed[format](sampleRate ? resample(audio, sampleRate) : audio, isStopped);
  if (format === "wav") return encodeWav(resample(audio, sampleRate ?? audio.sampleRate));
  const resampled = resample(audio, sampleRate ?? defaultRates[format]);
  if (container === "wav") return encodeWav(resampled, format);
  return sampled[format](pcmOf(resampled));
}

/** An encoder for samples of a rate; the bytes of all parts are the file. */
export async function openStreamEncoder(encoding: Encoding, inputRate: number): Promise<StreamEncoder> {
  const encoder = await open(encoding, inputRate);
  if (encoder.sampleRate === inputRate) return encoder;
  const resampler = new Resampler(inputRate, encoder.sampleRate);
  return {
    ...encoder,
    push: (samples) => encoder.push(resampler.push(samples)),
    end() {
      const bytes = encoder.push(resampler.push(new Float32Array(0), { isLast: true }));
      const last = encoder.end();
      return { ...last, bytes: joinBytes([bytes, last.bytes]) };
    },
  };
}

async function open({ format, sampleRate, container }: Encoding, inputRate: number): Promise<StreamEncoder> {
  if (format === "mp3") return openMp3(inputRate);
  if (format === "opus") return openOpus(inputRate);
  const rate = sampleRate ?? (format === "wav" ? inputRate : defaultRates[format]);
  const codec = format === "wav" ? "pcm" : format;
  if (!isTelephoneFormat(format) || container === "wav") return openWav(rate, codec);
  const push = (samples: Float32Array) => sampled[codec](toInt16(samples));
  return { sampleRate: rate, push, end: () => ({ bytes: new Uint8Array(0) }) };
}

function openWav(sampleRate: number, codec: TelephoneFormat): StreamEncoder {
  let length = 0;
  let head = beginWav(sampleRate, codec);
  return {
    sampleRate,
    push(samples) {
      const data = sampled[codec](toInt16(samples));
      length += data.length;
      const bytes = joinBytes([head, data]);
      head = new Uint8Array(0);
      return bytes;
    },
    end: () => ({ bytes: new Uint8Array(length % 2), head: beginWav(sampleRate, codec, length) }),
  };
}
