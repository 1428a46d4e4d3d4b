import "server-only";
import type { Caller } from "@/lib/access/principals/caller";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import type { Price } from "@/lib/money/prices/price-book";
import { extendHolds } from "@/lib/money/wallet/holds";
import { clock, seconds } from "@/lib/platform/clock";
import { type Sql, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { objectStore } from "@/lib/platform/objects/open";
import { processWide } from "@/lib/platform/process-wide";
import type { Statement } from "@/lib/platform/statement";
import { setGauge } from "@/lib/platform/telemetry/metrics";
import { type Call, isPaid } from "@/lib/speech/call";
import { type RecognizedContent, storeContent } from "@/lib/speech/content";
import type { Metadata } from "@/lib/speech/metadata";

/** A session whose process does not renew it for so long is ended by a worker. */
const leaseMs = seconds(20);

const renewMs = seconds(4);

/** A hold outlives the lease, so that a worker can charge it. */
export const holdMs = seconds(90);

/** A session of this process, as what all of them have in common sees it. */
export type OpenSession = {
  readonly call: Call;
  /** Seconds of sound that were delivered, or whose final words were. */
  readonly delivered: number;
  /** The units of the price that are for them, where those are not seconds. */
  readonly deliveredUnits?: number;
  /** How many finals the words came in, and what they are together. */
  readonly finals?: number;
  compose?(): RecognizedContent;
  /** Resolves when it is recorded. */
  readonly ended: Promise<void>;
  /** Finishes it: its client gets the last words, and then why it ends. */
  end(error: AppError | null): Promise<void>;
  /** Asks it to finish soon, because the process ends; resolves when it has. */
  leave(): Promise<void>;
};

/** The object that has what was delivered in so many finals. */
type Draft = { object: string; finals: number };

/** `named`: the draft that its row names, which is older than the last one until the next renewal. */
type Kept = { session: OpenSession; draft: Draft | null; named: Draft | null; isStoring: boolean };

const open = processWide("live sessions", () => ({
  sessions: new Map<string, Kept>(),
  /** What else ends with the process. */
  leaving: new Set<() => void>(),
  renewal: undefined as NodeJS.Timeout | undefined,
}));

/** What the record of a job needs that a dead process leaves behind. */
export type OpenCall = {
  /** Missing in those of an earlier release, which are all transcriptions. */
  service?: Call["service"];
  voiceId?: string | null;
  rulesVersion?: string | null;
  caller: Pick<Caller, "businessId" | "keyId" | "keyHint" | "api" | "mode" | "retentionDays" | "keepsNothing">;
  modelId: string;
  languageCode: string | null;
  requestId?: string;
  metadata?: Metadata | null;
  price: Pick<Price, "id" | "unit" | "priceVnd">;
  channels: number;
  region: string;
  beganAt: string;
};

const insert = `INSERT INTO live_sessions (tracking_id, business_id, key_id, region, call, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5::jsonb, $6::timestamptz, $7::timestamptz)`;

/** Records a session as open, until the statement of `endedRow`. */
export async function recordOpen(call: Call, price: Price, channels = 1): Promise<void> {
  const { trackingId, caller, service, modelId, voiceId, rulesVersion, languageCode, requestId, metadata } = call;
  const { businessId, keyId, keyHint, api, mode, retentionDays, keepsNothing } = caller;
  const now = clock.now();
  const kept: OpenCall = {
    service,
    voiceId,
    rulesVersion,
    caller: { businessId, keyId, keyHint, api, mode, retentionDays, keepsNothing },
    modelId,
    languageCode,
    requestId,
    metadata,
    price: { id: price.id, unit: price.unit, priceVnd: price.priceVnd },
    channels,
    region: env.VANG_REGION,
    beganAt: now.toISOString(),
  };
  const expiresAt = new Date(now.getTime() + leaseMs);
  const values = [trackingId, businessId, keyId, env.VANG_REGION, JSON.stringify(kept), now, expiresAt];
  await sql("open-live-session", insert, values);
}

const keep = `UPDATE live_sessions SET expires_at = $3::timestamptz
  WHERE tracking_id = $1 AND expires_at > $2::timestamptz RETURNING 1 AS one`;

/** Keeps a session from being ended by a worker. Returns false for one that a worker has ended, or is about to. */
export async function keepRow(on: Sql, trackingId: string): Promise<boolean> {
  const now = clock.now();
  const values = [trackingId, now, new Date(now.getTime() + leaseMs)];
  return (await on("keep-live-session", keep, values)).length > 0;
}

export const endedRow = (trackingId: string): Statement => ({
  name: "live-ended",
  text: "DELETE FROM live_sessions WHERE tracking_id = $1",
  values: [trackingId],
});

/** Keeps a session alive until the returned function is called, and its draft until it is recorded. */
export function keepOpen(session: OpenSession): () => void {
  const { trackingId } = session.call;
  const kept: Kept = { session, draft: null, named: null, isStoring: false };
  open.sessions.set(trackingId, kept);
  open.renewal ??= setInterval(() => void renew(), renewMs).unref();
  report();
  void session.ended.catch(() => undefined).then(() => removeDrafts(kept));
  return () => {
    open.sessions.delete(trackingId);
    report();
    if (open.sessions.size > 0) return;
    clearInterval(open.renewal);
    open.renewal = undefined;
  };
}

const report = () => setGauge("vang_live_sessions", [[{}, countOpen()]]);

/** How many transcriptions of this process are open. */
export const countOpen = (): number =>
  [...open.sessions.values()].filter(({ session }) => session.call.service === "stt").length;

/** Calls `leave` when the process ends, for a connection that has no session yet, until the returned function is called. */
export function whenLeaving(leave: () => void): () => void {
  open.leaving.add(leave);
  return () => open.leaving.delete(leave);
}

/** The process ends: its sessions finish what is being said, and resolve when their clients have the last words. */
export async function leaveSessions(): Promise<void> {
  for (const leave of open.leaving) leave();
  await Promise.allSettled([...open.sessions.values()].map(({ session }) => session.leave()));
}

const extend = `
  UPDATE live_sessions SET expires_at = $5::timestamptz, delivered_seconds = renewed.delivered,
    delivered_units = renewed.units, draft_object = renewed.draft
  FROM unnest($1::text[], $2::integer[], $3::text[], $6::integer[]) AS renewed (id, delivered, draft, units)
  WHERE tracking_id = renewed.id AND expires_at > $4::timestamptz
  RETURNING tracking_id AS "trackingId"`;

/**
 * Renews all sessions of this process at once, without waiting for the store. One that a worker ends, or has ended,
 * meanwhile ends here too.
 */
async function renew(): Promise<void> {
  const renewed = [...open.sessions].map(([trackingId, kept]) => ({ trackingId, kept, draft: kept.draft }));
  for (const { kept } of renewed) void storeDraft(kept);
  try {
    const now = clock.now();
    const rows = await sql<{ trackingId: string }>("renew-live-sessions", extend, [
      renewed.map(({ trackingId }) => trackingId),
      renewed.map(({ kept }) => Math.ceil(kept.session.delivered)),
      renewed.map(({ draft }) => draft?.object ?? null),
      now,
      new Date(now.getTime() + leaseMs),
      renewed.map(({ kept }) => kept.session.deliveredUnits ?? null),
    ]);
    await extendHolds(
      renewed.flatMap(({ trackingId, kept }) => (isPaid(kept.session.call) ? [trackingId] : [])),
      holdMs,
    );
    const alive = new Set(rows.map(({ trackingId }) => trackingId));
    for (const { trackingId, kept, draft } of renewed) {
      if (!alive.has(trackingId)) void kept.session.end(new AppError("OVERLOADED"));
      else if (kept.named !== draft) {
        const before = kept.named;
        kept.named = draft;
        await remove(before);
      }
    }
  } catch (error) {
    log.error({ reason: (error as Error).name }, "the live transcriptions could not be renewed");
  }
}

/** Stores what was delivered of a session so far; its row names it at the next renewal. */
async function storeDraft(kept: Kept): Promise<void> {
  const { session, draft, named, isStoring } = kept;
  const { finals = 0 } = session;
  if (
    !session.compose ||
    session.call.caller.keepsNothing ||
    isStoring ||
    draft !== named ||
    finals === (draft?.finals ?? 0)
  )
    return;
  kept.isStoring = true;
  try {
    const stored = { finals, object: await storeContent(session.compose()) };
    if (open.sessions.has(session.call.trackingId)) kept.draft = stored;
    else await remove(stored);
  } catch (error) {
    log.warn({ reason: (error as Error).name }, "the transcript of a live transcription could not be kept");
  } finally {
    kept.isStoring = false;
  }
}

async function removeDrafts({ draft, named }: Kept): Promise<void> {
  await remove(draft);
  if (named !== draft) await remove(named);
}

/** If it fails, the object has no name any more, which the search for such objects finds. */
const remove = async (draft: Draft | null): Promise<void> => {
  if (!draft) return;
  await objectStore()
    .delete(draft.object)
    .catch((failure: Error) => log.warn({ reason: failure.name }, "a draft is left in the store"));
};

/** Whether a row is of a live transcription, and not of a text that is spoken while it comes. */
export const isTranscription = (row: string): string => `coalesce(${row}.call ->> 'service', 'stt') = 'stt'`;

const openNow = `SELECT b.concurrent_calls AS most,
    (SELECT count(*)::integer FROM live_sessions l WHERE l.business_id = b.id AND l.expires_at > $2::timestamptz
      AND ${isTranscription("l")}) AS open
  FROM businesses b WHERE b.id = $1`;

/** How many live transcriptions of a business are open, and how many concurrent requests its live keys may have. */
export async function countOpenSessions(member: Member): Promise<{ open: number; most: number }> {
  requirePermission(member, "history:read");
  const [found] = await sql<{ open: number; most: number }>("open-live-of-business", openNow, [
    member.businessId,
    clock.now(),
  ]);
  return found ?? { open: 0, most: 0 };
}
