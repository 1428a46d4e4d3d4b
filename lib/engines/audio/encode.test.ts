import { expect, test } from "vitest";
import { makeTone } from "@/testing/fakes/sound";
import { encode } from "./encode";

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
