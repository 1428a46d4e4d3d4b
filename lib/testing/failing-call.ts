import { performance } from "node:perf_hooks";
import type { Caller } from "@/lib/keys/caller";
import { synthesize } from "@/lib/speech/synthesize";

// A process that makes one call, to be killed at the point that VANG_FAIL names.
const [, , businessId = "", keyId = "", idempotencyKey] = process.argv;
const caller = { businessId, keyId, scopes: ["tts:execute"], retentionDays: 30 } as unknown as Caller;

await synthesize(
  caller,
  { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" },
  { receivedAt: performance.now(), idempotencyKey, fingerprint: "one body", signal: new AbortController().signal },
);
