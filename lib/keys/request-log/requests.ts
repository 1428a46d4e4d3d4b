import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { clock } from "@/lib/platform/clock";
import { afterCursor, toCursor } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import { readWords } from "@/lib/speech/content";
import { rejectedRequestsKeptMs } from "@/lib/speech/history/by-request";
import { matchingRejections, readSearch } from "@/lib/speech/history/filter";
import { findJobPage, type JobDetail, type Wanted } from "@/lib/speech/history/list";
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
  if (search && "words" in search) return findSpoken(member, search.words, wanted);
  const [{ jobs, next }, rejections] = await Promise.all([
    findJobPage(member.businessId, { ...wanted, limit }),
    can(member.role, "keys:read") ? findRejections(member, { ...wanted, limit }) : [],
  ]);
  const all = [...jobs, ...rejections].sort(
    (one, other) => +other.createdAt - +one.createdAt || (idOf(one) < idOf(other) ? 1 : -1),
  );
  const requests = all.slice(0, limit);
  const last = requests.at(-1);
  return { requests, next: last && (next !== null || all.length > limit) ? toCursor(placeOf(last)) : null };
}

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

/** The jobs whose text has these words in this order: all words narrow them down, and the texts decide. */
async function findSpoken({ businessId }: Member, words: string[], wanted: Wanted): Promise<RequestPage> {
  const limit = wanted.limit ?? 30;
  const requests: JobDetail[] = [];
  let cursor = wanted.cursor;
  for (let pages = 0; pages < mostPages; pages++) {
    const page = await findJobPage(businessId, { ...wanted, cursor, limit: candidates });
    const texts = await Promise.all(page.jobs.map(async (job) => ` ${wordsOf(await readWords(job)).join(" ")} `));
    for (const [index, job] of page.jobs.entries()) {
      if (texts[index]?.includes(` ${words.join(" ")} `)) requests.push(job);
      const isLast = page.next === null && index === page.jobs.length - 1;
      if (requests.length === limit) return { requests, next: isLast ? null : toCursor(placeOf(job)) };
    }
    if (page.next === null) return { requests, next: null };
    cursor = page.next;
  }
  return { requests, next: cursor ?? null };
}
