import "server-only";
import { closeDatabase } from "@/lib/db";
import { closeStreamEncoder } from "@/lib/engines/encode-as-made";
import { closePool } from "@/lib/engines/pool";
import { closeEngines } from "@/lib/engines/providers/registry";
import { flushKeyUses } from "@/lib/keys/last-used";
import { mailIsSent } from "@/lib/mail/send";
import { closeObjects } from "@/lib/objects/open";
import { closeLimits } from "@/lib/rate-limit/open";
import { flushRejectedRequests } from "@/lib/request-log/record";
import { openStream } from "@/lib/stream/open";

/** Writes what waits to be written and closes what this process opened, the database last. */
export async function release(): Promise<void> {
  await mailIsSent();
  await openStream().close();
  await closeEngines();
  await closePool();
  await closeStreamEncoder();
  await Promise.all([flushRejectedRequests(), flushKeyUses()]);
  await closeLimits();
  closeObjects();
  await closeDatabase();
}
