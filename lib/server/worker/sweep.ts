import "server-only";
import { join } from "node:path";
import { sweepAuditDetails } from "@/lib/access/audit/details";
import { sweepEvents } from "@/lib/access/events/write-events";
import { sweepDevices } from "@/lib/access/sessions/known-devices";
import { sweepSessions } from "@/lib/access/sessions/service";
import { sweepNotices } from "@/lib/businesses/notices/list";
import { sweepPlaygroundKeys } from "@/lib/keys/playground/create";
import { sweepRejectedRequests } from "@/lib/keys/request-log/record";
import { sweepNotifications } from "@/lib/money/bank/notifications/receive-notification";
import { erasePayees } from "@/lib/money/refunds/decide";
import { sweepWelcomeGrants } from "@/lib/money/wallet/accounts";
import { sweepAllowances } from "@/lib/money/wallet/allowances";
import { outboxKinds } from "@/lib/operator/work/outbox-kinds";
import { sweepPasswordAttempts } from "@/lib/people/account/password-attempts";
import { sweepUnconfirmed } from "@/lib/people/account/unconfirmed";
import { sweepChallenges } from "@/lib/people/passkeys/challenge";
import { sweepSignIns } from "@/lib/people/sign-in-log/sign-in-log";
import { clock, minutes } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { sweepLinks } from "@/lib/platform/mail/links";
import { removeStaleFiles } from "@/lib/platform/objects/files/remove-stale-files";
import { sweepOutbox } from "@/lib/platform/outbox/operate";
import { sweepLimits } from "@/lib/platform/rate-limit/postgres";
import { sweepIdempotency } from "@/lib/speech/idempotency/claim";
import { eraseDueContent, watchSweep } from "@/lib/speech/retention/sweep";
import { sweepSharedTraces } from "@/lib/speech/trace/share";
import { sweepStoredUploads } from "@/lib/speech/uploads/uploads";
import { sweepWebhooks } from "@/lib/webhooks/deliver/sweep";
import { sweepCreations } from "@/lib/webhooks/endpoints/create";
import { sweepReplays } from "@/lib/webhooks/replays/run";
import { sweepListeners } from "@/lib/webhooks/streams/stream";

/** Deletes expired and erased content, and warns in the log when it falls behind. */
export const sweepContent = (): Promise<void> =>
  inTurn([
    () => eraseDueContent().finally(watchSweep),
    ...[sweepIdempotency, sweepRejectedRequests, sweepPlaygroundKeys, sweepAllowances, sweepWelcomeGrants].map(
      inBatches,
    ),
    sweepWebhooks,
    ...[sweepEvents, sweepReplays, sweepCreations, sweepNotices, sweepNotifications].map(inBatches),
    ...[erasePayees, sweepListeners, sweepLimits, inBatches(sweepSharedTraces), inBatches(sweepStoredUploads)],
  ]);

/** Removes temporary files that killed processes left half an hour ago. */
export async function sweepDrafts(): Promise<void> {
  const olderThan = new Date(clock.now().getTime() - minutes(30));
  await removeStaleFiles(join(env.VANG_DATA, "objects", env.VANG_REGION), olderThan, ".part");
}

/** Deletes records of sign-ins that are too old to be useful to their owners. */
export const sweepSignInRecords = (): Promise<void> =>
  inTurn([
    ...[sweepSignIns, sweepChallenges, sweepDevices, sweepPasswordAttempts, sweepLinks],
    ...[() => sweepOutbox(outboxKinds), sweepSessions, inBatches(sweepAuditDetails), sweepUnconfirmed],
  ]);

const inBatches = (sweepBatch: () => Promise<number>) => async () => {
  while ((await sweepBatch()) === 1000);
};

/** One that fails keeps none from its turn. Throws what failed, at the end. */
export async function inTurn(sweeps: (() => Promise<unknown>)[]): Promise<void> {
  const errors: Error[] = [];
  for (const one of sweeps) await one().catch((error) => errors.push(error));
  if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join("; "));
}
