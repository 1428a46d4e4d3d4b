import "server-only";
import { type Encoding, isTelephoneFormat, type TelephoneFormat } from "@/lib/engines/audio/formats";
import { joinBytes } from "./bytes";
import { defaultRates, sampled } from "./encode";
import { openMp3 } from "./mp3";
import { openOpus } from "./opus";
import { Resampler } from "./resample";
import { beginWav } from "./wav";

export type StreamEncoder = {
  /** What it takes; the samples of `openStreamEncoder` are resampled to it. */
  sampleRate: number;
  push(samples: Float32Array): Uint8Array<ArrayBuffer>;
  /** The rest, and what replaces the first bytes of the whole file, now that its length is known. */
  end(): { bytes: Uint8Array<ArrayBuffer>; head?: Uint8Array<ArrayBuffer> };
  close?(): void;
};

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
  return isTelephoneFormat(format) && container !== "wav" ? openRaw(rate, codec) : openWav(rate, codec);
}

const openRaw = (sampleRate: number, codec: TelephoneFormat): StreamEncoder => ({
  sampleRate,
  push: sampled[codec],
  end: () => ({ bytes: new Uint8Array(0) }),
});

function openWav(sampleRate: number, codec: TelephoneFormat): StreamEncoder {
  let length = 0;
  let head = beginWav(sampleRate, codec);
  return {
    sampleRate,
    push(samples) {
      const data = sampled[codec](samples);
      length += data.length;
      const bytes = joinBytes([head, data]);
      head = new Uint8Array(0);
      return bytes;
    },
    end: () => ({ bytes: new Uint8Array(length % 2), head: beginWav(sampleRate, codec, length) }),
  };
}
