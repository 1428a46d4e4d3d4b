import "server-only";
import { countSilence, countTestAudio, hasTestAudio, testSecondsPerDay } from "@/lib/money/wallet/allowances";
import { clock } from "@/lib/platform/clock";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { boundsOf, vietnamDay } from "@/lib/platform/vietnam-time";
import { isPaid, lowerFor } from "./call-hold";
import type { Call, Outcome } from "./run";

/** Silence is free for some seconds a day, then charged, since recognizing it takes as long. Lowers the job's hold. */
export async function chargeSilence(
  call: Call,
  seconds: number,
): Promise<Pick<Outcome, "isFree" | "chargeMilli" | "chargeUnits">> {
  if (!isPaid(call)) return { isFree: true };
  const chargeUnits = await countSilence(call.caller.businessId, seconds);
  if (chargeUnits === 0) return { isFree: true };
  const chargeMilli = (call.amountMilli * BigInt(chargeUnits)) / BigInt(seconds);
  await lowerFor(call, chargeMilli, call.priceId === null ? undefined : chargeUnits);
  return { chargeMilli, chargeUnits };
}

/** Why a test key's job is not run: the test keys of its business have used up their audio of the day. */
export async function rejectionOfTest(call: Call): Promise<AppError | undefined> {
  if (isPaid(call) || (await hasTestAudio(call.caller.businessId))) return undefined;
  const now = clock.now();
  return new AppError("TOO_MANY_ATTEMPTS", {
    message: "api.testAudioUsed",
    values: { hours: testSecondsPerDay / 3600 },
    retryAfterSeconds: Math.ceil((+boundsOf(vietnamDay(now)).to - +now) / 1000),
  });
}

/** Counts seconds of a test key's audio. If counting fails, the job goes on. */
export async function countTest(call: Call, seconds: number): Promise<void> {
  if (isPaid(call)) return;
  await countTestAudio(call.caller.businessId, seconds).catch((failure: Error) =>
    log.warn({ trackingId: call.trackingId, reason: failure.name }, "the audio of a test was not counted"),
  );
}
