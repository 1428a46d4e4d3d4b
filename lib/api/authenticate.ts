import "server-only";
import type { IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Caller } from "@/lib/access/principals/caller";
import { enoughFor, managementScopes, type Scope, type ScopeChoice } from "@/lib/access/principals/scopes";
import { type Allowed, admitBy, countRequest } from "@/lib/keys/allow";
import type { DeadKey } from "@/lib/keys/find-live-key";
import { countBadKey } from "@/lib/keys/key-attempts";
import { recordKeyUse } from "@/lib/keys/last-used";
import { type Granted, takeLiveToken } from "@/lib/keys/live-tokens";
import { containsSecret, fingerprints, isWellFormedSecret } from "@/lib/keys/secret";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { clientAddress } from "@/lib/platform/net/client-address";
import { type Address, parseAddress } from "@/lib/platform/net/networks";
import type { ConcurrencyLease } from "@/lib/platform/rate-limit/leases";
import { defaultWindowMs } from "@/lib/platform/rate-limit/limits";
import { elsewhere } from "@/lib/platform/regions";
import type { Metadata } from "@/lib/speech/metadata";
import { isDeepgramPath, isLivePath, protocolsOf, tokenOf } from "./live/paths";
import type { Upgrade } from "./live/upgrade";
import { vendorOfRequest } from "./vendors/vendors";

export type ApiEnv = {
  Bindings: Partial<HttpBindings> & {
    upgrade?: Upgrade;
    /** Of a request that another one sends, which was admitted: its session, and Node's request. */
    within?: { session: ApiSession; incoming?: IncomingMessage };
  };
  Variables: {
    requestId: string;
    receivedAt: number;
    /** The operationId of the matched operation, or what else the path is for: in metrics, never the path itself. */
    operation?: string;
    /** Whose key was sent, also when it no longer works: for the record of errors, never for the response. */
    key?: Pick<DeadKey, "keyId" | "keyHint" | "businessId" | "mode" | "isPlayground"> & Partial<DeadKey>;
    allowed?: Allowed;
    /** The metadata of a request that makes a job, for the record of its rejection; null where it is none. */
    readMetadata?: () => Metadata | null;
  };
};

/** What a key needs for an operation: a scope, or only to be active. */
export type Requirement = {
  scope: Scope | ScopeChoice | "authenticated";
  runs: boolean;
  /** Whether it makes a job. */
  makesJob?: boolean;
  /** Whether it changes or reads what live keys use. */
  isLiveOnly?: boolean;
};

/** The accepted client, and the place to release afterwards. */
export type ApiSession = {
  caller: Caller;
  place: ConcurrencyLease;
  /** The row of the secret that was sent. */
  secretId: string;
  /** Of a token for a live transcription. */
  granted?: Granted;
  /** Counts what is asked for on its connection as one more request. Throws RATE_LIMITED_…. */
  countRequest: () => Promise<void>;
};

/** The response to an invalid key takes this long, whatever was found about the key. */
const answerAfterMs = 5;

/**
 * Finds the key of a request, counts the request by the key's limits, and takes a place among the jobs of its business.
 * Throws KEY_MISSING, KEY_INVALID, TOO_MANY_ATTEMPTS, IP_NOT_ALLOWED, BUSINESS_SUSPENDED, RATE_LIMITED_…,
 * CONCURRENCY_LIMITED_…, SCOPE_MISSING, LIVE_KEY_REQUIRED, REGION_NOT_ALLOWED, and OVERLOADED if the lookup fails.
 */
export async function authenticate(
  c: Context<ApiEnv>,
  { scope, runs, makesJob = false, isLiveOnly = false }: Requirement,
): Promise<ApiSession> {
  const address = addressOf(c);
  const { within } = c.env ?? {};
  if (within) return authenticateWithin(c, within.session, { scope, isLiveOnly });
  const { candidates, allowedFrom = address, granted } = await readCredentials(c);

  // The key with its scopes, its addresses, its limits and a place, in one statement.
  const startedAt = performance.now();
  const isManagement = (managementScopes as readonly string[]).includes(scope);
  const found = await admitBy(candidates, { address: allowedFrom, runs, isManagement, isRead: !makesJob }).catch(
    (error: Error) => {
      // Without the database no key can be checked, so none is accepted.
      log.error({ error: error.name, reason: error.message }, "a key could not be looked up");
      throw new AppError("OVERLOADED", { message: "api.noDatabase" });
    },
  );
  if (!found.live) {
    if (found.dead) c.set("key", found.dead);
    try {
      await countBadKey(address);
      throw new AppError("KEY_INVALID");
    } finally {
      await sleep(Math.max(1, answerAfterMs - (performance.now() - startedAt)));
    }
  }

  const { key, allowed, place } = found.live;
  c.set("key", key);
  // Waiting does not help a suspended business, so its response names no limit.
  c.set("allowed", key.isSuspended ? { ...allowed, error: null } : allowed);
  try {
    if (key.isSuspended && key.isListed) throw new AppError("BUSINESS_SUSPENDED");
    if (allowed.error) throw allowed.error;
    if (!key.isListed) {
      const values = { address: address?.toString() ?? "?" };
      throw new AppError("IP_NOT_ALLOWED", { message: "api.addressNotAllowed", values });
    }
    // The catalogues need no scope and hold no customer's data, so any region may serve them.
    if (scope !== "authenticated") {
      requireScope(key, scope);
      if (key.pinnedRegion && key.pinnedRegion !== env.VANG_REGION)
        throw new AppError("REGION_NOT_ALLOWED", elsewhere("api.pinnedElsewhere", key.pinnedRegion));
    }
    if (isLiveOnly && key.mode === "test") throw new AppError("LIVE_KEY_REQUIRED");
  } catch (appError) {
    await place.release();
    throw appError;
  }

  const service = scope === "tts:execute" ? "tts" : scope === "stt:execute" ? "stt" : null;
  recordKeyUse({ secretId: key.secretId, ip: address?.toString() ?? null, service });
  const api = key.isPlayground ? "console" : (vendorOfRequest(c.req)?.api ?? "vang");
  return {
    caller: { ...key, api } as unknown as Caller,
    place,
    secretId: key.secretId,
    granted,
    countRequest: () => countRequest(key),
  };
}

