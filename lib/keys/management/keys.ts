import "server-only";
import type { z } from "zod";
import { requireNotSuspended } from "@/lib/access/businesses/suspension/state";
import type { Caller } from "@/lib/access/principals/caller";
import { parseAddresses } from "@/lib/keys/addresses";
import { checkKeys, lockKeys } from "@/lib/keys/authority";
import { changeKey } from "@/lib/keys/edit";
import { checkBounds } from "@/lib/keys/limits";
import { insertKey } from "@/lib/keys/service";
import { rejectSecret, requireNearEnd, type Settings } from "@/lib/keys/settings";
import { statusOf } from "@/lib/keys/status";
import { clock, hours, seconds } from "@/lib/platform/clock";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { Idempotency } from "@/lib/speech/idempotency/schema";
import type { Prisma } from "@/prisma/generated/client";
import type { apiKeySchema, CreateKeyRequest, KeyListRequest, UpdateKeyRequest } from "./schema";

type ApiKey = z.input<typeof apiKeySchema>;

const columnsAt = (now: Date) => ({
  id: true,
  name: true,
  mode: true,
  hint: true,
  scopes: true,
  serviceAccountId: true,
  allowedAddresses: true,
  requestsPerMinute: true,
  concurrentCalls: true,
  monthlyCapMilli: true,
  keepsNothing: true,
  createdById: true,
  createdAt: true,
  expiresAt: true,
  lastUsedAt: true,
  revokedAt: true,
  leakedAt: true,
  replaced: { where: { expiresAt: { gt: now }, revokedAt: null }, select: { expiresAt: true }, take: 1 },
});

type Row = Prisma.ApiKeyGetPayload<{ select: ReturnType<typeof columnsAt> }>;

