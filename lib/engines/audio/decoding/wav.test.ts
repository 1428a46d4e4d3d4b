// @module-tag promise
import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "@/lib/platform/errors";
import { purity } from "@/testing/harness/tones";
import { decodeWav } from "./wav";

const sampleRate = 16_000;
const seconds = 1.25;
const tone = (at: number, rate = sampleRate) => Math.sin((2 * Math.PI * 440 * at) / rate) / 2;
const options = { sampleRate, maxSeconds: 1800 };

type Shape = {
  magic?: "RIFF" | "RIFX" | "RF64" | "BW64";
  code?: number;
  bits?: number;
  /** The bytes of a sample. */
  width?: number;
  rate?: number;
  channels?: number;
  extensible?: boolean;
  /** The sample of a channel, between -1 and 1. */
  sampleOf?: (at: number, channel: number) => number;
};

/** A WAV file's chunks, whose sizes may be changed before they are joined. */
function shape(made: Shape = {}) {
  const { magic = "RIFF", code = 1, bits = 16, rate = sampleRate, channels = 1 } = made;
  const width = made.width ?? Math.ceil(bits / 8);
  const isBig = magic === "RIFX";
  const frames = Math.round(seconds * rate);
  const data = Buffer.alloc(frames * channels * width);
  const view = new DataView(data.buffer, data.byteOffset, data.length);
  for (let index = 0, at = 0; index < frames * channels; index++, at += width) {
    const value = (made.sampleOf ?? ((frame) => tone(frame, rate)))(Math.floor(index / channels), index % channels);
    if (code === 3 && width === 8) view.setFloat64(at, value, !isBig);
    else if (code === 3) view.setFloat32(at, value, !isBig);
    else if (width === 1) view.setUint8(at, 128 + Math.round(value * 127));
    else {
      const whole = Math.round(value * (2 ** (bits - 1) - 1)) * 2 ** (width * 8 - bits);
      if (isBig) data.writeIntBE(whole, at, width);
      else data.writeIntLE(whole, at, width);
    }
  }
  const format = Buffer.alloc(made.extensible ? 40 : 16);
  const put16 = (value: number, at: number) =>
    isBig ? format.writeUInt16BE(value, at) : format.writeUInt16LE(value, at);
  const put32 = (value: number, at: number) =>
    isBig ? format.writeUInt32BE(value, at) : format.writeUInt32LE(value, at);
  put16(made.extensible ? 0xfffe : code, 0);
  put16(channels, 2);
  put32(rate, 4);
  put32(rate * channels * width, 8);
  put16(channels * width, 12);
  put16(made.extensible ? width * 8 : bits, 14);
  if (made.extensible) {
    put16(22, 16);
    put16(bits, 18);
    put16(code, 24);
  }
  const chunk = (id: string, body: Buffer, size = body.length, isPadded = true) => {
    const head = Buffer.alloc(8);
    head.write(id, "latin1");
    if (isBig) head.writeUInt32BE(size, 4);
    else head.writeUInt32LE(size, 4);
    return Buffer.concat([head, body, Buffer.alloc(isPadded ? body.length % 2 : 0)]);
  };
  const file = (...chunks: Buffer[]) => {
    const body = Buffer.concat([Buffer.from("WAVE"), ...chunks]);
    return chunk(magic, body, magic === "RF64" || magic === "BW64" ? 0xffff_ffff : body.length);
  };
  return { data, format, chunk, file, whole: () => file(chunk("fmt ", format), chunk("data", data)) };
}

/** The length and the share of the tone. */
function decoded(bytes: Uint8Array) {
  const sound = decodeWav(bytes, options);
  return sound && { seconds: sound.durationSeconds, isTone: purity(sound.samples) > 0.95 };
}

const whole = { seconds, isTone: true };

test.each([
  ["0, as of a recorder that was killed", 0],
  ["the largest number, as of a stream", 0xffff_ffff],
  ["more than the file has", 0x7fff_f000],
])("sound whose size says %s is read to the end of the file or to the next chunk", (_, size) => {
  const { chunk, file, format, data } = shape();
  const [fmt, sound] = [chunk("fmt ", format), chunk("data", data, size)];
  const list = chunk("LIST", Buffer.from("INFOISFT\x05\0\0\0Vang\0\0", "latin1"));
  expect(decoded(file(fmt, sound))).toEqual(whole);
  expect(decoded(file(fmt, sound, list))).toEqual(whole);
  expect(decoded(file(fmt, sound, chunk("id3 ", Buffer.alloc(31)), list))).toEqual(whole);
  expect(decoded(file(chunk("JUNK", Buffer.alloc(28)), fmt, chunk("FLLR", Buffer.alloc(4000)), sound))).toEqual(whole);
  const riffSize = file(fmt, sound);
  riffSize.writeUInt32LE(0, 4);
  expect(decoded(riffSize)).toEqual(whole);
});

