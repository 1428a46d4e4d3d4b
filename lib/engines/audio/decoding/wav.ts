import { endianness } from "node:os";
import { audioOfPcm } from "@/lib/engines/audio/bytes";
import type { Decoded } from "@/lib/engines/audio/decode";
import type { Audio } from "@/lib/engines/audio/formats";
import { g711Samples } from "@/lib/engines/audio/g711";
import { ChannelMix, clip } from "@/lib/engines/audio/mix";
import { resample } from "@/lib/engines/audio/resample";
import { AppError } from "@/lib/platform/errors";

/** `start`: where the WAV begins in its file. `isSeparate`: keeps the two channels of a stereo file apart. */
export type WavDecoding = { sampleRate: number; maxSeconds: number; isSeparate?: boolean; start?: number };

/** From a higher rate on, sound is brought to `halfwayRate` first: the filter of `resample` has a fixed length. */
const highestRateAtOnce = 96_000;
const halfwayRate = 48_000;

/** Blocks its thread: 0.1 s per minute. Null for other codecs, or over two channels to keep apart. Throws AUDIO_*. */
export function decodeWav(
  file: Uint8Array,
  { sampleRate, maxSeconds, isSeparate, start }: WavDecoding,
): Decoded | null {
  const layout = readWav(start ? file.subarray(start) : file);
  if (!layout || (isSeparate && layout.channels > 2)) return null;
  const durationSeconds = secondsOf(layout);
  if (durationSeconds > maxSeconds) throw new AppError("AUDIO_TOO_LONG", { param: "file" });
  if (durationSeconds === 0) throw new AppError("AUDIO_EMPTY", { param: "file" });
  const pcm = layout.sampleRate === sampleRate ? pcmIn(layout) : null;
  if (pcm) return audioOfPcm(pcm, sampleRate);
  const convert = (samples: Float32Array) => {
    const audio = { samples, sampleRate: layout.sampleRate };
    return resample(layout.sampleRate > highestRateAtOnce ? resample(audio, halfwayRate) : audio, sampleRate).samples;
  };
  if (!isSeparate || layout.channels === 1)
    return { samples: convert(readAudio(layout).samples), sampleRate, durationSeconds };
  const [samples, second] = [0, 1].map((channel) => convert(readChannel(layout, channel))) as [
    Float32Array,
    Float32Array,
  ];
  return { samples, second, sampleRate, durationSeconds };
}

/** The seconds of a file of a codec that `decodeWav` knows, by its header; null for others. Throws AUDIO_INVALID. */
export function wavSeconds(file: Uint8Array): number | null {
  const layout = readWav(file);
  return layout && secondsOf(layout);
}

export type WavLayout = {
  channels: number;
  sampleRate: number;
  /** The bits in which a sample is stored: one of 20 bits takes 24, with its value in the upper ones. */
  bits: number;
  isFloat: boolean;
  isBigEndian?: boolean;
  law?: "mulaw" | "alaw";
  data: Uint8Array;
};

const mostChannels = 64;

/** Before the sample data. Real files have a handful. */
const mostChunks = 1000;

const integerPcm = 1;
const floatPcm = 3;
const laws: Record<number, "mulaw" | "alaw"> = { 6: "alaw", 7: "mulaw" };
const extensible = 0xfffe;

/** A size of 32 bits that says nothing: the length was not known, or is in the chunk `ds64`. */
const unknownSize = 0xffff_ffff;

/** The chunks that follow the sound in files of usual programs. */
const trailingIds = [
  "LIST",
  "id3 ",
  "ID3 ",
  "fact",
  "bext",
  "cue ",
  "smpl",
  "inst",
  "plst",
  "iXML",
  "_PMX",
  "JUNK",
].concat(["junk", "PAD ", "FLLR", "PEAK", "DISP", "acid", "axml", "chna"]);