function describeKey({ replaced, leakedAt, monthlyCapMilli, ...row }: Row, now: Date): ApiKey {
  const [old] = replaced;
  const { createdAt, expiresAt, lastUsedAt, revokedAt } = row;
  return {
    ...row,
    status: statusOf({ expiresAt, revokedAt, leakedAt }, replaced.length > 0, now),
    monthlyCapVnd: monthlyCapMilli === null ? null : Number(monthlyCapMilli / 1000n),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    oldSecretUntil: old?.expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

/** The keys that a key can see: all of its business, or a test key the test keys. */
const seenBy = ({ businessId, mode }: Caller) =>
  ({ businessId, kind: "standard", ...(mode === "test" && { mode }) }) as const;

/** The newest first. */
export async function listManagedKeys(
  caller: Caller,
  { works, limit, cursor, ...filter }: KeyListRequest,
): Promise<{ keys: ApiKey[]; next: string | null }> {
  checkKeys(caller, "keys:read");
  const now = clock.now();
  const working = { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] };
  const found = await db.apiKey.findMany({
    where: {
      AND: [seenBy(caller), filter, afterCursor(cursor), works === "true" ? working : works ? { NOT: working } : {}],
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: columnsAt(now),
    take: limit + 1,
  });
  const { rows, next } = cutPage(found, limit);
  return { keys: rows.map((row) => describeKey(row, now)), next };
}

/** Throws NOT_FOUND for a key of another business, as for one that does not exist. */
export async function getManagedKey(
  caller: Caller,
  id: string,
  from: Pick<Transaction, "apiKey"> = db,
): Promise<ApiKey> {
  checkKeys(caller, "keys:read");
  const now = clock.now();
  const row = isId("key", id)
    ? await from.apiKey.findFirst({ where: { id, ...seenBy(caller) }, select: columnsAt(now) })
    : null;
  if (!row) throw new AppError("NOT_FOUND", { message: "keys.unknown" });
  return describeKey(row, now);
}

/** How long an Idempotency-Key is valid after its first request. */
const keptMs = hours(72);

/**
 * A repeat of the key's own request gets the key that the first one created, without its secret: that is shown once.
 * Throws IDEMPOTENCY_MISMATCH, BUSINESS_SUSPENDED, INVALID_REQUEST, and as `insertKey`.
 */
export async function createKeyOnce(
  caller: Caller,
  wanted: CreateKeyRequest,
  idempotency?: Idempotency,
): Promise<{ key: ApiKey; secret: string | null }> {
  checkKeys(caller, "keys:write");
  await requireNotSuspended(caller);
  const chosen = settingsIn(wanted);
  const { requestsPerMinute = null, concurrentCalls = null } = chosen;
  await checkBounds(caller, { requestsPerMinute, concurrentCalls }, wanted.mode ?? caller.mode);
  return db.$transaction(async (tx) => {
    // Of two requests with the same key at once, the second waits here for what the first one creates.
    const authority = await lockKeys(tx, caller);
    const known = idempotency && (await findCreated(tx, caller, idempotency));
    if (known) return { key: await getManagedKey(caller, known, tx), secret: null };
    const { id: _, createdById, ...own } = authority.own;
    const { mode = own.mode, serviceAccountId = own.serviceAccountId } = wanted;
    const settings = { ...own, keyterms: [], ...chosen, mode, serviceAccountId };
    const request = idempotency && { creationKey: idempotency.key, creationDigest: idempotency.fingerprint };
    const { id, secret } = await insertKey(
      tx,
      caller,
      authority,
      mode === "test" ? { ...settings, monthlyCapMilli: null } : settings,
      request,
    );
    return { key: await getManagedKey(caller, id, tx), secret };
  });
}

async function findCreated(tx: Transaction, caller: Caller, { key, fingerprint }: Idempotency): Promise<string | null> {
  const since = new Date(+clock.now() - keptMs);
  const row = await tx.apiKey.findFirst({
    where: { businessId: caller.businessId, createdById: caller.keyId, creationKey: key, createdAt: { gt: since } },
    orderBy: { createdAt: "desc" },
    select: { id: true, creationDigest: true },
  });
  if (row && row.creationDigest !== fingerprint) throw new AppError("IDEMPOTENCY_MISMATCH");
  return row?.id ?? null;
}

/** Sets the fields that are given, from the next request on. Throws as `changeKey`. */
export async function updateKey(caller: Caller, id: string, wanted: UpdateKeyRequest): Promise<ApiKey> {
  const chosen = settingsIn(wanted);
  const { requestsPerMinute = null, concurrentCalls = null } = chosen;
  await checkBounds(caller, { requestsPerMinute, concurrentCalls }, (await getManagedKey(caller, id)).mode);
  await changeKey(caller, id, ({ mode }) => ({ ...chosen, ...(mode === "test" && { monthlyCapMilli: null }) }));
  return getManagedKey(caller, id);
}

/** The settings that a request names. Throws INVALID_REQUEST. */
function settingsIn({ monthlyCapVnd: cap, ...wanted }: UpdateKeyRequest): Partial<Settings> {
  if (wanted.name !== undefined) rejectSecret(wanted.name);
  const settings: Partial<Settings> = {
    name: wanted.name,
    scopes: wanted.scopes,
    requestsPerMinute: wanted.requestsPerMinute,
    concurrentCalls: wanted.concurrentCalls,
    keepsNothing: wanted.keepsNothing,
    allowedAddresses: wanted.allowedAddresses && parseAddresses(wanted.allowedAddresses.join("\n")),
    monthlyCapMilli: typeof cap === "number" ? BigInt(cap) * 1000n : cap,
    expiresAt: endIn(wanted),
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function endIn({ expiresAt, expiresInSeconds }: UpdateKeyRequest): Date | null | undefined {
  if (expiresInSeconds !== undefined) return new Date(+clock.now() + seconds(expiresInSeconds));
  if (typeof expiresAt !== "string") return expiresAt;
  const end = new Date(expiresAt);
  requireNearEnd(end, "expiresAt");
  return end;
}
