import { expect, test } from "vitest";
import { makeTone } from "@/testing/fakes/sound";
import { audioOfPcm } from "./bytes";
import { encode } from "./encode";
import type { Audio, Encoding } from "./formats";

const audio = { samples: makeTone(300, 22_050, 1.5), sampleRate: 22_050 };

test.each([
  ["mp3", "audio/mpeg", "ID3"],
  ["wav", "audio/wav", "RIFF"],
  ["opus", "audio/ogg", "OggS"],
] as const)("%s is encoded correctly, in memory of its own", async (format, contentType, magic) => {
  const { bytes, ...description } = await encode(audio, { format }, () => false);

  expect(description).toEqual({ contentType, extension: format, durationSeconds: 1.5, spark: expect.any(String) });
  expect(String.fromCharCode(...bytes.subarray(0, magic.length))).toBe(magic);
  expect(bytes.buffer.byteLength).toBe(bytes.length);
});

test("samples that came as integers pass through a file of their rate, and nothing calculates with them", async () => {
  const pcm = Int16Array.from({ length: 24_000 }, (_, at) => ((at * 7919) % 65_536) - 32_768);
  const passed: Audio = {
    pcm,
    sampleRate: 24_000,
    get samples(): Float32Array {
      throw new Error("calculated with");
    },
  };
  const { samples, sampleRate } = audioOfPcm(pcm, 24_000);
  const encodings: Encoding[] = [{ format: "wav" }, { format: "wav", sampleRate: 24_000 }, { format: "pcm" }];
  for (const encoding of encodings) {
    const { bytes, ...described } = await encode(passed, encoding, () => false);
    expect(Buffer.from(bytes).includes(Buffer.from(pcm.buffer))).toBe(true);
    expect({ bytes, ...described }).toEqual(await encode({ samples, sampleRate }, encoding, () => false));
  }
});
