import { vi } from "vitest";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import { createKey } from "@/lib/keys/service";
import { log } from "@/lib/platform/log";
import { ingest } from "@/lib/speech/history/ingest";
import { makeKey, makeKeySettings, makeMember } from "@/prisma/factories";

export const range = { from: "2026-11-20", to: "2026-11-22" };
export const noon = "2026-11-21T05:00:00.000Z";

/** Records jobs for which no credit is held, so that the log has an error for each charge. */
export async function recordJobs(jobs: FinishedJob[]): Promise<void> {
  vi.spyOn(log, "error").mockImplementation(() => undefined);
  await ingest(jobs.map((payload, index) => ({ key: String(index), payload, attempts: 0 })));
}

/** A business with a key that may read usage, and jobs of that key. */
export async function makeUsagePartner() {
  const member = await makeMember();
  const { businessId } = member;
  const { id: keyId } = await createKey(member, makeKeySettings({ name: "Tổng đài" }));
  const secret = await makeKey(member, ["usage:read"]);
  return { member, businessId, keyId, secret };
}
