import "server-only";
import type { Viewer } from "@/lib/access/principals/viewer";
import { clock, days } from "@/lib/platform/clock";
import { afterCursor, cutPage } from "@/lib/platform/cursor";
import { db } from "@/lib/platform/db";
import type { SignInEntryGetPayload, SignInEntryWhereInput } from "@/prisma/generated/models";
import { oldestKept } from "./age";
import { badResults, goodResults, type SignInFilter } from "./schema";

const summary = {
  id: true,
  result: true,
  method: true,
  ip: true,
  userAgent: true,
  sessionId: true,
  createdAt: true,
} as const;

export type SignInSummary = SignInEntryGetPayload<{ select: typeof summary }>;

/** `next` is the cursor of the following page; null on the last one. */
export type SignInLogPage = { entries: SignInSummary[]; next: string | null };

/** The viewer's own of the last 90 days: no one else can read them. Throws INVALID_REQUEST for an invalid cursor. */
export async function listSignIns(
  { userId }: Viewer,
  { cursor, limit = 30, filter = {} }: { cursor?: string | null; limit?: number; filter?: SignInFilter } = {},
): Promise<SignInLogPage> {
  const rows = await db.signInEntry.findMany({
    where: { userId, AND: [since(filter), matching(filter), afterCursor(cursor)] },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: summary,
    take: limit + 1,
  });
  const { rows: entries, next } = cutPage(rows, limit);
  return { entries, next };
}

// The sweep runs some time after an entry expires: until then this condition hides it.
function since({ days: period }: SignInFilter): SignInEntryWhereInput {
  return { createdAt: { gt: period ? new Date(+clock.now() - days(Number(period))) : oldestKept() } };
}

const groups = { good: goodResults, bad: badResults };

const matching = ({ result, method }: SignInFilter): SignInEntryWhereInput => ({
  ...(result && { result: { in: [...groups[result]] } }),
  method,
});
