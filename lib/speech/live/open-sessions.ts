import "server-only";
import { speechFinished } from "@/lib/access/events/finished-job";
import type { Caller } from "@/lib/access/principals/caller";
import type { Price } from "@/lib/money/prices/price-book";
import { quote } from "@/lib/money/prices/quote";
import { extendHolds, holdIsOpen, lowerHold, releaseFailed } from "@/lib/money/wallet/holds";
import { clock, seconds } from "@/lib/platform/clock";
import { sql } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { log } from "@/lib/platform/log";
import { processWide } from "@/lib/platform/process-wide";
import type { Statement } from "@/lib/platform/statement";
import { openStream } from "@/lib/platform/stream/open";
import { setGauge } from "@/lib/platform/telemetry/metrics";
import { type Call, describeFinished, isPaid } from "@/lib/speech/call";

/** A session whose process does not renew it for so long is ended by a worker. */
const leaseMs = seconds(20);

const renewMs = seconds(4);

/** A hold outlives the lease, so that a worker can charge it. */
export const holdMs = seconds(90);

/** A session of this process, as what all of them have in common sees it. */
export type OpenSession = {
  call: Call;
  /** Seconds of sound whose final words were delivered. */
  readonly delivered: number;
  /** Finishes it: its client gets the last words, and then why it ends. */
  end(error: AppError | null): Promise<void>;
  /** Asks it to finish soon, because the process ends; resolves when it has. */
  leave(): Promise<void>;
};

const open = processWide("live sessions", () => ({
  sessions: new Map<string, OpenSession>(),
  renewal: undefined as NodeJS.Timeout | undefined,
}));

/** What the record of a job needs that a dead process leaves behind. */
type OpenCall = {
  caller: Pick<Caller, "businessId" | "keyId" | "keyHint" | "mode" | "retentionDays">;
  modelId: string;
  languageCode: string | null;
  requestId?: string;
  price: Pick<Price, "id" | "unit" | "priceVnd">;
  channels: number;
  beganAt: string;
};

const insert = `INSERT INTO live_sessions (tracking_id, business_id, key_id, call, created_at, expires_at)
  VALUES ($1, $2, $3, $4::jsonb, $5::timestamptz, $6::timestamptz)`;

/** Records a session as open, until the statement of `endedRow`. */
export async function recordOpen(call: Call, price: Price, channels: number): Promise<void> {
  const { trackingId, caller, modelId, languageCode, requestId } = call;
  const { businessId, keyId, keyHint, mode, retentionDays } = caller;
  const now = clock.now();
  const kept: OpenCall = {
    caller: { businessId, keyId, keyHint, mode, retentionDays },
    modelId,
    languageCode,
    requestId,
    price: { id: price.id, unit: price.unit, priceVnd: price.priceVnd },
    channels,
    beganAt: now.toISOString(),
  };
  const expiresAt = new Date(now.getTime() + leaseMs);
  await sql("open-live-session", insert, [trackingId, businessId, keyId, JSON.stringify(kept), now, expiresAt]);
}

export const endedRow = (trackingId: string): Statement => ({
  name: "live-ended",
  text: "DELETE FROM live_sessions WHERE tracking_id = $1",
  values: [trackingId],
});

/** Keeps a session alive until the returned function is called. */
export function keepOpen(session: OpenSession): () => void {
  const { trackingId } = session.call;
  open.sessions.set(trackingId, session);
  open.renewal ??= setInterval(() => void renew(), renewMs).unref();
  report();
  return () => {
    open.sessions.delete(trackingId);
    report();
    if (open.sessions.size > 0) return;
    clearInterval(open.renewal);
    open.renewal = undefined;
  };
}

const report = () => setGauge("vang_live_sessions", [[{}, open.sessions.size]]);

/** How many sessions of this process are open. */
export const countOpen = (): number => open.sessions.size;

