import "server-only";
import { join } from "node:path";
import { sweepPasswordAttempts } from "@/lib/account/account-attempts";
import { sweepUnconfirmed } from "@/lib/account/delete/unconfirmed";
import { sweepAuditDetails } from "@/lib/audit/details";
import { sweepNotifications } from "@/lib/billing/bank-notifications/sweep-notifications";
import { erasePayees } from "@/lib/billing/refunds/decide";
import { clock, minutes } from "@/lib/clock";
import { env } from "@/lib/env";
import { sweepEvents } from "@/lib/events/sweep";
import { removeStaleFiles } from "@/lib/files/remove-stale-files";
import { sweepPlaygroundKeys } from "@/lib/keys/playground-key";
import { sweepLinks } from "@/lib/mail/links";
import { sweepNotices } from "@/lib/notices/sweep";
import { sweepOutbox } from "@/lib/outbox/sweep";
import { sweepChallenges } from "@/lib/passkeys/challenge";
import { sweepLimits } from "@/lib/rate-limit/postgres";
import { sweepRejectedRequests } from "@/lib/request-log/record";
import { sweep, watchSweep } from "@/lib/retention/sweep";
import { sweepDevices } from "@/lib/sessions/known-devices";
import { sweepSessions } from "@/lib/sessions/sweep";
import { sweepSignIns } from "@/lib/sign-in-log/sweep";
import { sweepIdempotency } from "@/lib/speech/idempotency/claim";
import { sweepSharedTraces } from "@/lib/trace/share";
import { sweepWelcomeGrants } from "@/lib/wallet/accounts";
import { sweepAllowances } from "@/lib/wallet/allowances";
import { sweepWebhooks } from "@/lib/webhooks/deliver/sweep";
import { sweepCreations } from "@/lib/webhooks/endpoints/create-once";
import { sweepListeners } from "@/lib/webhooks/event-streams/open";
import { sweepReplays } from "@/lib/webhooks/replays/sweep";
import { outboxKinds } from "./outbox-kinds";

/** Deletes expired and erased content, and warns in the log when it falls behind. */
export const sweepContent = (): Promise<void> =>
  inTurn([
    () => sweep().finally(watchSweep),
    ...[sweepIdempotency, sweepRejectedRequests, sweepPlaygroundKeys, sweepAllowances, sweepWelcomeGrants].map(
      inBatches,
    ),
    sweepWebhooks,
    ...[sweepEvents, sweepReplays, sweepCreations, sweepNotices, sweepNotifications].map(inBatches),
    ...[erasePayees, sweepListeners, sweepLimits, inBatches(sweepSharedTraces)],
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
