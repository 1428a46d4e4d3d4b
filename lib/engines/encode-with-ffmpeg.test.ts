import { expect, test } from "vitest";
import { makeTone } from "@/testing/fakes/sound";
import { needs } from "@/testing/harness/needs";
import { FfmpegEncoder } from "./encode-with-ffmpeg";
import { hasFfmpegEncoders } from "./ffmpeg-encoders";

const isHere = test.runIf(hasFfmpegEncoders());

async function encodeAndEnd(format: "aac" | "flac", seconds: number) {
  const encoder = new FfmpegEncoder(format, 22_050);
  const parts: Uint8Array[] = [];
  for (let made = 0; made < seconds; made++)
    parts.push(await encoder.push({ samples: makeTone(220, 22_050, 1), sampleRate: 22_050 }));
  const { bytes, head } = await encoder.end();
  return { whole: Buffer.concat([...parts, bytes]), parts, head };
}

isHere("a long stream is encoded while it is made", needs("FFmpeg"), async () => {
  const { whole, parts } = await encodeAndEnd("aac", 60);
  const early = Buffer.concat(parts);
  expect(early.length).toBeGreaterThan(whole.length / 4);
  expect(whole.length).toBeLessThan(60 * 16_000);
});

isHere("an encoder whose process ends fails, and does not wait", needs("FFmpeg"), async () => {
  const encoder = new FfmpegEncoder("flac", 22_050);
  await encoder.push({ samples: makeTone(220, 22_050, 1), sampleRate: 22_050 });
  encoder.close();
  await expect(encoder.end()).rejects.toMatchObject({ name: "ProviderError", kind: "broken" });
  await expect(encoder.push({ samples: makeTone(220, 22_050, 60), sampleRate: 22_050 })).rejects.toMatchObject({
    kind: "broken",
  });
});