test("words of a chunk within the sound do not end it", () => {
  const { chunk, file, format, data } = shape();
  data.write("LIST\x10\0\0\0", 12_000, "latin1");
  expect(decoded(file(chunk("fmt ", format), chunk("data", data, 0)))?.seconds).toBe(seconds);
});

test("sound that consists of the words of chunks is read as fast as other sound", () => {
  const { chunk, file, format } = shape();
  const begun = process.cpuUsage();
  for (const words of ["LIST\0\0\0\0", "JUNK", "LIST\x01\0\0\0x\0"]) {
    // Its last bytes are no chunk, so that no place fills the rest of the file.
    const data = Buffer.concat([Buffer.alloc(199_000, words, "latin1"), Buffer.from("123")]);
    expect(decodeWav(file(chunk("fmt ", format), chunk("data", data, 0)), options)?.durationSeconds).toBeGreaterThan(6);
  }
  expect(process.cpuUsage(begun).user).toBeLessThan(2_000_000);
});

test("a file without sound has none, whatever chunks follow", () => {
  const { chunk, file, format } = shape();
  const [fmt, none] = [chunk("fmt ", format), chunk("data", Buffer.alloc(0))];
  const list = chunk("LIST", Buffer.from("INFOISFT\x05\0\0\0Vang\0\0", "latin1"));
  for (const empty of [
    file(fmt, none),
    file(fmt, none, list),
    file(fmt, chunk("data", Buffer.alloc(0), 0xffff_ffff), list),
  ])
    expect(() => decodeWav(empty, options)).toThrow("AUDIO_EMPTY");
});

test("an empty data chunk in front of the sound is passed over", () => {
  const { chunk, file, format, data } = shape();
  expect(decoded(file(chunk("fmt ", format), chunk("data", Buffer.alloc(0)), chunk("data", data)))).toEqual(whole);
});

test("sound in front of its format, and a file without sound's chunk, are rejected", () => {
  const { chunk, file, format, data } = shape();
  expect(() => decodeWav(file(chunk("data", data), chunk("fmt ", format)), options)).toThrow("AUDIO_INVALID");
  expect(() => decodeWav(file(chunk("fmt ", format)), options)).toThrow("AUDIO_INVALID");
});

test("chunks of an odd size are passed over with and without the byte of padding", () => {
  const { chunk, file, format, data } = shape();
  for (const isPadded of [true, false]) {
    const odd = chunk("LIST", Buffer.from("INFOodd"), 7, isPadded);
    expect(decoded(file(chunk("fmt ", format), odd, chunk("fact", Buffer.alloc(4)), chunk("data", data)))).toEqual(
      whole,
    );
  }
  const eight = shape({ bits: 8, rate: 8001, channels: 1 });
  const fmt = eight.chunk("fmt ", eight.format);
  expect(decoded(eight.file(fmt, eight.chunk("data", eight.data.subarray(0, 8001), 8001, false)))?.seconds).toBe(1);
});

test.each([
  ["RIFX", { magic: "RIFX" }],
  ["RIFX of 24 bits", { magic: "RIFX", bits: 24 }],
  ["RIFX of numbers with a point", { magic: "RIFX", code: 3, bits: 32 }],
  ["8 bits", { bits: 8 }],
  ["12 bits in 16", { bits: 12, width: 2 }],
  ["20 bits in 24", { bits: 20, width: 3 }],
  ["20 bits in 24, extensible", { bits: 20, width: 3, extensible: true }],
  ["20 bits in 32, extensible", { bits: 20, width: 4, extensible: true }],
  ["24 bits in 32", { bits: 24, width: 4 }],
  ["32 bits", { bits: 32 }],
  ["32-bit floating point, extensible", { code: 3, bits: 32, extensible: true }],
  ["64-bit floating point", { code: 3, bits: 64 }],
  ["12 channels", { channels: 12 }],
  ["384 kHz", { rate: 384_000 }],
  ["384 kHz, 24 bits and two channels", { rate: 384_000, bits: 24, channels: 2 }],
  ["an unusual rate", { rate: 11_127 }],
] as const)("%s", (_, made: Shape) => {
  const got = decoded(shape(made).whole());
  expect(got?.isTone).toBe(true);
  expect(got?.seconds).toBeCloseTo(seconds, 3);
});