/**
 * Parses a WAV file (Microsoft RIFF, RIFX of the opposite byte order, RF64 and BW64 of EBU Tech 3306: PCM, IEEE_FLOAT,
 * ALAW, MULAW, and EXTENSIBLE of these). Null for other codecs. Throws AUDIO_INVALID for corrupt files. Where the data
 * chunk says no size, or more than there is, the sound ends at the chunks that close the file, or at its end: recorders
 * write the size last, and one that was killed never does.
 */
export function readWav(file: Uint8Array): WavLayout | null {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const isBigEndian = idAt(file, 0) === "RIFX";
  let format: Omit<WavLayout, "data"> | null = null;
  let longSize = 0;
  let isEmpty = false;
  for (let at = 12, chunks = 0; at + 8 <= file.length && chunks < mostChunks; chunks++) {
    const id = idAt(file, at);
    const body = at + 8;
    const said = view.getUint32(at + 4, !isBigEndian);
    if (id === "ds64" && body + 16 <= file.length) longSize = Number(view.getBigUint64(body + 8, true));
    const size = id === "data" && said === unknownSize && longSize > 0 ? longSize : said;
    if (id === "fmt ") {
      if (size < 16 || body + size > file.length) throw new AppError("AUDIO_INVALID", { param: "file" });
      const read = readFormat(view, body, { size, isBigEndian });
      if (!read) return null;
      format = read;
    }
    if (id === "data" && format) {
      const isOpen = size === 0 || body + size > file.length;
      const end = isOpen ? endOfSound(file, body, isBigEndian) : body + size;
      if (end > body) return { ...format, data: file.subarray(body, end) };
      isEmpty = true;
    }
    at = afterChunk(file, body + size);
  }
  if (format && isEmpty) return { ...format, data: new Uint8Array(0) };
  throw new AppError("AUDIO_INVALID", { param: "file" });
}

const idAt = (file: Uint8Array, at: number) => String.fromCharCode(...file.subarray(at, at + 4));

const isId = (id: string) => /^[A-Za-z_][\w -]{3}$/.test(id);

/** A chunk of an odd size is followed by a byte of padding, which some programs leave out. */
function afterChunk(file: Uint8Array, end: number): number {
  if (end % 2 === 0) return end;
  return file[end] !== 0 && isId(idAt(file, end)) && !isId(idAt(file, end + 1)) ? end : end + 1;
}

/** Sound holds the name of a chunk once in hundreds of megabytes; a file made of such names must not take seconds. */
const mostPlaces = 1000;
const mostTrailing = 100;

/** The first place from which chunks fill the file exactly to its end; the end where there is none. */
function endOfSound(file: Uint8Array, from: number, isBigEndian: boolean): number {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (fillsRest(bytes, from, isBigEndian)) return from;
  let [end, places] = [bytes.length, 0];
  for (const id of trailingIds) {
    let at = bytes.indexOf(id, from, "latin1");
    for (; at >= 0 && at < end && places < mostPlaces; at = bytes.indexOf(id, at + 1, "latin1")) {
      places += 1;
      if (fillsRest(bytes, at, isBigEndian)) end = at;
    }
  }
  return end;
}

function fillsRest(bytes: Buffer, from: number, isBigEndian: boolean): boolean {
  let at = from;
  for (let chunks = 0; at + 8 <= bytes.length && chunks < mostTrailing; chunks++) {
    const end = at + 8 + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4));
    if (end > bytes.length || !isId(idAt(bytes, at))) return false;
    if (end === bytes.length) return true;
    at = afterChunk(bytes, end);
  }
  return at === bytes.length;
}

type ChunkPlace = { size: number; isBigEndian: boolean };

