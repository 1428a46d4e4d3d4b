import type { Audio, TelephoneFormat } from "@/lib/engines/audio/formats";
import { ascii, joinBytes, littleEndian, pcmOf } from "./bytes";
import { encodeAlaw, encodeMulaw } from "./g711";
import { provenance } from "./provenance";

/** 16-bit samples, little endian. */
export const encodePcm = (pcm: Int16Array<ArrayBuffer>): Uint8Array<ArrayBuffer> => new Uint8Array(pcm.buffer);

/** The format codes of `fmt ` (Microsoft RIFF). */
const codecs = {
  pcm: { code: 1, bytesPerSample: 2, encode: encodePcm },
  alaw: { code: 6, bytesPerSample: 1, encode: encodeAlaw },
  mulaw: { code: 7, bytesPerSample: 1, encode: encodeMulaw },
} as const;

/** 16-bit PCM by default. The provenance chunk is last, because simple readers expect the samples at byte 44. */
export async function encodeWav(audio: Audio, codec: TelephoneFormat = "pcm"): Promise<Uint8Array<ArrayBuffer>> {
  return wrapWav(codecs[codec].encode(pcmOf(audio)), audio.sampleRate, codec);
}

/** Samples that are encoded already. */
export function wrapWav(data: Uint8Array, sampleRate: number, codec: TelephoneFormat): Uint8Array<ArrayBuffer> {
  const info = [chunk("ISFT", text(provenance.encoder)), chunk("ICMT", text(provenance.comment))];
  const head = joinBytes([
    ascii("WAVE"),
    chunk("fmt ", describeSound(sampleRate, codec)),
    ...(codec === "pcm" ? [] : [chunk("fact", littleEndian(data.length))]),
    ascii("data"),
    littleEndian(data.length),
  ]);
  // Chunks have an even length; the samples of G.711 are single bytes.
  const padding = new Uint8Array(data.length % 2);
  const tail = joinBytes([padding, chunk("LIST", joinBytes([ascii("INFO"), ...info]))]);
  return joinBytes([ascii("RIFF"), littleEndian(head.length + data.length + tail.length), head, data, tail]);
}

/** What a WAV header declares as the length of sound that is still being made: players read on to the end. */
const unknownLength = 0xffff_ffff;

/**
 * Everything before the samples of a file whose length is not known yet, or of the same file when it is: both have the
 * same number of bytes. The provenance chunk comes first, since a reader of a stream does not know the samples' end.
 */
export function beginWav(sampleRate: number, codec: TelephoneFormat, dataLength?: number): Uint8Array<ArrayBuffer> {
  const info = [chunk("ISFT", text(provenance.encoder)), chunk("ICMT", text(provenance.comment))];
  const head = joinBytes([
    ascii("WAVE"),
    chunk("fmt ", describeSound(sampleRate, codec)),
    chunk("LIST", joinBytes([ascii("INFO"), ...info])),
    ...(codec === "pcm" ? [] : [chunk("fact", littleEndian(dataLength ?? unknownLength))]),
  ]);
  const size = dataLength === undefined ? unknownLength : head.length + 8 + dataLength + (dataLength % 2);
  return joinBytes([ascii("RIFF"), littleEndian(size), head, ascii("data"), littleEndian(dataLength ?? unknownLength)]);
}

function describeSound(sampleRate: number, codec: TelephoneFormat): Uint8Array {
  const { code, bytesPerSample } = codecs[codec];
  const mono = 1 << 16;
  const layout = bytesPerSample | ((bytesPerSample * 8) << 16);
  const format = littleEndian(code | mono, sampleRate, sampleRate * bytesPerSample, layout);
  // Codecs other than PCM declare the size of their extension.
  return codec === "pcm" ? format : joinBytes([format, new Uint8Array(2)]);
}

/** Zero-terminated and padded to an even length, as the format requires. */
const text = (words: string): Uint8Array => ascii(words.padEnd(words.length + 2 - (words.length % 2), "\0"));

const chunk = (id: string, body: Uint8Array) => joinBytes([ascii(id), littleEndian(body.length), body]);