/** The process ends: its sessions finish what is being said, and resolve when their clients have the last words. */
export async function leaveSessions(): Promise<void> {
  await Promise.allSettled([...open.sessions.values()].map((session) => session.leave()));
}

const extend = `
  UPDATE live_sessions SET expires_at = $3::timestamptz, delivered_seconds = renewed.delivered
  FROM unnest($1::text[], $2::integer[]) AS renewed (id, delivered) WHERE tracking_id = renewed.id
  RETURNING tracking_id AS "trackingId"`;

/** Renews all sessions of this process at once. One that a worker has ended meanwhile has no row: it ends here too. */
async function renew(): Promise<void> {
  const sessions = [...open.sessions];
  const ids = sessions.map(([trackingId]) => trackingId);
  const delivered = sessions.map(([, session]) => Math.ceil(session.delivered));
  try {
    const expiresAt = new Date(clock.now().getTime() + leaseMs);
    const rows = await sql<{ trackingId: string }>("renew-live-sessions", extend, [ids, delivered, expiresAt]);
    await extendHolds(
      sessions.flatMap(([id, { call }]) => (isPaid(call) ? [id] : [])),
      holdMs,
    );
    const alive = new Set(rows.map(({ trackingId }) => trackingId));
    for (const [id, session] of sessions) if (!alive.has(id)) void session.end(new AppError("OVERLOADED"));
  } catch (error) {
    log.error({ reason: (error as Error).name }, "the live transcriptions could not be renewed");
  }
}

const abandoned = `
  SELECT tracking_id AS "trackingId", call, delivered_seconds AS "deliveredSeconds" FROM live_sessions
  WHERE expires_at <= $1::timestamptz ORDER BY expires_at LIMIT 100`;

type Abandoned = { trackingId: string; call: OpenCall; deliveredSeconds: number };

/**
 * Ends the sessions of dead processes: what was delivered is recorded and charged, and the rest of the hold is released.
 * Returns how many. Two workers may end the same one: the stream takes its event once, and a hold is charged once.
 */
export async function endAbandoned(): Promise<number> {
  const rows = await sql<Abandoned>("abandoned-live-sessions", abandoned, [clock.now()]);
  for (const row of rows) await endOne(row);
  if (rows.length > 0) log.warn({ count: rows.length }, "ended the live transcriptions of processes that are gone");
  return rows.length;
}

async function endOne({ trackingId, call: kept, deliveredSeconds }: Abandoned): Promise<void> {
  const units = deliveredSeconds * kept.channels;
  const amountMilli = quote(kept.price as Price, units);
  const call: Call = {
    caller: kept.caller as Caller,
    service: "stt",
    trackingId,
    modelId: kept.modelId,
    voiceId: null,
    languageCode: kept.languageCode,
    characters: null,
    rulesVersion: null,
    amountMilli,
    priceId: kept.price.id,
    units,
    receivedAt: performance.now() - (clock.now().getTime() - Date.parse(kept.beganAt)),
    requestId: kept.requestId,
  };
  const isCharged = isPaid(call) && amountMilli > 0n;
  if (isCharged) {
    await extendHolds([trackingId], holdMs);
    await lowerHold(trackingId, amountMilli, units);
  } else if (isPaid(call)) await releaseFailed(trackingId);
  const finished = describeFinished(call, {
    audioObject: null,
    audioFormat: null,
    contentObject: null,
    inputObject: null,
    audioDuration: deliveredSeconds,
    fileSizeBytes: "0",
    resultCode: "INTERNAL",
    isFree: !isCharged,
  });
  const condition = isCharged ? holdIsOpen(trackingId) : undefined;
  const event = { key: trackingId, payload: finished };
  await openStream().publish(speechFinished, event, { condition, alongside: [endedRow(trackingId)] });
  // Without its hold nothing was published, and nothing can be charged.
  const { name, text, values } = endedRow(trackingId);
  await sql(name, text, values);
}
