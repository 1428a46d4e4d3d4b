import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Caller } from "@/lib/access/principals/caller";
import type { Scope } from "@/lib/access/principals/scopes";
import { type Admitted, type Allowed, admit } from "@/lib/keys/allow";
import type { DeadKey, LiveKey } from "@/lib/keys/find-live-key";
import { countBadKey } from "@/lib/keys/key-attempts";
import { recordKeyUse } from "@/lib/keys/last-used";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { clientAddress } from "@/lib/platform/net/client-address";
import type { Address } from "@/lib/platform/net/networks";
import type { ConcurrencyLease } from "@/lib/platform/rate-limit/leases";
import { elsewhere } from "@/lib/platform/regions";
import { readSentKey } from "./sent-key";

export type ApiEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    receivedAt: number;
    /** The operationId of the matched operation, or what else the path is for: in metrics, never the path itself. */
    operation?: string;
    /** Whose key was sent, also when it no longer works: for the record of errors, never for the response. */
    key?: Pick<DeadKey, "keyId" | "keyHint" | "businessId" | "mode" | "isPlayground"> & Partial<DeadKey>;
    allowed?: Allowed;
  };
};

/** What a key needs for an operation: a scope, or only to be active. */
export type Requirement = {
  scope: Scope | "authenticated";
  runs: boolean;
  /** Whether it makes a job. */
  makesJob?: boolean;
  /** Whether it changes or reads what live keys use. */
  isLiveOnly?: boolean;
};

/** The accepted client, and the place to release afterwards. */
export type ApiSession = { caller: Caller; place: ConcurrencyLease };

/**
 * Throws KEY_MISSING, KEY_INVALID, TOO_MANY_ATTEMPTS, IP_NOT_ALLOWED, BUSINESS_SUSPENDED, RATE_LIMITED_…,
 * CONCURRENCY_LIMITED_…, SCOPE_MISSING, LIVE_KEY_REQUIRED, REGION_NOT_ALLOWED, and OVERLOADED if the lookup fails.
 */
export async function authenticate(
  c: Context<ApiEnv>,
  { scope, runs, makesJob = false, isLiveOnly = false }: Requirement,
): Promise<ApiSession> {
  const address = addressOf(c);
  const { key, allowed, place } = await requireLiveKey(c, {
    address,
    runs,
    isManagement: scope === "webhooks:manage",
    isRead: !makesJob,
  });
  c.set("key", key);
  // Waiting does not help a suspended business, so its response names no limit.
  c.set("allowed", key.isSuspended ? { ...allowed, error: null } : allowed);
  try {
    if (key.isSuspended && key.isListed) throw new AppError("BUSINESS_SUSPENDED");
    if (allowed.error) throw allowed.error;
    if (!key.isListed) throw addressError(address);
    checkReach(key, scope);
    if (isLiveOnly && key.mode === "test") throw new AppError("LIVE_KEY_REQUIRED");
  } catch (appError) {
    await place.release();
    throw appError;
  }
  recordKeyUse({ secretId: key.secretId, ip: address?.toString() ?? null, service: serviceOf(scope) });
  return { caller: key as unknown as Caller, place };
}

const serviceOf = (scope: Requirement["scope"]) =>
  scope === "tts:execute" ? "tts" : scope === "stt:execute" ? "stt" : null;

/** The client's address; null where there is no connection, as in a test that calls the handler itself. */
export const addressOf = (c: Context<ApiEnv>): Address | null =>
  c.env?.incoming ? clientAddress(c.env.incoming) : null;

/** The response to an invalid key takes this long, whatever was found about the key. */
const answerAfterMs = 5;

async function requireLiveKey(
  c: Context<ApiEnv>,
  arrived: { address: Address | null; runs: boolean; isManagement: boolean; isRead: boolean },
): Promise<Admitted> {
  const secret = readSentKey(c);
  const startedAt = performance.now();
  const found = await admit(secret, arrived).catch(failLookup);
  if (found.live) return found.live;
  if (found.dead) c.set("key", found.dead);
  try {
    await countBadKey(arrived.address);
    throw new AppError("KEY_INVALID");
  } finally {
    await sleep(Math.max(1, answerAfterMs - (performance.now() - startedAt)));
  }
}

/** Without the database no key can be checked, so none is accepted. */
function failLookup(error: Error): never {
  log.error({ error: error.name, reason: error.message }, "a key could not be looked up");
  throw new AppError("OVERLOADED", { message: "api.noDatabase" });
}

const addressError = (address: Address | null) =>
  new AppError("IP_NOT_ALLOWED", { message: "api.addressNotAllowed", values: { address: address?.toString() ?? "?" } });

// The catalogues hold no customer's data, so any region may serve them.
function checkReach({ scopes, pinnedRegion }: LiveKey, scope: Requirement["scope"]): void {
  if (scope === "authenticated") return;
  if (!scopes.includes(scope)) throw new AppError("SCOPE_MISSING", { message: "api.scopeMissing", values: { scope } });
  if (pinnedRegion && pinnedRegion !== env.VANG_REGION) {
    throw new AppError("REGION_NOT_ALLOWED", elsewhere("api.pinnedElsewhere", pinnedRegion));
  }
}
