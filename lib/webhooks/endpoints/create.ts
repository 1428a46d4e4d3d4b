import "server-only";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import { lockBusiness } from "@/lib/access/businesses/lock";
import { lockAs } from "@/lib/access/businesses/lock-members";
import { requireNotSuspended } from "@/lib/access/businesses/suspension/state";
import { expandTypes } from "@/lib/access/events/schema";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock, days } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { checkWebhooks, requireBalanceScope, requireContentScopes } from "./check";
import { auditView, describeEndpoint, type Endpoint, endpointColumns } from "./describe";
import { getLimit } from "./limit";
import { announcedAfterMs } from "./mail";
import { mostCreationsADay, type NewEndpoint } from "./schema";
import { encryptSecret, mintWebhookSecret } from "./secret";
import { requireOwnKeys, settingsOf } from "./settings";

type Created = { endpoint: Endpoint; secret: string };

/** Throws WEBHOOK_LIMIT_REACHED, INVALID_REQUEST for a URL that cannot receive events, and BUSINESS_SUSPENDED. */
export async function createEndpoint(by: Member | Caller, input: NewEndpoint): Promise<Created> {
  checkWebhooks(by, "webhooks:write");
  await requireNotSuspended(by);
  return db.$transaction(async (tx) => {
    await lockForCreation(tx, by);
    return createIn(tx, by, input);
  });
}

/** Makes the business's creations wait for each other. */
export async function lockForCreation(tx: Transaction, by: Member | Caller): Promise<void> {
  if (!(await lockBusiness(tx, by.businessId))) throw new AppError("NOT_FOUND");
  if ("role" in by) await lockAs(tx, by, "webhooks:write");
}

/** Creates an endpoint as `createEndpoint` does, in a transaction that has locked the business. */
export async function createIn(tx: Transaction, by: Member | Caller, input: NewEndpoint): Promise<Created> {
  const { businessId } = by;
  const [id, secretId, now, secret] = [newId("webhook"), newId("webhookSecret"), clock.now(), mintWebhookSecret()];
  requireBalanceScope(by, expandTypes(input.events));
  if (input.content) requireContentScopes(by, expandTypes(input.events));
  await requireOwnKeys(businessId, input.keys, tx);
  const settings = settingsOf(id, input);
  const most = await getLimit(by, tx);
  if ((await tx.webhookEndpoint.count({ where: { businessId, deletedAt: null } })) >= most)
    throw new AppError("WEBHOOK_LIMIT_REACHED", { message: "webhooks.tooMany", values: { most } });
  const madeToday = { businessId, createdAt: { gt: new Date(+now - days(1)) } };
  if ((await tx.webhookEndpoint.count({ where: madeToday })) >= mostCreationsADay)
    throw new AppError("WEBHOOK_LIMIT_REACHED", {
      message: "webhooks.tooManyToday",
      values: { most: mostCreationsADay },
    });
  const row = await tx.webhookEndpoint.create({
    data: {
      id,
      businessId,
      createdById: actorOf(by).userId,
      createdAt: now,
      updatedAt: now,
      ...settings,
      announceAt: new Date(+now + announcedAfterMs),
      schemaVersion: input.schemaVersion,
      secrets: { create: { id: secretId, encryptedSecret: encryptSecret(secretId, secret), createdAt: now } },
    },
    select: endpointColumns,
  });
  await recordAudit(tx, actorOf(by), { action: "webhook.created", subject: id, after: auditView(row) });
  return { endpoint: describeEndpoint(row), secret };
}
