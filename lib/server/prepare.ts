import "server-only";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { requireUsableBucket } from "@/lib/platform/objects/check-bucket";
import { requireDurableStream } from "@/lib/platform/stream/check-servers";
import { openSupervisorMetrics } from "./metrics-server";
import { prepareDatabase } from "./prepare-database";
import { requirePublicAddress, warnOfPlainHttp } from "./public-address";

/** What is done once, before any process serves: the settings are checked and the database is migrated. */
export async function prepare({ ownerUrl }: { ownerUrl?: string | undefined }): Promise<void> {
  requirePublicAddress();
  warnOfPlainHttp();
  await requireUsableBucket();
  await requireDurableStream();
  await prepareDatabase({ url: env.DATABASE_URL, ownerUrl });
}

export { log, openSupervisorMetrics };
