import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { can, type Role } from "@/lib/access/principals/roles";
import { usedHint, usedHintColumns } from "@/lib/access/principals/used-hint";
import { findModel, findVoice } from "@/lib/engines/catalogue";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId, timeOf } from "@/lib/platform/ids";
import { findJobById, type JobDetail } from "@/lib/speech/history/list";
import { findTrackingIdOf } from "@/lib/speech/history/of-request";
import {
  type FoundRejection,
  fieldOf,
  findRejectedDetail,
  findRejection,
  saidOf,
} from "@/lib/speech/history/rejection";
import { readMoney } from "./money";
import type { Trace, TracedKey, TraceStep } from "./steps";
import { readWebhooks } from "./webhooks";

/** What a reader may see of a trace. */
type Access = { keys: boolean; webhooks: boolean };

export const accessOf = (role: Role): Access => ({
  keys: can(role, "keys:read"),
  webhooks: can(role, "webhooks:read"),
});

/** By its trackingId or request ID. Throws NOT_FOUND, also for another business's. */
export async function getTrace(member: Member, id: string): Promise<Trace> {
  requirePermission(member, "history:read");
  const trace = await readTrace(member.businessId, id, accessOf(member.role));
  if (!trace) throw new AppError("NOT_FOUND");
  return trace;
}

/** The same for a reader who has been checked; null for an id that the business does not have. */
export async function readTrace(businessId: string, id: string, access: Access): Promise<Trace | null> {
  const trackingId = isId("request", id) ? await findTrackingIdOf(businessId, id) : id;
  const job = trackingId && (await findJobById(businessId, trackingId));
  if (job) return traceJob(businessId, job, access);
  // Which requests were rejected is part of what is known of keys.
  const rejection = access.keys && isId("request", id) ? await findRejection(businessId, id) : null;
  return rejection && traceRejection(businessId, rejection, access);
}

async function traceJob(businessId: string, job: JobDetail, access: Access): Promise<Trace> {
  const { trackingId, requestId, service, region, status, resultCode: code } = job;
  const [keySteps, rejected, money, webhooks, { ingestedAt }] = await Promise.all([
    readKey(businessId, job, receivedAt(job), access),
    status === "failed" && requestId ? findRejectedDetail({ businessId }, requestId) : null,
    readMoney(businessId, trackingId),
    access.webhooks ? readWebhooks(businessId, trackingId) : [],
    db.job.findUniqueOrThrow({ where: { trackingId }, select: { ingestedAt: true } }),
  ]);
  const { characters, languageCode, createdAt } = job;
  const steps: TraceStep[] = [
    { kind: "received", at: receivedAt(job), call: `POST /${service}`, characters, languageCode },
    ...keySteps,
    ...money.filter(({ movement }) => movement === "hold"),
    describeEngine(job),
    status === "failed"
      ? {
          ...{ kind: "failed" as const, at: createdAt, code: code ?? "INTERNAL" },
          ...{ field: rejected?.field ?? null, said: rejected?.said ?? null },
        }
      : {
          ...({ kind: "result", at: createdAt, format: job.audioFormat, sizeBytes: job.fileSizeBytes } as const),
          ...{ durationSeconds: job.audioDuration, expiresAt: job.expiresAt },
        },
    ...money.filter(({ movement }) => movement !== "hold"),
    { kind: "recorded", at: ingestedAt },
    ...webhooks,
    ...(job.deletedAt ? [{ kind: "deleted" as const, at: job.deletedAt }] : []),
  ];
  return { id: trackingId, requestId, service, region, status, code, steps: inOrder(steps) };
}

async function traceRejection(businessId: string, rejection: FoundRejection, access: Access): Promise<Trace> {
  const { requestId, code, method, path, standsFor, createdAt } = rejection;
  const at = new Date(Math.min(+timeOf(requestId), +createdAt));
  const steps: TraceStep[] = [
    { kind: "received", at, call: `${method} ${path}`, characters: null, languageCode: null },
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

/** A job's own time is that of its end. */
const receivedAt = ({ createdAt, processingTimeMs }: JobDetail) => new Date(+createdAt - Number(processingTimeMs));

const describeEngine = ({ modelId, voiceId, rulesVersion, processingTimeMs, createdAt }: JobDetail): TraceStep => ({
  kind: "engine",
  at: createdAt,
  modelName: findModel(modelId)?.name ?? modelId,
  engine: findModel(modelId)?.engine ?? null,
  voiceName: voiceId && (findVoice(voiceId)?.name ?? voiceId),
  processingTimeMs: Number(processingTimeMs),
  rulesVersion,
});

type Used = { keyId: string; keyHint: string | null };

async function readKey(businessId: string, used: Used, at: Date, access: Access): Promise<TraceStep[]> {
  const found = await db.apiKey.findFirst({
    where: { id: used.keyId, businessId },
    select: {
      ...{ id: true, name: true, mode: true, kind: true, scopes: true, ...usedHintColumns },
      ...{ requestsPerMinute: true, concurrentCalls: true, monthlyCapMilli: true },
    },
  });
  // The rows of the playground's keys are deleted after a day.
  const isPlayground = found === null || found.kind === "playground";
  if (!found || isPlayground || !access.keys) return [{ kind: "key", at, key: null, isPlayground }];
  const { id, name, mode, scopes, requestsPerMinute, concurrentCalls, monthlyCapMilli } = found;
  const limits = { requestsPerMinute, concurrentCalls, monthlyCapMilli };
  const key: TracedKey = { id, name, mode, hint: usedHint(used, found), scopes, ...limits };
  return [{ kind: "key", at, key, isPlayground }];
}

/** Sorted by time; steps of the same moment stay as they are. */
const inOrder = (steps: TraceStep[]): TraceStep[] => steps.toSorted((a, b) => +a.at - +b.at);
