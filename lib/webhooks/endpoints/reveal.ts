import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import { decrypt } from "@/lib/platform/encryption";
import { AppError } from "@/lib/platform/errors";
import { lockEndpoint } from "./lock";
import { decryptSecret, headerValueContext } from "./secret";

/** The secret that signs an endpoint's deliveries. Recorded. */
export async function revealSecret(member: Member, id: string): Promise<{ secret: string }> {
  requirePermission(member, "webhooks:write");
  return db.$transaction(async (tx) => {
    await lockEndpoint(tx, member, id);
    const current = await tx.webhookSecret.findFirstOrThrow({
      where: { endpointId: id, expiresAt: null },
      select: { id: true, encryptedSecret: true },
    });
    await recordAudit(tx, member, { action: "webhook.secret_revealed", subject: id });
    return { secret: decryptSecret(current.id, current.encryptedSecret) };
  });
}

/** The value of the partner's own header, likewise. Throws NOT_FOUND for an endpoint without one. */
export async function revealHeaderValue(member: Member, id: string): Promise<{ value: string }> {
  requirePermission(member, "webhooks:write");
  return db.$transaction(async (tx) => {
    const { encryptedHeaderValue } = await lockEndpoint(tx, member, id);
    if (encryptedHeaderValue === null) throw new AppError("NOT_FOUND", { message: "webhooks.noHeader" });
    await recordAudit(tx, member, { action: "webhook.header_revealed", subject: id });
    return { value: decrypt(encryptedHeaderValue, headerValueContext(id)) };
  });
}