test.each(["RF64", "BW64"] as const)("the sizes of %s are in its first chunk", (magic) => {
  const { chunk, file, format, data } = shape({ magic });
  const list = chunk("LIST", Buffer.alloc(4000, "x"));
  for (const said of [data.length, 0]) {
    const sizes = Buffer.alloc(28);
    sizes.writeBigUInt64LE(BigInt(said), 8);
    const bytes = file(chunk("ds64", sizes), chunk("fmt ", format), chunk("data", data, 0xffff_ffff), list);
    expect(decoded(bytes)).toEqual(whole);
  }
});

test.each([
  ["opposite", 2, (frame: number, channel: number) => tone(frame) * (channel === 0 ? 1 : -1)],
  ["opposite and quieter", 2, (frame: number, channel: number) => tone(frame) * (channel === 0 ? 1 : -0.7)],
  [
    "opposite, with a hum and an offset in phase",
    2,
    (frame: number, channel: number) =>
      tone(frame) * (channel === 0 ? 0.6 : -0.6) + 0.2 + 0.3 * Math.sin((2 * Math.PI * 50 * frame) / sampleRate),
  ],
  [
    "opposite with noise of their own",
    2,
    (frame: number, channel: number) =>
      tone(frame) * (channel === 0 ? 1 : -1) + 0.05 * Math.sin(frame * frame * (channel + 1.7)),
  ],
  ["opposite in pairs of 5.1", 6, (frame: number, channel: number) => tone(frame) * (channel % 2 === 0 ? 1 : -1)],
  ["in front only, opposite, of 5.1", 6, (frame: number, channel: number) => tone(frame) * ([1, -1][channel] ?? 0)],
  ["the same, beside silence", 2, (frame: number, channel: number) => (channel === 0 ? tone(frame) : 0)],
])("channels that are %s are mixed as loud as one of them", (_, channels, sampleOf) => {
  const sound = decodeWav(shape({ channels, sampleOf }).whole(), options);
  const middle = sound?.samples.subarray(2000, 18_000) ?? new Float32Array(0);
  const [cosine, sine] = [Math.cos, Math.sin].map((wave) =>
    middle.reduce((sum, sample, at) => sum + sample * wave((2 * Math.PI * 440 * at) / sampleRate), 0),
  ) as [number, number];
  expect((2 * Math.hypot(cosine, sine)) / middle.length).toBeGreaterThan(0.5 * 0.59);
  expect(sound?.durationSeconds).toBe(seconds);
});

test("two voices, of which one is opposite in one channel, are both kept", () => {
  const first = (frame: number) => (Math.floor(frame / 4000) % 2 === 0 ? tone(frame) : 0);
  const second = (frame: number) => (Math.floor(frame / 4000) % 2 === 1 ? tone(frame) : 0);
  const sampleOf = (frame: number, channel: number) => second(frame) + first(frame) * (channel === 0 ? 1 : -1);
  const { samples } = decodeWav(shape({ channels: 2, sampleOf }).whole(), options) as { samples: Float32Array };
  for (let from = 0; from < 16_000; from += 4000) {
    const turn = samples.subarray(from + 800, from + 3200);
    expect(Math.sqrt(turn.reduce((sum, sample) => sum + sample * sample, 0) / turn.length)).toBeGreaterThan(0.34);
  }
});

test("any bytes with any chunk are decoded or rejected", () => {
  const ids = fc.constantFrom("fmt ", "data", "ds64", "LIST", "JUNK", "RIFF");
  const chunks = fc.array(
    fc.tuple(ids, fc.oneof(fc.nat(60), fc.constantFrom(0, 0xffff_ffff)), fc.uint8Array({ maxLength: 60 })),
  );
  const { chunk, file, format } = shape();
  fc.assert(
    fc.property(chunks, fc.boolean(), (made, isFormatted) => {
      const parts = made.map(([id, size, body]) => chunk(id, Buffer.from(body), size));
      try {
        decodeWav(file(...(isFormatted ? [chunk("fmt ", format)] : []), ...parts), options);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
      }
    }),
  );
});
