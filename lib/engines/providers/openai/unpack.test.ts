import { expect, test } from "vitest";
import { encode } from "@/lib/engines/audio/encode";
import { sending } from "@/testing/corpora/speech-failures";
import { failure, openEngine, say, startMachine, within } from "@/testing/fakes/remote-engine";
import { listen, makeTone } from "@/testing/fakes/sound";

const tone = () => ({ samples: makeTone(220, 24_000, 1), sampleRate: 24_000 });

test.each(["mp3", "opus"] as const)("an engine that sends %s works", async (format) => {
  const { bytes, contentType } = await encode(tone(), { format }, () => false);
  const server = await startMachine(sending(Buffer.from(bytes), contentType));
  const audio = await say(openEngine([server], { model: { responseFormat: format } }));
  expect(audio.sampleRate).toBe(24_000);
  expect(audio.samples.length).toBeGreaterThan(23_000);
  expect(listen(audio.samples, audio.sampleRate).pitchHz).toBeCloseTo(220, -1);
});

test.each([
  ["noise", Buffer.alloc(5000, 7)],
  ["nothing", Buffer.alloc(0)],
  ["a playlist", Buffer.from("#EXTM3U\nhttp://127.0.0.1:9/secret.mp3\n")],
])("%s instead of compressed audio is the engine's failure", async (_, bytes) => {
  const server = await startMachine(sending(bytes, "audio/mpeg"));
  const provider = openEngine([server], { model: { responseFormat: "flac" } });
  expect(await failure(say(provider, "Chào", {}, within(5000)))).toMatchObject({ kind: "broken" });
});
