import type { Caller } from "@/lib/access/principals/caller";
import { isDatabaseFar } from "@/lib/platform/regions";
import { makeCall } from "@/testing/harness/make-call";

// A process that makes one call, to be killed at the point named by VANG_FAIL.
const [, , service, businessId = "", keyId = "", hangUpMs] = process.argv;
const spendableMilli = isDatabaseFar() ? 10_000_000n : null;
const caller = { businessId, keyId, mode: "live", scopes: [], retentionDays: 30, spendableMilli } as unknown as Caller;

await makeCall[service as "tts" | "stt"](caller, AbortSignal.timeout(Number(hangUpMs)));