/** The session of the request that sends this one. It has been counted, and its place among running jobs is taken. */
function authenticateWithin(
  c: Context<ApiEnv>,
  session: ApiSession,
  { scope, isLiveOnly }: Pick<Requirement, "scope" | "isLiveOnly">,
): ApiSession {
  const { caller } = session;
  c.set("key", caller);
  if (scope !== "authenticated") requireScope(caller, scope);
  if (isLiveOnly && caller.mode === "test") throw new AppError("LIVE_KEY_REQUIRED");
  return session;
}

/** Whether a key has the scope, or one of those that are enough. */
export const hasScope = ({ scopes }: Pick<Caller, "scopes">, scope: Requirement["scope"]): boolean =>
  scope === "authenticated" || enoughFor(scope).some((one) => scopes.includes(one));

/** Throws SCOPE_MISSING for a key without the scope, or without any of those that are enough. */
export function requireScope({ scopes }: Pick<Caller, "scopes">, scope: Scope | ScopeChoice): void {
  if (hasScope({ scopes }, scope)) return;
  throw new AppError("SCOPE_MISSING", { message: "api.scopeMissing", values: { scope: enoughFor(scope).join(", ") } });
}

/** The client's address; null where there is no connection, as in a test that calls the handler itself. */
export function addressOf({ env }: Context<ApiEnv>): Address | null {
  const incoming = env?.within?.incoming ?? env?.incoming;
  return incoming ? clientAddress(incoming) : null;
}

type Credentials = {
  /** The fingerprints by which the key is looked up. */
  candidates: string[];
  /** The address that the key has to allow, if it is not the client's. */
  allowedFrom?: Address | null;
  granted?: Granted;
};

/** A live transcription of a browser has a token, which is used up here; everything else has a key. */
async function readCredentials(c: Context<ApiEnv>): Promise<Credentials> {
  const offered = protocolsOf(c.req.header("sec-websocket-protocol"));
  const token = isLivePath(c.req.path) ? tokenOf(offered) : undefined;
  if (!token) return { candidates: fingerprints(readSentKey(c)) };
  const taken = await takeLiveToken(token);
  if (!taken) return { candidates: [""] };
  if (taken.region !== env.VANG_REGION)
    throw new AppError("REGION_NOT_ALLOWED", elsewhere("api.pinnedElsewhere", taken.region));
  const { keyFingerprint, address, ...granted } = taken;
  return { candidates: [keyFingerprint], allowedFrom: address === null ? null : parseAddress(address), granted };
}

/** Headers in which other services take their keys. */
const otherHeaders = [
  "api-key",
  "apikey",
  "api_key",
  "x-apikey",
  "x-api-token",
  "x-auth-token",
  "x-access-token",
  "xi-api-key",
  "x-goog-api-key",
  "ocp-apim-subscription-key",
  "token",
];

/**
 * The secret of the key that a request was sent with: in `X-Api-Key`, or as the clients of another vendor's API do. Throws
 * KEY_MISSING or KEY_INVALID, which name what is wrong with the header but repeat nothing of its value.
 */
