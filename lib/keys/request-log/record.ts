import "server-only";
import type { Api } from "@/lib/access/principals/choices";
import type { KeyMode } from "@/lib/access/principals/mode";
import { addRejections } from "@/lib/money/usage/roll-up";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { perProcess } from "@/lib/platform/per-process";
import { rejectedRequestsKeptMs } from "@/lib/speech/history/by-request";
import type { Metadata } from "@/lib/speech/metadata";
import type { Prisma } from "@/prisma/generated/client";

/** A rejected request with a known key. */
export type RejectedRecord = {
  requestId: string;
  businessId: string;
  keyId: string;
  /** The last characters of the secret that was sent. */
  keyHint: string | null;
  /** Of the key; live if missing. What test keys send is not part of the usage. */
  mode?: KeyMode;
  code: string;
  /** The rule that rejected it, and what it was checked against. */
  detail: Prisma.InputJsonObject;
  method: string;
  path: string;
  /** The service whose usage counts it. Missing for a request that would not have made a job, or whose job counts. */
  service?: "tts" | "stt";
  /** By which it came. */
  api?: Api;
  /** Whether a failed job is recorded of it too. */
  endedJob: boolean;
  /** Reads what the request sent as its metadata. Called only for what is recorded. */
  readMetadata?: () => Metadata | null;
};

/** Of a key in a minute, by all API processes; past that one in a hundred is recorded, which stands for all of them. */
const recordedPerMinute = perProcess(100);
const sampleEvery = 100;

/** The most that waits to be written: the records of a flood beyond it are lost. */
const maxWaiting = 10_000;

type Waiting = Omit<RejectedRecord, "readMetadata"> & {
  standsFor: number;
  createdAt: Date;
  metadata: Metadata | null;
};

const waiting: Waiting[] = [];
let counts = new Map<string, number>();
let countedSince = 0;
let flushing: NodeJS.Timeout | undefined;

/** Records an error, to be written within a second: no request waits for it. */
export function recordRejectedRequest(refused: RejectedRecord): void {
  const standsFor = sampleOf(refused.keyId);
  if (standsFor === 0 || waiting.length >= maxWaiting) return;
  const { requestId, businessId, keyId, keyHint, mode = "live", code, detail, method, path, endedJob } = refused;
  const service = mode === "live" ? refused.service : undefined;
  const named = { requestId, businessId, keyId, keyHint, mode, code, detail, method, path: path.slice(0, 200) };
  const metadata = refused.readMetadata?.() ?? null;
  waiting.push({ ...named, service, api: refused.api, endedJob, metadata, standsFor, createdAt: clock.now() });
  flushing ??= setTimeout(() => void flushRejectedRequests(), seconds(1) / 2).unref();
}

/** How many errors this record stands for; 0 if it is left out. */
function sampleOf(keyId: string): number {
  if (+clock.now() - countedSince >= minutes(1)) [counts, countedSince] = [new Map(), +clock.now()];
  const count = (counts.get(keyId) ?? 0) + 1;
  counts.set(keyId, count);
  if (count <= recordedPerMinute) return 1;
  return (count - recordedPerMinute) % sampleEvery === 0 ? sampleEvery : 0;
}

let writing: Promise<unknown> = Promise.resolve();

/**
 * Writes what waits, and resolves once that is written and what others had begun to write. Records that cannot be written
 * are lost, and logged as lost.
 */
export async function flushRejectedRequests(): Promise<void> {
  clearTimeout(flushing);
  flushing = undefined;
  const data = waiting.splice(0);
  if (data.length > 0) {
    const written = writeRecords(data).catch((error: Error) =>
      log.warn({ reason: error.name, count: data.length }, "rejected requests were not recorded"),
    );
    writing = Promise.all([writing, written]);
  }
  await writing;
}

const insertRejected = `
  INSERT INTO refused_requests (request_id, business_id, key_id, key_hint, mode, code, detail, method, path, stands_for, ended_job,
    metadata, created_at)
  SELECT "requestId", "businessId", "keyId", "keyHint", mode, code, detail, method, path, "standsFor", "endedJob",
    metadata, "createdAt"
  FROM json_to_recordset($1::json) AS refused ("requestId" text, "businessId" text, "keyId" text, "keyHint" text,
    mode "KeyMode", code text, detail jsonb,
    method text, path text, "standsFor" integer, "endedJob" boolean, metadata jsonb, "createdAt" timestamptz)
  ON CONFLICT DO NOTHING RETURNING request_id AS "requestId"`;

const writeRecords = (records: Waiting[]) =>
  transaction(async (sql) => {
    // PostgreSQL stores neither NUL nor half a character: one such path or field would cost all records beside it.
    const storable = JSON.stringify(records, (_, value) =>
      typeof value === "string" ? value.toWellFormed().replaceAll("\0", "\ufffd") : value,
    );
    const written = await sql<{ requestId: string }>("record-rejected", insertRejected, [storable]);
    const ids = new Set(written.map(({ requestId }) => requestId));
    const counted = records.flatMap(({ requestId, service, standsFor: requests, ...record }) =>
      service && ids.has(requestId) ? [{ ...record, service, requests, region: env.VANG_REGION }] : [],
    );
    await addRejections(sql, counted);
  });

const deleteExpired = `DELETE FROM refused_requests WHERE request_id IN
  (SELECT request_id FROM refused_requests WHERE created_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes rejected requests older than 30 days, 1,000 at most, and returns how many. */
export async function sweepRejectedRequests(): Promise<number> {
  const before = new Date(+clock.now() - rejectedRequestsKeptMs);
  return (await sql("sweep-refusals", deleteExpired, [before])).length;
}
