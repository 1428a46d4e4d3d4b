import "server-only";
import OpusScript from "opusscript";
import type { Audio } from "@/lib/engines/audio/formats";
import { ascii, joinBytes, joinPcm, littleEndian, toInt16 } from "./bytes";
import type { IsStopped, StreamEncoder } from "./encoded";
import { OggWriter, writeOgg } from "./ogg";
import { provenance } from "./provenance";
import { resample } from "./resample";

const sampleRate = 24_000;
const bitrate = 32_000;
const frameSamples = sampleRate / 50;

/** Out of 10. Speech at this bitrate sounds the same as with 10, in a third of the time. */
const complexity = 5;

/** OPUS_SET_COMPLEXITY in libopus. */
const setComplexity = 4010;

/** Opus counts time in samples at this rate, whatever the encoder's own. */
const clockRate = 48_000;

/** Silence that the encoder adds at the start, its look-ahead of 6.5 ms; players skip it. */
const preSkip = 312;

/** 32 kbit/s mono in an Ogg file (RFC 7845). */
export async function encodeOpus(audio: Audio, isStopped: IsStopped): Promise<Uint8Array<ArrayBuffer>> {
  const pcm = toInt16(resample(audio, sampleRate).samples);
  const clockStep = clockRate / sampleRate;
  return writeOgg({
    headers: [opusHead(audio.sampleRate), opusTags()],
    packets: encodePackets(pcm, isStopped),
    packetTicks: frameSamples * clockStep,
    totalTicks: preSkip + pcm.length * clockStep,
  });
}

function encodePackets(pcm: Int16Array, isStopped: IsStopped): Uint8Array[] {
  const encoder = openEncoder();
  try {
    const frames = framesFor(pcm.length);
    const padded = new Int16Array(frames * frameSamples);
    padded.set(pcm);
    const packets: Uint8Array[] = [];
    for (let frame = 0; frame < frames && !isStopped(); frame++) packets.push(encodeFrame(encoder, padded, frame));
    return packets;
  } finally {
    encoder.delete();
  }
}

function openEncoder(): OpusScript {
  const encoder = new OpusScript(sampleRate, 1, OpusScript.Application.AUDIO);
  encoder.setBitrate(bitrate);
  encoder.encoderCTL(setComplexity, complexity);
  return encoder;
}

/** Enough to hold the samples and what the encoder adds before them. */
const framesFor = (samples: number) => Math.ceil((samples + (preSkip * sampleRate) / clockRate) / frameSamples);

function encodeFrame(encoder: OpusScript, pcm: Int16Array<ArrayBuffer>, frame: number): Uint8Array {
  const start = frame * frameSamples * Int16Array.BYTES_PER_ELEMENT;
  const bytes = Buffer.from(pcm.buffer, pcm.byteOffset + start, frameSamples * Int16Array.BYTES_PER_ELEMENT);
  return encoder.encode(bytes, frameSamples);
}

/** Encodes Opus while the sound is made. */
export function openOpus(inputRate: number): StreamEncoder {
  const encoder = openEncoder();
  const writer = new OggWriter();
  const packetTicks = frameSamples * (clockRate / sampleRate);
  let head = joinBytes([opusHead(inputRate), opusTags()].map(writer.addHeader));
  let kept = new Int16Array(0);
  let came = 0;
  // The last packet stays for the page that ends the stream.
  let packets: Uint8Array[] = [];
  const take = (frames: number) => {
    for (let frame = 0; frame < frames; frame++) packets.push(encodeFrame(encoder, kept, frame));
    kept = kept.slice(frames * frameSamples);
  };
  const pages = (ready: Uint8Array[], totalTicks?: number) => {
    const bytes = joinBytes([head, writer.add(ready, packetTicks, totalTicks)]);
    head = new Uint8Array(0);
    return bytes;
  };
  return {
    sampleRate,
    push(samples) {
      came += samples.length;
      kept = joinPcm(kept, toInt16(samples));
      take(Math.floor(kept.length / frameSamples));
      const ready = packets.slice(0, -1);
      packets = packets.slice(-1);
      return pages(ready);
    },
    end() {
      const sent = (came - kept.length) / frameSamples;
      const frames = framesFor(came) - sent;
      kept = joinPcm(kept, new Int16Array(frames * frameSamples - kept.length));
      take(frames);
      return { bytes: pages(packets, preSkip + came * (clockRate / sampleRate)) };
    },
    close: () => encoder.delete(),
  };
}

function opusHead(inputRate: number): Uint8Array {
  const versionAndChannels = [1, 1];
  const gainAndMapping = [0, 0, 0];
  const skip = [preSkip & 0xff, preSkip >> 8];
  return joinBytes([
    ascii("OpusHead"),
    Uint8Array.from([...versionAndChannels, ...skip]),
    littleEndian(inputRate),
    Uint8Array.from(gainAndMapping),
  ]);
}

function opusTags(): Uint8Array {
  const { encoder, comment, field } = provenance;
  const comments = [`ENCODER=${encoder}`, `COMMENT=${comment}`, `${field.name}=${field.value}`];
  const sized = (text: string) => joinBytes([littleEndian(text.length), ascii(text)]);
  return joinBytes([ascii("OpusTags"), sized(encoder), littleEndian(comments.length), ...comments.map(sized)]);
}
