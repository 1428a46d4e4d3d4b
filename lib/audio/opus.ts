import "server-only";
import OpusScript from "opusscript";
import type { Audio } from "@/lib/audio/formats";
import { ascii, joinBytes, littleEndian, toInt16 } from "./bytes";
import type { IsStopped } from "./encode";
import { writeOgg } from "./ogg";
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
  const encoder = new OpusScript(sampleRate, 1, OpusScript.Application.AUDIO);
  try {
    encoder.setBitrate(bitrate);
    encoder.encoderCTL(setComplexity, complexity);
    const frames = Math.ceil((pcm.length + (preSkip * sampleRate) / clockRate) / frameSamples);
    const padded = new Int16Array(frames * frameSamples);
    padded.set(pcm);
    const packets: Uint8Array[] = [];
    for (let frame = 0; frame < frames && !isStopped(); frame++) {
      const start = frame * frameSamples * Int16Array.BYTES_PER_ELEMENT;
      const bytes = Buffer.from(padded.buffer, start, frameSamples * Int16Array.BYTES_PER_ELEMENT);
      packets.push(encoder.encode(bytes, frameSamples));
    }
    return packets;
  } finally {
    encoder.delete();
  }
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