function readSentKey(c: Context<ApiEnv>): string {
  const key = c.req.header("x-api-key");
  const asDeepgram = isDeepgramPath(c.req.path) ? readDeepgramKey(c) : undefined;
  if (asDeepgram) return requireSecret(asDeepgram, "Authorization");
  const authorization = c.req.header("authorization");
  const { takesBearer = false, keyHeaders = [] } = vendorOfRequest(c.req) ?? {};
  if (key) return requireSecret(key, "X-Api-Key");
  const ownHeader = keyHeaders.find((name) => c.req.header(name));
  if (ownHeader) return requireSecret(c.req.header(ownHeader) ?? "", ownHeader);
  if (authorization && takesBearer) return requireSecret(bearerToken(authorization), "Authorization");
  if (authorization) throw missing("keyInAuthorization");
  if (key !== undefined) throw missing("keyEmpty", { header: "X-Api-Key" });
  if (authorization !== undefined && takesBearer) throw missing("keyEmpty", { header: "Authorization" });

  const headers = Object.entries(c.req.header());
  const [header] =
    headers.find(([, value]) => containsSecret(value)) ?? headers.find(([name]) => otherHeaders.includes(name)) ?? [];
  // A longer name is not repeated.
  if (header && header.length <= 40) throw missing(takesBearer ? "keyInOtherHeaderV1" : "keyInOtherHeader", { header });
  throw new AppError("KEY_MISSING");
}

/** `Authorization: Token …`, or the subprotocols `token, …` of a browser. */
function readDeepgramKey(c: Context<ApiEnv>): string | undefined {
  const [, token] = /^token\s+(.+)$/i.exec(c.req.header("authorization") ?? "") ?? [];
  const [scheme = "", sent] = protocolsOf(c.req.header("sec-websocket-protocol"));
  return token ?? (/^(token|bearer)$/i.test(scheme) ? sent : undefined);
}

/** RFC 6750 section 2.1. Throws KEY_MISSING where there is no Bearer token. */
function bearerToken(authorization: string): string {
  const [, scheme = "", token = ""] = /^(\S*)\s*(.*)$/.exec(authorization) ?? [];
  if (/^bearer$/i.test(scheme)) {
    if (!token) throw missing("keyEmpty", { header: "Authorization" });
    return token;
  }
  // The scheme is repeated only where it can be no part of a key.
  if (/^(basic|digest|token|key|apikey|api-key|x-api-key|negotiate)$/i.test(scheme))
    throw missing("keyScheme", { scheme });
  throw missing("keyWithoutBearer");
}

function requireSecret(text: string, header: string): string {
  if (isWellFormedSecret(text)) return text;
  const mistake = mistakeIn(text);
  const message = mistake === "keyPrefixed" && header === "Authorization" ? "keyPrefixedTwice" : mistake;
  throw new AppError("KEY_INVALID", message ? { message: `api.${message}`, values: { header } } : {});
}

/** What is probably wrong with what was sent in the place of a key; undefined if it only is no key. */
function mistakeIn(text: string): string | undefined {
  if (/^(bearer|token|basic|apikey|api-key|x-api-key)(:|\s|$)/i.test(text)) return "keyPrefixed";
  // Node joins the values of a header that was sent twice.
  if (/^[^,]+,\s*[^,]+$/.test(text)) return "keyTwice";
  if (/^\$|^%\w+%$|[{}<>]|your[-_ ]?(api[-_ ]?)?key|^(undefined|null|none)$/i.test(text)) return "keyPlaceholder";
  // Header values arrive byte by byte, so typographic quotes are three characters.
  if (/^(["'`]|\xe2\x80)|(["'`]|\xe2\x80.)$/.test(text)) return "keyQuoted";
  if (/\s|\\[nrt]|%0a|%0d|%20|[^\x21-\x7e]/i.test(text)) return "keySpaced";
  if (/^(sk-|sk_|whsec_|pk_|AIza)/.test(text)) return "keyOfOther";
  return undefined;
}

const missing = (message: string, values?: Record<string, string>) =>
  new AppError("KEY_MISSING", { message: `api.${message}`, values });

const windowSeconds = defaultWindowMs / 1000;

/**
 * The limits that a request was counted by: draft-ietf-httpapi-ratelimit-headers-11 (structured fields, RFC 9651),
 * `X-RateLimit-…` of the tightest limit, and after a rejection `Retry-After`.
 */
export function limitHeaders({ allowances, error, retryAfterSeconds }: Allowed): Record<string, string> {
  const policies: string[] = [];
  const states: string[] = [];
  for (const { policy, unit, limit, left, resetMs } of allowances) {
    const name = unit === "requests" ? policy : `${policy}-concurrent`;
    policies.push(`"${name}";q=${limit};${unit === "requests" ? `w=${windowSeconds}` : `qu="${unit}"`}`);
    states.push(`"${name}";r=${left}${resetMs === null ? "" : `;t=${Math.ceil(resetMs / 1000)}`}`);
  }
  // Of two that are used up, the tightest is the one that stays so for longer.
  const [tightest] = allowances
    .filter(({ unit }) => unit === "requests")
    .sort((a, b) => a.left - b.left || (b.resetMs ?? 0) - (a.resetMs ?? 0));
  return {
    ...(tightest && {
      "ratelimit-policy": policies.join(", "),
      ratelimit: states.join(", "),
      "x-ratelimit-limit": String(tightest.limit),
      "x-ratelimit-remaining": String(tightest.left),
      "x-ratelimit-reset": String(Math.ceil((tightest.resetMs ?? 0) / 1000)),
    }),
    ...(error && { "retry-after": String(retryAfterSeconds) }),
  };
}
