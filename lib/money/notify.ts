import "server-only";
import { listRecipients, notify } from "@/lib/access/notices/notify";
import type { Transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { formatVnd } from "@/lib/platform/i18n/format";

export type Decision = {
  kind:
    | "claimApproved"
    | "claimRejected"
    | "claimMessage"
    | "creditAdjusted"
    | "creditGranted"
    | "refundPaid"
    | "refundRejected";
  amountMilli: bigint;
  reason: string;
};

/** Notifies those who read a business's billing of what an operator decided about its money. */
export async function notifyDecision(
  tx: Transaction,
  businessId: string,
  { kind, amountMilli, reason }: Decision,
): Promise<void> {
  const select = { name: true, slug: true, archivedAt: true } as const;
  const {
    name: business,
    slug,
    archivedAt,
  } = await tx.business.findUniqueOrThrow({ where: { id: businessId }, select });
  const path = archivedAt ? "/console/archived" : `/console/${slug}/billing`;
  for (const to of await listRecipients(tx, businessId, "billing:read")) {
    const amount = formatVnd(amountMilli, to.locale);
    const values = { business, amount, reason, link: `${env.url}${path}` };
    await notify(tx, to, { kind, values, path, businessId });
  }
}
