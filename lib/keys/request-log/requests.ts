import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { clock } from "@/lib/platform/clock";
import { afterCursor, fromCursor, type Place, toCursor } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { readWords } from "@/lib/speech/content";
import { findByMetadata, isInMetadata } from "@/lib/speech/history/by-metadata";
import { rejectedRequestsKeptMs } from "@/lib/speech/history/by-request";
import { matchingRejections, readSearch } from "@/lib/speech/history/filter";
import { findJobById, findJobPage, type JobDetail, type Wanted } from "@/lib/speech/history/list";
import { wordsOf } from "@/lib/speech/marks";
import type { RefusedRequestGetPayload } from "@/prisma/generated/models";

const rejectionColumns = {
  requestId: true,
  keyId: true,
  keyHint: true,
  code: true,
  method: true,
  path: true,
  standsFor: true,
  createdAt: true,
  detail: true,
  metadata: true,
} as const;

/** A rejected request of which there is no job. */
export type Rejection = RefusedRequestGetPayload<{ select: typeof rejectionColumns }>;

/** `next` is the cursor of the following page; null on the last one. */
export type RequestPage = { requests: (JobDetail | Rejection)[]; next: string | null };

const idOf = (request: JobDetail | Rejection) => ("trackingId" in request ? request.trackingId : request.requestId);

const placeOf = (request: JobDetail | Rejection) => ({ createdAt: request.createdAt, id: idOf(request) });

/** Jobs, and for readers of keys also 30 days of rejected requests. Throws INVALID_REQUEST for an invalid cursor. */
export async function listRequests(member: Member, wanted: Wanted = {}): Promise<RequestPage> {
  requirePermission(member, "history:read");
  const { limit = 30, filter = {} } = wanted;
  const search = filter.q ? readSearch(filter.q) : null;
  const [{ jobs, next }, rejections] = await Promise.all([
    search && "words" in search
      ? findSearched(member, search, { ...wanted, limit })
      : findJobPage(member.businessId, { ...wanted, limit }),
    can(member.role, "keys:read") ? findRejections(member, { ...wanted, limit }) : [],
  ]);
  // What is older than the jobs that were looked at is on a later page.
  const since = next === null ? null : fromCursor(next);
  const ofPage = since ? rejections.filter((rejection) => isNewer(placeOf(rejection), since)) : rejections;
  const all = [...jobs, ...ofPage].sort(newestFirst);
  const requests = all.slice(0, limit);
  const last = requests.at(-1);
  return { requests, next: last && all.length > limit ? toCursor(placeOf(last)) : next };
}

const isNewer = (one: Place, other: Place) =>
  +one.createdAt > +other.createdAt || (+one.createdAt === +other.createdAt && one.id > other.id);

const newestFirst = (one: JobDetail | Rejection, other: JobDetail | Rejection) =>
  isNewer(placeOf(one), placeOf(other)) ? -1 : 1;

/** The newest first: one more than `limit`, if there are. */
async function findRejections({ businessId }: Member, { cursor, limit = 30, filter = {} }: Wanted) {
  const matching = await matchingRejections(businessId, filter);
  if (!matching) return [];
  const since = { createdAt: { gt: new Date(+clock.now() - rejectedRequestsKeptMs) } };
  return db.refusedRequest.findMany({
    where: {
      businessId,
      endedJob: false,
      AND: [matching, since, afterCursor(cursor, { id: "requestId" })],
    },
    orderBy: [{ createdAt: "desc" }, { requestId: "desc" }],
    select: rejectionColumns,
    take: limit + 1,
  });
}

/** One rejected request of the business; null also for another business's, and for those who cannot see keys. */
export async function findRejectionOf(member: Member, requestId: string): Promise<Rejection | null> {
  if (!can(member.role, "keys:read")) return null;
  if (!("requestId" in readSearch(requestId))) return null;
  return (await findRejections(member, { filter: { q: requestId }, limit: 1 }))[0] ?? null;
}

/** How many texts are read for one page of results, in how many steps. */
const [candidates, mostPages] = [100, 5];

/** The jobs whose text has these words in this order, or whose metadata has the text: indexes narrow them down. */
async function findSearched(
  { businessId }: Member,
  { words, text }: { words: string[]; text: string },
  wanted: Wanted & { limit: number },
): Promise<{ jobs: JobDetail[]; next: string | null }> {
  const jobs: JobDetail[] = [];
  let cursor = wanted.cursor;
  const isFound = async (job: JobDetail) =>
    isInMetadata(job.metadata, text) ||
    (words.length > 0 && ` ${wordsOf(await readWords(job)).join(" ")} `.includes(` ${words.join(" ")} `));
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await findJobPage(businessId, { ...wanted, cursor, limit: candidates });
    const found = await Promise.all(page.jobs.map(isFound));
    for (const [index, job] of page.jobs.entries()) {
      if (found[index]) jobs.push(job);
      const isLast = page.next === null && index === page.jobs.length - 1;
      if (jobs.length === wanted.limit) return { jobs, next: isLast ? null : toCursor(placeOf(job)) };
    }
    if (page.next === null) return { jobs, next: null };
    cursor = page.next;
  }
  return { jobs, next: cursor ?? null };
}

/** The newest requests in whose metadata the text is a value or a pair. */
export async function findNamed(member: Member, text: string, most: number): Promise<(JobDetail | Rejection)[]> {
  requirePermission(member, "history:read");
  const { businessId } = member;
  const [jobIds, requestIds] = await Promise.all([
    findByMetadata(businessId, "jobs", text, most),
    can(member.role, "keys:read") ? findByMetadata(businessId, "refused_requests", text, most) : [],
  ]);
  if (jobIds.length + requestIds.length === 0) return [];
  const since = new Date(+clock.now() - rejectedRequestsKeptMs);
  const [jobs, rejections] = await Promise.all([
    Promise.all(jobIds.map((trackingId) => findJobById(businessId, trackingId))),
    db.refusedRequest.findMany({
      where: { businessId, requestId: { in: requestIds }, endedJob: false, createdAt: { gt: since } },
      select: rejectionColumns,
    }),
  ]);
  return [...jobs.filter((job) => job !== null), ...rejections].sort(newestFirst).slice(0, most);
}
