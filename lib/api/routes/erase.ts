import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import { eraseResult } from "@/lib/speech/retention/erase";
import { answerReceipt } from "@/lib/speech/retention/receipt";

/** Deletes a result of the service. Throws RESULT_NOT_FOUND and what `eraseResult` throws. */
export async function erase(caller: Caller, service: "tts" | "stt", trackingId: string, param = "id") {
  // The key was accepted for this service only.
  if (!isId(service, trackingId)) throw new AppError("RESULT_NOT_FOUND", { param });
  return { body: await eraseResult(caller, trackingId, param), headers: { "cache-control": "no-store" } };
}

/** The receipt for a result of the service. Throws RESULT_NOT_FOUND. */
export async function sendReceipt(caller: Caller, service: "tts" | "stt", trackingId: string) {
  return { body: await answerReceipt(caller, service, trackingId), headers: { "cache-control": "no-store" } };
}
