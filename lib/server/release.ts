import "server-only";
import { closeStreamEncoder } from "@/lib/engines/encode-as-made";
import { endInstallation } from "@/lib/engines/models/installation";
import { closePool } from "@/lib/engines/pool";
import { closeEngines } from "@/lib/engines/providers/registry";
import { flushKeyUses } from "@/lib/keys/last-used";
import { flushRejectedRequests } from "@/lib/keys/request-log/record";
import { closeDatabase } from "@/lib/platform/db";
import { mailIsSent } from "@/lib/platform/mail/send";
import { closeObjects } from "@/lib/platform/objects/open";
import { closeLimits } from "@/lib/platform/rate-limit/open";
import { openStream } from "@/lib/platform/stream/open";

/** Writes what waits to be written and closes what this process opened, the database last. */
export async function release(): Promise<void> {
  await mailIsSent();
  await openStream().close();
  await endInstallation();
  await closeEngines();
  await closePool();
  await closeStreamEncoder();
  await Promise.all([flushRejectedRequests(), flushKeyUses()]);
  await closeLimits();
  closeObjects();
  await closeDatabase();
}
