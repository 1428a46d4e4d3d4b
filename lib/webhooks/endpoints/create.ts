import "server-only";
import type { z } from "zod";
import { actorOf } from "@/lib/access/audit/actor";
import { recordAudit } from "@/lib/access/audit/record";
import { lockAs, lockBusiness } from "@/lib/access/businesses/lock";
import { requireNotSuspended } from "@/lib/access/businesses/suspension/state";
import { expandTypes } from "@/lib/access/events/schema";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock, days, hours } from "@/lib/platform/clock";
import { db, type Sql, sql, type Transaction } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import type { Idempotency } from "@/lib/speech/idempotency/schema";
import { announcedAfterMs } from "./announce";
import { checkWebhooks, requireBalanceScope, requireContentScopes, unknownEndpoint } from "./authorize";
import { answerWebhook, auditView, describeEndpoint, type Endpoint, endpointColumns } from "./endpoint";
import type { createdWebhookSchema } from "./response-schema";
import { mostCreationsADay, type NewEndpoint } from "./schema";
import { creationContext, encryptSecret, mintWebhookSecret } from "./secrets";
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
  if ((await tx.webhookEndpoint.count({ where: { businessId, deletedAt: null, isCallbacks: false } })) >= most)
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

type Answer = z.input<typeof createdWebhookSchema>;

/** How long an Idempotency-Key is valid after its first request. */
const keptMs = hours(72);

/** Repeats the response of an Idempotency-Key. Throws IDEMPOTENCY_MISMATCH, and NOT_FOUND if it was deleted since. */
export async function createEndpointOnce(
  caller: Caller,
  input: NewEndpoint,
  idempotency?: Idempotency,
): Promise<{ answer: Answer; isReplayed: boolean }> {
  checkWebhooks(caller, "webhooks:write");
  await requireNotSuspended(caller);
  return db.$transaction(async (tx) => {
    // Of two requests with the same key at once, the second waits here for the first one's response.
    await lockForCreation(tx, caller);
    const known = idempotency && (await findAnswer(tx, caller, idempotency));
    if (known) return { answer: known, isReplayed: true };
    const { endpoint, secret } = await createIn(tx, caller, input);
    const answer = { ...answerWebhook(endpoint), secret };
    if (idempotency) await keepAnswer(tx, caller, idempotency, answer);
    return { answer, isReplayed: false };
  });
}

async function findAnswer(tx: Transaction, { businessId }: Caller, { key, fingerprint }: Idempotency) {
  await tx.webhookCreation.deleteMany({ where: { businessId, key, expiresAt: { lte: clock.now() } } });
  const row = await tx.webhookCreation.findUnique({
    where: { businessId_key: { businessId, key } },
    select: { endpointId: true, encryptedAnswer: true },
  });
  if (!row) return null;
  const kept = JSON.parse(decrypt(row.encryptedAnswer, creationContext(row.endpointId)));
  if (kept.fingerprint !== fingerprint) throw new AppError("IDEMPOTENCY_MISMATCH");
  if (!kept.answer) throw unknownEndpoint();
  return kept.answer as Answer;
}

/** Forgets the response, and the secret in it, of an endpoint that is deleted. Its key still creates no second one. */
export async function eraseAnswer(tx: Transaction, endpointId: string): Promise<void> {
  const where = { endpointId };
  const row = await tx.webhookCreation.findFirst({ where, select: { encryptedAnswer: true } });
  if (!row) return;
  const { fingerprint } = JSON.parse(decrypt(row.encryptedAnswer, creationContext(endpointId)));
  const encryptedAnswer = encrypt(JSON.stringify({ fingerprint }), creationContext(endpointId));
  await tx.webhookCreation.updateMany({ where, data: { encryptedAnswer } });
}

async function keepAnswer(
  tx: Transaction,
  { businessId }: Caller,
  { key, fingerprint }: Idempotency,
  answer: Answer,
): Promise<void> {
  const encryptedAnswer = encrypt(JSON.stringify({ fingerprint, answer }), creationContext(answer.id));
  const expiresAt = new Date(+clock.now() + keptMs);
  await tx.webhookCreation.create({
    data: { endpointId: answer.id, businessId, key, encryptedAnswer, expiresAt },
    select: { key: true },
  });
}

const deleteOldCreations = `DELETE FROM webhook_creations WHERE endpoint_id IN
  (SELECT endpoint_id FROM webhook_creations WHERE expires_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes expired responses, at most 1,000. Returns how many. */
export const sweepCreations = async (on: Sql = sql): Promise<number> =>
  (await on("sweep-webhook-creations", deleteOldCreations, [clock.now()])).length;

export async function getLimit({ businessId }: Member | Caller, tx: Transaction | typeof db = db): Promise<number> {
  const where = { id: businessId };
  const { webhookLimit } = await tx.business.findUniqueOrThrow({ where, select: { webhookLimit: true } });
  return webhookLimit;
}
