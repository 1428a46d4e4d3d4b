import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { getCallerBalance } from "@/lib/money/wallet/balance";
import { formatMilli } from "@/lib/platform/amounts";
import { clock } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { nextMonth, vietnamMonth } from "@/lib/platform/vietnam-time";
import { testBounds } from "./limits";
import type { OwnUsage } from "./own-usage-schema";

type Found = {
  name: string | null;
  expiresAt: Date | null;
  spentMilli: bigint;
  capMilli: bigint | null;
  jobs: number;
  requestsPerMinute: number;
  concurrentCalls: number;
  requests: number;
  liveSessions: number;
  longJobs: number;
};

const lowest = (own: string, business: string, ofTests: number) =>
  `least(${own}, ${business}, CASE k.mode WHEN 'test' THEN ${ofTests} END)`;

// Of the key and the secret that was sent. A hold is that of a request, unless it is of a live session or a long job's part.
const select = `
  SELECT CASE k.kind WHEN 'standard' THEN k.name END AS name, least(s.expires_at, k.expires_at, signed_in.expires_at) AS "expiresAt",
    k.monthly_cap_milli AS "capMilli",
    coalesce((SELECT amount_milli FROM key_spends WHERE key_id = k.id AND month = $4), 0)::bigint AS "spentMilli",
    (SELECT coalesce(sum(successes + failures), 0)::integer FROM usage_daily
      WHERE business_id = k.business_id AND key_id = k.id AND day >= ($4 || '-01')::date) AS jobs,
    ${lowest("k.requests_per_minute", "b.requests_per_minute", testBounds.requestsPerMinute)} AS "requestsPerMinute",
    ${lowest("k.concurrent_calls", "b.concurrent_calls", testBounds.concurrentCalls)} AS "concurrentCalls",
    (SELECT count(*)::integer FROM holds h WHERE h.status = 'open' AND h.expires_at > $3 AND h.key_id = k.id
      AND h.tracking_id NOT LIKE '%.%' AND NOT EXISTS (SELECT FROM live_sessions l WHERE l.tracking_id = h.tracking_id)) AS requests,
    (SELECT count(*)::integer FROM live_sessions WHERE key_id = k.id AND expires_at > $3) AS "liveSessions",
    (SELECT count(*)::integer FROM long_jobs
      WHERE business_id = k.business_id AND key_id = k.id AND recorded_at IS NULL) AS "longJobs"
  FROM api_keys k JOIN businesses b ON b.id = k.business_id JOIN api_keys s ON s.id = $2
    LEFT JOIN sessions signed_in ON signed_in.id = s.session_id
  WHERE k.id = $1`;

const inVnd = (milli: bigint): number => Number(formatMilli(milli));

const inVietnam = (month: string): string => `${month}-01T00:00:00+07:00`;

/** This month of the key itself, in Vietnam. `secretId`: the row of the secret that was sent. */
export async function readOwnUsage(caller: Caller, secretId: string): Promise<OwnUsage> {
  const { keyId, keyHint, mode, scopes } = caller;
  const now = clock.now();
  const month = vietnamMonth(now);
  const [found] = await sql<Found>("own-usage", select, [keyId, secretId, now, month]);
  if (!found) throw new Error("the key of a request is gone");
  const { name, expiresAt, capMilli, spentMilli, jobs, requestsPerMinute, concurrentCalls } = found;
  const { requests, liveSessions, longJobs } = found;
  const left = capMilli === null ? null : capMilli - spentMilli;
  const mayBalance = scopes.includes("balance:read");
  return {
    keyId,
    keyName: name,
    keyHint,
    mode,
    scopes: [...scopes],
    expiresAt: expiresAt?.toISOString() ?? null,
    window: { from: inVietnam(month), to: inVietnam(nextMonth(month)) },
    jobs,
    spentVnd: inVnd(spentMilli),
    capVnd: capMilli === null ? null : inVnd(capMilli),
    leftVnd: left === null ? null : inVnd(left > 0n ? left : 0n),
    balanceVnd: mayBalance ? inVnd((await getCallerBalance(caller)).availableMilli) : null,
    limits: { requestsPerMinute, concurrentRequests: concurrentCalls },
    running: { requests, liveSessions, longJobs },
  };
}
