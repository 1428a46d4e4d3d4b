import { expect, test } from "vitest";
import { makeTone } from "@/testing/fakes/sound";
import { encodeMp3, frameLength } from "./mp3";

const never = () => false;

/** Splits a file into its tag and frames, as a player does. */
function readMp3(bytes: Uint8Array) {
  const length = (bytes[6] ?? 0) * 2 ** 21 + (bytes[7] ?? 0) * 2 ** 14 + (bytes[8] ?? 0) * 2 ** 7 + (bytes[9] ?? 0);
  const frames: Uint8Array[] = [];
  let at = 10 + length;
  while (at < bytes.length) {
    expect([bytes[at], bytes[at + 1]]).toEqual([0xff, 0xf3]);
    const size = frameLength(bytes.subarray(at, at + 4));
    frames.push(bytes.subarray(at, at + size));
    at += size;
  }
  expect(at).toBe(bytes.length);
  return { tag: Buffer.from(bytes.subarray(0, 10 + length)).toString("latin1"), frames };
}

test.each([16_000, 22_050, 24_000])("an MP3 of %i Hz states its exact length", async (sampleRate) => {
  for (const seconds of [0.01, 0.5, 1.2345, 3]) {
    const samples = makeTone(300, sampleRate, seconds);
    const { frames } = readMp3(await encodeMp3({ samples, sampleRate }, never));
    const [info, ...sound] = frames as [Uint8Array, ...Uint8Array[]];
    const view = new DataView(info.buffer, info.byteOffset, info.length);
    const [delay, padding] = [view.getUint16(154) >> 4, view.getUint16(155) & 0xfff];

    expect(String.fromCharCode(...info.subarray(13, 17))).toBe("Info");
    expect(view.getUint32(21)).toBe(sound.length);
    expect(view.getUint32(25)).toBe(frames.reduce((total, frame) => total + frame.length, 0));
    expect(sound.length * 576 - delay - padding).toBe(samples.length);
    // A decoder's delay is 529 samples: less padding would cut the end of the sound.
    expect(padding).toBeGreaterThanOrEqual(529);
  }
});

test("audio of any other rate is resampled to 24 kHz and keeps its length", async () => {
  const sampleRate = 44_100;
  const { frames } = readMp3(await encodeMp3({ samples: makeTone(300, sampleRate, 1), sampleRate }, never));
  const info = frames[0] as Uint8Array;
  const view = new DataView(info.buffer, info.byteOffset, info.length);

  expect((frames.length - 1) * 576 - 576 - (view.getUint16(155) & 0xfff)).toBe(24_000);
});

test("an MP3 is marked as AI-generated", async () => {
  const sampleRate = 22_050;
  const { tag } = readMp3(await encodeMp3({ samples: makeTone(300, sampleRate, 0.2), sampleRate }, never));
  expect(tag.slice(0, 4)).toBe("ID3\x03");
  expect(tag).toContain("TSSE\0\0\0\x05\0\0\0Vang");
  expect(tag).toContain("TXXX\0\0\0\x12\0\0\0AI_GENERATED\0true");
  expect(tag).toContain("AI-generated speech");
});

test("encoding stops when it is cancelled", async () => {
  const sampleRate = 22_050;
  const bytes = await encodeMp3({ samples: makeTone(300, sampleRate, 60), sampleRate }, () => true);
  expect(bytes.length).toBeLessThan(2000);
});

test("two files at once do not mix", async () => {
  const sampleRate = 22_050;
  const long = { samples: makeTone(200, sampleRate, 2), sampleRate };
  const short = { samples: makeTone(900, sampleRate, 1), sampleRate };
  const alone = await encodeMp3(long, never);
  const [first] = await Promise.all([encodeMp3(long, never), encodeMp3(short, never)]);
  expect(first).toEqual(alone);
});
