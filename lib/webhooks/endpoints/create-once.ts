import "server-only";
import type { z } from "zod";
import { requireNotSuspended } from "@/lib/access/businesses/suspension/state";
import type { Caller } from "@/lib/access/principals/caller";
import { clock, hours } from "@/lib/platform/clock";
import { db, type Sql, sql, type Transaction } from "@/lib/platform/db";
import { decrypt, encrypt } from "@/lib/platform/encryption";
import { AppError } from "@/lib/platform/errors";
import type { Idempotency } from "@/lib/speech/idempotency/schema";
import { answerWebhook } from "./answer";
import { checkWebhooks, unknownEndpoint } from "./check";
import { createIn, lockForCreation } from "./create";
import type { createdWebhookSchema } from "./response-schema";
import type { NewEndpoint } from "./schema";
import { creationContext } from "./secret";

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

const sweep = `DELETE FROM webhook_creations WHERE endpoint_id IN
  (SELECT endpoint_id FROM webhook_creations WHERE expires_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes expired responses, at most 1,000. Returns how many. */
export const sweepCreations = async (on: Sql = sql): Promise<number> =>
  (await on("sweep-webhook-creations", sweep, [clock.now()])).length;
