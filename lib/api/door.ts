import "server-only";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { clientAddress } from "@/lib/client-address";
import { env } from "@/lib/env";
import { Refusal } from "@/lib/errors";
import type { DeadKey, LiveKey } from "@/lib/keys/authenticate";
import { noteKeyUse } from "@/lib/keys/last-used";
import { isWellFormedSecret } from "@/lib/keys/secret";
import { log } from "@/lib/log";
import type { Address } from "@/lib/networks";
import type { Caller } from "@/lib/principals/caller";
import type { Scope } from "@/lib/principals/scopes";
import { type Admitted, type Allowed, admit } from "@/lib/rate-limit/allow";
import { countBadKey } from "@/lib/rate-limit/key-guesses";
import type { Place } from "@/lib/rate-limit/under-way";

export type ApiEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    receivedAt: number;
    /** Whose key came, also when it opens nothing any more: for the record of refusals, never for the answer. */
    key?: Pick<DeadKey, "keyId" | "businessId"> & Partial<DeadKey>;
    allowed?: Allowed;
  };
};

/** What a key needs for an operation: a scope, or only to be alive. */
export type Need = { scope: Scope | "any key"; runs: boolean };

/** Who may go on, and the place to release afterwards. */
export type Visit = { caller: Caller; place: Place };

/**
 * Who calls, if they may: a live key, from an address on its list, within its limits, with the scope, in its region.
 * Throws KEY_MISSING, KEY_INVALID, TOO_MANY_ATTEMPTS, IP_NOT_ALLOWED, RATE_LIMITED_…, CONCURRENCY_LIMITED_…,
 * SCOPE_MISSING, REGION_NOT_ALLOWED, and OVERLOADED while nobody can be known.
 */
export async function enter(c: Context<ApiEnv>, { scope, runs }: Need): Promise<Visit> {
  const address = addressOf(c);
  const { key, allowed, place } = await requireLiveKey(c, { address, runs });
  c.set("key", key);
  c.set("allowed", allowed);
  try {
    if (allowed.refusal) throw allowed.refusal;
    if (!key.isListed) throw refuseAddress(address);
    checkReach(key, scope);
  } catch (refusal) {
    await place.release();
    throw refusal;
  }
  noteKeyUse({ secretId: key.secretId, ip: address?.toString() ?? null, service: serviceOf(scope) });
  return { caller: key as unknown as Caller, place };
}

const serviceOf = (scope: Need["scope"]) => (scope === "any key" ? null : scope === "tts:execute" ? "tts" : "stt");

/** Where a request came from; null where there is no connection, as in a test that calls the handler itself. */
export const addressOf = (c: Context<ApiEnv>): Address | null =>
  c.env?.incoming ? clientAddress(c.env.incoming) : null;

const keyInAuthorization = new Refusal("KEY_MISSING", { message: "api.keyInAuthorization" });

/** The response about a key that does not work takes this long, whatever was found out about the key. */
const answerAfterMs = 5;

async function requireLiveKey(
  c: Context<ApiEnv>,
  arrived: { address: Address | null; runs: boolean },
): Promise<Admitted> {
  const secret = c.req.header("x-api-key");
  if (!secret) throw c.req.header("authorization") ? keyInAuthorization : new Refusal("KEY_MISSING");
  if (!isWellFormedSecret(secret)) throw new Refusal("KEY_INVALID");
  const startedAt = performance.now();
  const found = await admit(secret, arrived).catch(refuseAll);
  if (found.live) return found.live;
  if (found.dead) c.set("key", found.dead);
  try {
    await countBadKey(arrived.address);
    throw new Refusal("KEY_INVALID");
  } finally {
    await sleep(Math.max(1, answerAfterMs - (performance.now() - startedAt)));
  }
}

/** Without the database no key is known to be alive, so none is let in. */
function refuseAll(error: Error): never {
  log.error({ error: error.name, reason: error.message }, "a key could not be looked up");
  throw new Refusal("OVERLOADED", { message: "api.noDatabase" });
}

const refuseAddress = (address: Address | null) =>
  new Refusal("IP_NOT_ALLOWED", { message: "api.addressNotAllowed", values: { address: address?.toString() ?? "?" } });

// The catalogues hold nothing of anybody's: they may be read anywhere.
function checkReach({ scopes, pinnedRegion }: LiveKey, scope: Need["scope"]): void {
  if (scope === "any key") return;
  if (!scopes.includes(scope)) throw new Refusal("SCOPE_MISSING", { message: "api.scopeMissing", values: { scope } });
  if (pinnedRegion && pinnedRegion !== env.VANG_REGION) {
    throw new Refusal("REGION_NOT_ALLOWED", { message: "api.pinnedElsewhere", values: { region: pinnedRegion } });
  }
}
