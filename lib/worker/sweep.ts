import "server-only";
import { join } from "node:path";
import { sweepUnconfirmed } from "@/lib/account/delete/unconfirmed";
import { sweepAuditDetails } from "@/lib/audit/details";
import { clock, minutes } from "@/lib/clock";
import { env } from "@/lib/env";
import { removeOldFiles } from "@/lib/files/remove-stale-files";
import { sweepPlaygroundKeys } from "@/lib/keys/playground-key";
import { sweepLinks } from "@/lib/mail/links";
import { sweepPosted } from "@/lib/mail/post";
import { sweepChallenges } from "@/lib/passkeys/challenge";
import { sweepGuesses } from "@/lib/rate-limit/account-guesses";
import { sweepLimits } from "@/lib/rate-limit/postgres";
import { sweepRefusals } from "@/lib/request-log/record";
import { sweep, watchSweep } from "@/lib/retention/sweep";
import { sweepDevices } from "@/lib/sessions/known-devices";
import { sweepSessions } from "@/lib/sessions/sweep";
import { sweepSignIns } from "@/lib/sign-in-log/sweep";
import { sweepIdempotency } from "@/lib/speech/idempotency/claim";
import { sweepAllowances } from "@/lib/wallet/allowances";

/** Erases what may no longer be kept, and says so in the log when it falls behind. */
export async function sweepContent(): Promise<void> {
  await sweep().finally(watchSweep);
  while ((await sweepIdempotency()) === 1000);
  while ((await sweepRefusals()) === 1000);
  while ((await sweepPlaygroundKeys()) === 1000);
  while ((await sweepAllowances()) === 1000);
  await sweepLimits();
}

/** Removes what processes that were killed had half written half an hour ago. */
export async function sweepDrafts(): Promise<void> {
  const olderThan = new Date(clock.now().getTime() - minutes(30));
  await removeOldFiles(join(env.VANG_DATA, "objects", env.VANG_REGION), olderThan, ".part");
}

/** Deletes what is kept about people's sign-ins once it is too old to be of use to them. */
export async function sweepSignInRecords(): Promise<void> {
  await sweepSignIns();
  await sweepChallenges();
  await sweepDevices();
  await sweepGuesses();
  await sweepLinks();
  await sweepPosted();
  await sweepSessions();
  while ((await sweepAuditDetails()) === 1000);
  await sweepUnconfirmed();
}
