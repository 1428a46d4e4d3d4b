import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { can, type Role } from "@/lib/access/principals/roles";
import { usedHint, usedHintColumns } from "@/lib/access/principals/used-hint";
import { findModel, findVoice } from "@/lib/engines/catalogue";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId, timeOf } from "@/lib/platform/ids";
import { readRecognized, readSpoken } from "@/lib/speech/content";
import {
  type FoundRejection,
  fieldOf,
  findRejectedDetail,
  findRejection,
  findTrackingIdOf,
  saidOf,
} from "@/lib/speech/history/by-request";
import { findJobById, type JobDetail } from "@/lib/speech/history/list";
import { readMoments } from "@/lib/speech/jobs/moments";
import type { Trace, TracedKey, TracedPrice, TraceStep } from "./steps";

/** What a reader may see of a trace. */
type Access = { keys: boolean; webhooks: boolean };

export const accessOf = (role: Role): Access => ({
  keys: can(role, "keys:read"),
  webhooks: can(role, "webhooks:read"),
});

/** The trace of a request by its trackingId or request ID. Throws NOT_FOUND, also for another business's. */
export async function getTrace(member: Member, id: string): Promise<Trace> {
  requirePermission(member, "history:read");
  const trace = await readTrace(member.businessId, id, accessOf(member.role));
  if (!trace) throw new AppError("NOT_FOUND");
  return trace;
}

/** As `getTrace`, for a reader who has been checked; null for an id that the business does not have. */
export async function readTrace(businessId: string, id: string, access: Access): Promise<Trace | null> {
  const trackingId = isId("request", id) ? await findTrackingIdOf(businessId, id) : id;
  const job = trackingId && (await findJobById(businessId, trackingId));
  if (job) return traceJob(businessId, job, access);
  // Which requests were rejected is part of what is known of keys.
  const rejection = access.keys && isId("request", id) ? await findRejection(businessId, id) : null;
  return rejection && traceRejection(businessId, rejection, access);
}

async function traceJob(businessId: string, job: JobDetail, access: Access): Promise<Trace> {
  const { trackingId, requestId, service, region, status, resultCode: code, createdAt } = job;
  // A job's own time is that of its end.
  const receivedAt = new Date(+createdAt - Number(job.processingTimeMs));
  const [keySteps, rejected, money, webhooks, { ingestedAt }, live, isLiveText, long] = await Promise.all([
    readKey(businessId, job, receivedAt, access),
    status === "failed" && requestId ? findRejectedDetail({ businessId }, requestId) : null,
    readMoney(businessId, trackingId),
    access.webhooks ? readWebhooks(businessId, trackingId) : [],
    db.job.findUniqueOrThrow({ where: { trackingId }, select: { ingestedAt: true } }),
    service === "stt" ? readLive(job) : null,
    service === "tts" && (await readSpoken(job))?.isLive === true,
    db.longJob.findUnique({ where: { id: trackingId }, select: { moments: true } }),
  ]);
  const movements = long ? merged(money) : money;
  const result: TraceStep =
    status === "failed"
      ? {
          kind: "failed",
          at: createdAt,
          code: code ?? "INTERNAL",
          field: rejected?.field ?? null,
          said: rejected?.said ?? (long ? { id: `jobs.results.${code}`, values: {} } : null),
        }
      : {
          kind: "result",
          at: createdAt,
          format: job.audioFormat,
          sizeBytes: job.fileSizeBytes,
          durationSeconds: job.audioDuration,
          expiresAt: job.keepsNothing ? null : job.expiresAt,
        };
  const steps: TraceStep[] = [
    {
      kind: "received",
      at: receivedAt,
      call: live || isLiveText ? "WebSocket" : long ? "POST /jobs" : `POST /${service}`,
      api: job.api,
      characters: job.characters,
      languageCode: job.languageCode,
    },
    ...keySteps,
    ...movements.filter(({ movement }) => movement === "hold"),
    ...(long ? readMoments(long.moments) : []),
    ...(live && live.firstWordsMs !== null
      ? [{ kind: "firstWords" as const, at: new Date(+receivedAt + live.firstWordsMs), finals: live.finals }]
      : []),
    {
      kind: "engine",
      at: createdAt,
      modelName: findModel(job.modelId)?.name ?? job.modelId,
      engine: findModel(job.modelId)?.engine ?? null,
      voiceName: job.voiceId && (findVoice(job.voiceId)?.name ?? job.voiceId),
      processingTimeMs: Number(job.processingTimeMs),
      rulesVersion: job.rulesVersion,
    },
    result,
    ...movements.filter(({ movement }) => movement !== "hold"),
    { kind: "recorded", at: ingestedAt },
    ...webhooks,
    ...(job.deletedAt ? [{ kind: "deleted" as const, at: job.deletedAt }] : []),
  ];
  return { id: trackingId, requestId, service, region, status, code, steps: inOrder(steps) };
}

/** What is known of a live transcription, as long as its content is kept here. */
const readLive = async (job: JobDetail) => (await readRecognized(job))?.live ?? null;

/** Sorted by time; steps of the same moment stay as they are. */
const inOrder = (steps: TraceStep[]): TraceStep[] => steps.toSorted((a, b) => +a.at - +b.at);

