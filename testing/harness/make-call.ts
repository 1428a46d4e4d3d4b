import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Caller } from "@/lib/access/principals/caller";
import { encodeWav } from "@/lib/engines/audio/wav";
import { env } from "@/lib/platform/env";
import { isDatabaseFar } from "@/lib/platform/regions";
import type { Ran } from "@/lib/speech/call";
import { synthesize } from "@/lib/speech/synthesize";
import { transcribe } from "@/lib/speech/transcribe";
import { makeTone } from "@/testing/fakes/sound";

const arrival = (signal: AbortSignal, idempotencyKey?: string) => ({
  receivedAt: performance.now(),
  idempotencyKey,
  fingerprint: "one body",
  signal,
});

/**
 * The same call of each service, to the engine of `writeEngine`, with one Idempotency-Key; without one where credit is held
 * late, which calls with a key never do.
 */
export const makeCall = {
  tts: (caller: Caller, signal: AbortSignal): Promise<Ran> =>
    synthesize(
      caller,
      { text: "Xin chào Việt Nam", voiceId: "ngoc", modelId: "reader", audioFormat: "wav" },
      arrival(signal, isDatabaseFar() ? undefined : "order-1"),
    ),
  async stt(caller: Caller, signal: AbortSignal): Promise<Ran> {
    const directory = join(env.VANG_DATA, "uploads");
    const path = join(directory, randomUUID());
    const wav = await encodeWav({ samples: makeTone(220, 16_000, 1), sampleRate: 16_000 });
    await mkdir(directory, { recursive: true });
    await writeFile(path, wav);
    const upload = { path, fileName: "a.wav", size: wav.length };
    return transcribe(caller, upload, { modelId: "listener", responseFormat: "json" }, arrival(signal, "order-1"));
  },
};