function readFormat(view: DataView, at: number, { size, isBigEndian }: ChunkPlace): Omit<WavLayout, "data"> | null {
  const number = (offset: number) => view.getUint16(at + offset, !isBigEndian);
  const code = number(0) === extensible && size >= 26 ? number(24) : number(0);
  const law = laws[code];
  if (code !== integerPcm && code !== floatPcm && !law) return null;
  const [channels, blockBytes, bits] = [number(2), number(12), number(14)];
  const sampleRate = view.getUint32(at + 4, !isBigEndian);
  const isFloat = code === floatPcm;
  const isKnown = law ? bits === 8 : isFloat ? bits === 32 || bits === 64 : bits >= 1 && bits <= 32;
  const isSane = sampleRate >= 2000 && sampleRate <= 768_000 && channels >= 1 && channels <= mostChannels;
  if (!isKnown || !isSane) throw new AppError("AUDIO_INVALID", { param: "file" });
  const fewest = Math.ceil(bits / 8);
  const written = blockBytes / channels;
  const isWider = !isFloat && fewest > 1 && written > fewest && (written === 3 || written === 4);
  const bytes = isWider ? written : fewest;
  return { channels, sampleRate, bits: bytes * 8, isFloat, ...(isBigEndian && { isBigEndian }), ...(law && { law }) };
}

const secondsOf = ({ data, channels, bits, sampleRate }: WavLayout): number =>
  Math.floor(data.length / ((bits / 8) * channels)) / sampleRate;

/** All channels mixed to one; NaN becomes silence. */
export function readAudio(layout: WavLayout): Audio {
  const { sampleRate } = layout;
  const pcm = pcmIn(layout);
  return pcm ? audioOfPcm(pcm, sampleRate) : { samples: mixDown(layout), sampleRate };
}

/** The samples of 16-bit mono in the machine's byte order, the format of nearly every file; null for any other. */
function pcmIn({ data, channels, bits, isFloat, isBigEndian = false }: WavLayout): Int16Array<ArrayBuffer> | null {
  const isOfMachine = isBigEndian === (endianness() === "BE");
  if (channels !== 1 || bits !== 16 || isFloat || !isOfMachine) return null;
  // Copied, since the samples may begin at an odd offset.
  return new Int16Array(new Uint8Array(data.subarray(0, data.length - (data.length % 2))).buffer);
}

function mixDown(layout: WavLayout): Float32Array {
  const { data, channels, bits } = layout;
  if (channels === 1) return readChannel(layout, 0);
  const mix = new ChannelMix(channels, layout.sampleRate);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [read, width] = [reader(layout), bits / 8];
  const samples = new Float32Array(blockSamples * channels);
  const whole = data.length - (data.length % (width * channels));
  for (let at = 0; at < whole; ) {
    let count = 0;
    for (; count < samples.length && at < whole; count++, at += width) samples[count] = clip(read(view, at));
    mix.add(samples.subarray(0, count));
  }
  return mix.finish();
}

const blockSamples = 4096;

/** One channel, from 0 on, between -1 and 1. */
function readChannel(layout: WavLayout, channel: number): Float32Array {
  const { data, channels, bits } = layout;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const [read, step] = [reader(layout), (bits / 8) * channels];
  const samples = new Float32Array(Math.floor(data.length / step));
  for (let index = 0, at = (channel * bits) / 8; index < samples.length; index++, at += step)
    samples[index] = clip(read(view, at));
  return samples;
}

function reader({ bits, isFloat, isBigEndian, law }: WavLayout): (view: DataView, at: number) => number {
  const isLittle = !isBigEndian;
  if (law) return (view, at) => (g711Samples[law][view.getUint8(at)] as number) / 32_768;
  if (isFloat)
    return bits === 32 ? (view, at) => view.getFloat32(at, isLittle) : (view, at) => view.getFloat64(at, isLittle);
  if (bits === 8) return (view, at) => (view.getUint8(at) - 128) / 128;
  if (bits === 16) return (view, at) => view.getInt16(at, isLittle) / 32_768;
  if (bits === 32) return (view, at) => view.getInt32(at, isLittle) / 2_147_483_648;
  const [low, high] = isLittle ? [0, 2] : [2, 0];
  return (view, at) =>
    (view.getUint8(at + low) | (view.getUint8(at + 1) << 8) | (view.getInt8(at + high) << 16)) / 8_388_608;
}