async function traceRejection(businessId: string, rejection: FoundRejection, access: Access): Promise<Trace> {
  const { requestId, code, method, path, standsFor, createdAt } = rejection;
  const at = new Date(Math.min(+timeOf(requestId), +createdAt));
  const steps: TraceStep[] = [
    { kind: "received", at, call: `${method} ${path}`, api: null, characters: null, languageCode: null },
    ...(await readKey(businessId, rejection, at, access)),
    {
      kind: "rejected",
      at: createdAt,
      code,
      field: fieldOf(rejection.detail),
      said: saidOf(code, rejection.detail),
      standsFor,
    },
  ];
  const service = /\b(tts|stt)\b/.exec(path)?.[1] as Trace["service"] | undefined;
  return { id: requestId, requestId, service: service ?? null, region: null, status: "rejected", code, steps };
}

type Used = { keyId: string; keyHint: string | null };

async function readKey(businessId: string, used: Used, at: Date, access: Access): Promise<TraceStep[]> {
  const found = await db.apiKey.findFirst({
    where: { id: used.keyId, businessId },
    select: {
      id: true,
      name: true,
      mode: true,
      kind: true,
      scopes: true,
      requestsPerMinute: true,
      concurrentCalls: true,
      monthlyCapMilli: true,
      ...usedHintColumns,
    },
  });
  // The rows of the playground's keys are deleted after a day.
  const isPlayground = found === null || found.kind === "playground";
  if (!found || isPlayground || !access.keys) return [{ kind: "key", at, key: null, isPlayground }];
  const key: TracedKey = {
    id: found.id,
    name: found.name,
    mode: found.mode,
    hint: usedHint(used, found),
    scopes: found.scopes,
    requestsPerMinute: found.requestsPerMinute,
    concurrentCalls: found.concurrentCalls,
    monthlyCapMilli: found.monthlyCapMilli,
  };
  return [{ kind: "key", at, key, isPlayground }];
}

/** The ledger's entries for a job, in order, each with the price that it was charged by. */
async function readMoney(businessId: string, trackingId: string): Promise<Extract<TraceStep, { kind: "money" }>[]> {
  const transfers = await db.transfer.findMany({
    where: { trackingId, OR: [{ debit: { businessId } }, { credit: { businessId } }] },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { kind: true, amountMilli: true, priceId: true, units: true, createdAt: true },
  });
  const ids = transfers.flatMap(({ priceId }) => priceId ?? []);
  const prices = await db.price.findMany({ where: { id: { in: ids } } });
  return transfers.map(({ kind: movement, amountMilli, priceId, units, createdAt: at }) => {
    const price = prices.find(({ id }) => id === priceId);
    const unit: TracedPrice["unit"] = price?.unit === "second" ? "second" : "1000_characters";
    const named = price && units !== null ? { priceVnd: price.priceVnd, unit, units, since: price.from } : null;
    return { kind: "money", at, movement, amountMilli, price: named };
  });
}

/** One entry for all of a kind, at the time of the last: a job is charged for each of its parts. */
function merged(money: Awaited<ReturnType<typeof readMoney>>): typeof money {
  const sums = new Map<string, (typeof money)[number]>();
  for (const entry of money) {
    const sum = sums.get(entry.movement);
    const amountMilli = entry.amountMilli + (sum?.amountMilli ?? 0n);
    const units = (entry.price?.units ?? 0) + (sum?.price?.units ?? 0);
    sums.set(entry.movement, { ...entry, amountMilli, price: entry.price && { ...entry.price, units } });
  }
  return [...sums.values()];
}

/** The most attempts of one delivery that are shown: the last ones. */
const maxAttempts = 20;

/** The events of a job that a webhook receives, with each attempt to deliver them, and the attempts that are planned. */
async function readWebhooks(businessId: string, objectId: string): Promise<TraceStep[]> {
  const events = await db.event.findMany({
    where: { objectId, businessId, isTest: false },
    select: { id: true, type: true, createdAt: true },
  });
  const deliveries = await db.webhookDelivery.findMany({
    where: { eventId: { in: events.map(({ id }) => id) }, businessId },
    select: {
      id: true,
      eventId: true,
      endpointId: true,
      state: true,
      nextAttemptAt: true,
      endpoint: { select: { url: true, description: true } },
    },
  });
  const steps = await Promise.all(
    deliveries.map(async ({ id: deliveryId, endpointId, state, nextAttemptAt, endpoint }) => {
      const { host, pathname: path } = new URL(endpoint.url);
      const place = { endpointId, name: endpoint.description || null, host, path, deliveryId };
      const attempts = await db.webhookAttempt.findMany({
        where: { deliveryId },
        orderBy: { number: "desc" },
        select: { number: true, startedAt: true, statusCode: true, error: true, durationMs: true },
        take: maxAttempts,
      });
      const made = attempts
        .toReversed()
        .map(({ startedAt: at, ...attempt }): TraceStep => ({ kind: "attempt", at, ...attempt, ...place }));
      return state === "waiting" && nextAttemptAt
        ? [...made, { kind: "next" as const, at: nextAttemptAt, ...place }]
        : made;
    }),
  );
  const sent = events.filter(({ id }) => deliveries.some(({ eventId }) => eventId === id));
  return [
    ...sent.map(({ id: eventId, type, createdAt: at }) => ({ kind: "event" as const, at, type, eventId })),
    ...steps.flat(),
  ];
}
