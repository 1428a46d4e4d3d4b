import "server-only";
import { join } from "node:path";
import { sweepSignIns } from "@/lib/activity/sweep";
import { sweepAuditDetails } from "@/lib/audit/details";
import { clock, minutes } from "@/lib/clock";
import { sweepUnconfirmed } from "@/lib/deletion/unconfirmed";
import { env } from "@/lib/env";
import { sweepIdempotency } from "@/lib/idempotency/claim";
import { sweepPlaygroundKeys } from "@/lib/keys/playground-key";
import { sweepGuesses } from "@/lib/limits/account-guesses";
import { sweepLimits } from "@/lib/limits/postgres";
import { sweepLinks } from "@/lib/mail/links";
import { sweepPosted } from "@/lib/mail/post";
import { removeOldFiles } from "@/lib/old-files";
import { sweepChallenges } from "@/lib/passkeys/challenge";
import { sweepRefusals } from "@/lib/refusals/record";
import { sweep, watchSweep } from "@/lib/retention/sweep";
import { sweepDevices } from "@/lib/sessions/known-devices";
import { sweepSessions } from "@/lib/sessions/sweep";
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
