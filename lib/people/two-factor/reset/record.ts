import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import type { Device } from "@/lib/access/principals/device";
import { recordWithin } from "@/lib/people/sign-in-log/record";
import type { AttemptMethod } from "@/lib/people/sign-in-log/schema";
import type { Transaction } from "@/lib/platform/db";

/** How the person proved that they may do it, and from where. */
export type Proof = { method: AttemptMethod; device: Device; sessionId?: string };

/** Done without a request, or where the request is unknown. */
export const unknownDevice: Device = { ip: null, userAgent: null };

const steps = {
  begun: "member.two_factor_reset_begun",
  cancelled: "member.two_factor_reset_cancelled",
  done: "member.two_factor_reset_done",
} as const;

/** Writes a step into the person's own log and into the audit log of each business they work in. */
export async function recordStep(
  tx: Transaction,
  userId: string,
  step: keyof typeof steps,
  proof: Proof,
): Promise<void> {
  await recordWithin(tx, { userId, result: `reset_${step}`, ...proof });
  const memberships = await tx.membership.findMany({
    where: { userId },
    orderBy: { businessId: "asc" },
    select: { businessId: true },
  });
  const actor = { userId: step === "done" ? "system" : userId, device: proof.device };
  for (const { businessId } of memberships) {
    await recordAudit(tx, { businessId, ...actor }, { action: steps[step], subject: userId });
  }
}
