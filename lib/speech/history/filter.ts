import "server-only";
import type { Member } from "@/lib/access/principals/member";
import type { KeyMode } from "@/lib/access/principals/mode";
import { can } from "@/lib/access/principals/roles";
import { listModels, listVoices } from "@/lib/engines/catalogue";
import { listKeyNames } from "@/lib/money/usage/read";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { isId, timeOf } from "@/lib/platform/ids";
import { marksOf, wordsOf } from "@/lib/speech/marks";
import type { JobWhereInput, RefusedRequestWhereInput } from "@/prisma/generated/models";
import { findByMetadata, jobsWithText } from "./by-metadata";
import { type HistoryFilter, slowMs, speechPathStarts, speechPaths } from "./schema";

type Choice = { value: string; label: string };

/** The filter choices for the history: keys (also revoked ones, for roles that can see keys), models and voices. */
export async function listChoices(member: Member): Promise<Record<"keys" | "models" | "voices", Choice[]>> {
  const where = { businessId: member.businessId, kind: "standard" } as const;
  const select = { id: true, name: true, hint: true };
  const keys = can(member.role, "keys:read")
    ? await db.apiKey.findMany({ where, select, orderBy: { id: "desc" }, take: 200 })
    : [];
  return {
    keys: keys.map(({ id, name, hint }) => ({ value: id, label: `${name} …${hint}` })),
    models: listModels().map(({ modelId, name }) => ({ value: modelId, label: name })),
    voices: listVoices().map(({ voiceId, name }) => ({ value: voiceId, label: name })),
  };
}

/** What the search field asks for: an id as pasted, or words of a text, which can also be the partner's own metadata. */
type Search = { trackingId: string } | { requestId: string } | { words: string[]; text: string };

export function readSearch(q: string): Search {
  const id = clean(q.replace(/[\s\u200b\ufeff]/g, "")) ?? "";
  if (isId("tts", id) || isId("stt", id)) return { trackingId: id };
  return isId("request", id) ? { requestId: id } : { words: wordsOf(q), text: clean(q)?.trim() ?? "" };
}

/** The filter's condition on jobs, without the business. */
export async function matching(businessId: string, filter: HistoryFilter): Promise<JobWhereInput> {
  const { q, service, api, mode, result, key, model, voice, region, slow } = filter;
  return {
    service,
    api,
    status: statusOf(filter),
    resultCode: result === "completed" ? undefined : clean(result),
    keyId: await ofKey(businessId, key),
    modelId: clean(model),
    voiceId: clean(voice),
    region: clean(region),
    createdAt: bounds(filter),
    ...(slow && { processingTimeMs: { gte: slowMs } }),
    AND: [...(await ofMode(businessId, filter)), ...(q ? [await searched(businessId, readSearch(q), mode)] : [])],
  };
}

/** The filter's condition on rejected requests; null where it leaves out all of them. */
export async function matchingRejections(
  businessId: string,
  filter: HistoryFilter,
): Promise<RefusedRequestWhereInput | null> {
  const { q, service, api, status, result, key, model, voice, region, slow } = filter;
  const search = q ? readSearch(q) : null;
  const isJobsOnly =
    api || model || voice || region || slow || result === "completed" || (search && "trackingId" in search);
  if (isJobsOnly || status === "completed" || status === "failed") return null;
  const found = search && "text" in search && (await findByMetadata(businessId, "refused_requests", search.text));
  return {
    code: clean(result),
    AND: [
      ...(await ofMode(businessId, filter)),
      ...(service || status === "errors" ? [madeFor(service ? [service] : ["tts", "stt"])] : []),
    ],
    keyId: await ofKey(businessId, key),
    createdAt: bounds(filter),
    ...(status === "errors" && { method: "POST" }),
    ...(search && "requestId" in search && { requestId: search.requestId }),
    ...(found && { requestId: { in: found } }),
  };
}

/**
 * Words are only found where the text can be read, and as long as it can be, and in the live mode unless another is
 * wanted. Metadata is found in either mode, as an id is.
 */
async function searched(businessId: string, search: Search, mode: KeyMode | undefined): Promise<JobWhereInput> {
  if ("trackingId" in search) return search;
  if ("requestId" in search) {
    // Searched by creation time, which has an index: an index on request IDs would slow down every call.
    const received = +timeOf(search.requestId);
    const createdAt = { gte: new Date(received - minutes(5)), lte: new Date(received + hours(1)) };
    return { requestId: search.requestId, createdAt };
  }
  const marks = marksOf(businessId, search.words.join(" "));
  const isThere = { deletedAt: null, expiresAt: { gt: clock.now() }, region: env.VANG_REGION };
  const named = search.text ? await jobsWithText(businessId, search.text) : null;
  if (marks.length === 0) return named ?? { trackingId: "" };
  const spoken = { marks: { hasEvery: marks }, ...isThere, mode: mode ?? "live" };
  return named ? { OR: [named, spoken] } : spoken;
}

/** Only live ones by default, but of either mode what is searched. An index finds the few test jobs by their keys. */
async function ofMode(
  businessId: string,
  { mode, q }: HistoryFilter,
): Promise<{ mode: KeyMode; keyId?: { in: string[] } }[]> {
  if (mode === undefined) return q ? [] : [{ mode: "live" }];
  if (mode === "live") return [{ mode }];
  const keys = await db.apiKey.findMany({ where: { businessId, mode }, select: { id: true } });
  return [{ mode, keyId: { in: keys.map(({ id }) => id) } }];
}

/** Whose paths are those of services. */
const madeFor = (services: readonly ("tts" | "stt")[]) => ({
  OR: services.flatMap((one) => [
    { path: { in: [...speechPaths[one]] } },
    ...speechPathStarts[one].map((start) => ({ path: { startsWith: start } })),
  ]),
});

/** The rows of the playground's keys are deleted after a day. */
const ofKey = async (businessId: string, key: string | undefined) =>
  key === "playground" ? { notIn: [...(await listKeyNames(businessId)).keys()] } : clean(key);

/** The status of the jobs that are sought; a result is that of a completed job, or the error code of a failed one. */
function statusOf({ status, result }: HistoryFilter): JobWhereInput["status"] {
  if (status === "rejected") return { in: [] };
  if (status === "errors") return "failed";
  if (status || result === undefined) return status;
  return result === "completed" ? "completed" : "failed";
}

function bounds({ from, to, hour }: Pick<HistoryFilter, "from" | "to" | "hour">): { gte?: Date; lt?: Date } {
  if (from && hour !== undefined) {
    const gte = new Date(startOf(from).getTime() + hours(Number(hour)));
    return { gte, lt: new Date(gte.getTime() + hours(1)) };
  }
  const lt = to ? new Date(startOf(to).getTime() + days(1)) : undefined;
  return { gte: from ? startOf(from) : undefined, lt };
}

const clean = (text: string | undefined) => text?.toWellFormed().replaceAll("\0", "");

const startOf = (day: string) => new Date(`${day}T00:00:00+07:00`);
