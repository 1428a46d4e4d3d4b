import "server-only";
import { recordAudit } from "@/lib/access/audit/record";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { can } from "@/lib/access/principals/roles";
import { clock, days } from "@/lib/platform/clock";
import { hmac, isSame } from "@/lib/platform/crypto";
import { db, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { isId, newId } from "@/lib/platform/ids";
import { mostSharedLinks, sharedDays } from "@/lib/speech/choices";
import { accessOf, getTrace, readTrace } from "./read";
import type { SharedLink } from "./schema";
import type { Trace, TraceStep } from "./steps";

const isLive = () => ({ endedAt: null, expiresAt: { gt: clock.now() } });

/** What a link shows: a trace with or without its price, or a transcript. */
type Shown = { showsPrice: boolean; showsTranscript: boolean };

/**
 * Works for seven days, or until it is withdrawn, without content and key, and without money unless `showsPrice`, as far as
 * its maker may still see the request. Throws NOT_FOUND, and CONFLICT for a business with 100 such links.
 */
export async function shareTrace(member: Member, id: string, showsPrice: boolean): Promise<string> {
  const { id: subject } = await getTrace(member, id);
  const query = await createSharedLink(member, subject, { showsPrice, showsTranscript: false });
  return `${env.url}/shared/trace/${subject}?${query}`;
}

/** The query of a new link, whose maker has been checked. Throws CONFLICT for a business with 100 of them. */
export async function createSharedLink(member: Member, subject: string, shown: Shown): Promise<URLSearchParams> {
  const { businessId, userId: createdById } = member;
  const link = newId("sharedTrace");
  const [createdAt, expiresAt] = [clock.now(), new Date(+clock.now() + days(sharedDays))];
  const { showsPrice, showsTranscript } = shown;
  await db.$transaction(async (tx) => {
    // Links that are made at the same moment are counted one after the other.
    await tx.$queryRaw`SELECT FROM businesses WHERE id = ${businessId} FOR NO KEY UPDATE`;
    if ((await tx.sharedTrace.count({ where: { businessId, ...isLive() } })) >= mostSharedLinks)
      throw new AppError("CONFLICT", { message: "trace.share.tooMany", values: { most: mostSharedLinks } });
    await tx.sharedTrace.create({
      data: { id: link, businessId, subject, createdById, showsPrice, showsTranscript, createdAt, expiresAt },
    });
    const act = showsTranscript
      ? ({ action: "transcript.shared", subject } as const)
      : ({ action: "trace.shared", subject, after: { showsPrice } } as const);
    await recordAudit(tx, member, act);
  });
  return new URLSearchParams({ link, signature: sign(link) });
}

/**
 * A link that works, and its maker's role; null once it has ended, its maker has left, or for any link that we did not
 * make for this.
 */
export async function findSharedLink(
  id: string,
  { link = "", signature = "" }: SharedLink,
  to: "trace" | "transcript",
) {
  if (!isId("sharedTrace", link) || !isSame(sign(link), signature)) return null;
  const wanted = { id: link, subject: id, showsTranscript: to === "transcript" };
  const shared = await db.sharedTrace.findFirst({ where: { ...wanted, ...isLive() } });
  if (!shared) return null;
  const { businessId, createdById: userId, showsPrice, expiresAt } = shared;
  const where = { userId, businessId, business: { archivedAt: null } };
  const maker = await db.membership.findFirst({ where, select: { role: true } });
  return maker && can(maker.role, "history:read") ? { businessId, role: maker.role, showsPrice, expiresAt } : null;
}

/** The trace of a shared link, and until when; null once it has ended, and for any link that `shareTrace` did not make. */
export async function getSharedTrace(id: string, link: SharedLink): Promise<{ trace: Trace; until: Date } | null> {
  const shared = await findSharedLink(id, link, "trace");
  if (!shared) return null;
  const { businessId, role, showsPrice, expiresAt } = shared;
  const trace = await readTrace(businessId, id, accessOf(role));
  if (!trace) return null;
  const redacted = redact(trace);
  // What a response said can name a balance, a limit or an address; outside the business the error code is enough.
  const steps = redacted.steps
    .filter(({ kind }) => showsPrice || kind !== "money")
    .map((step): TraceStep => ("said" in step ? { ...step, said: null } : step));
  return { trace: { ...redacted, steps }, until: expiresAt };
}

/** A link as members see it. Its URL is shown once, to who made it. */
export type ListedLink = {
  id: string;
  subject: string;
  createdAt: Date;
  expiresAt: Date;
  showsPrice: boolean;
  showsTranscript: boolean;
  sharer: string;
  /** Whether this member can withdraw it. */
  mayEnd: boolean;
};

const mayEnd = ({ userId, role }: Member, createdById: string) => createdById === userId || can(role, "history:delete");

/** The links that work now, of one trace or of the whole business, the newest first. */
export async function listSharedLinks(member: Member, subject?: string): Promise<ListedLink[]> {
  requirePermission(member, "history:read");
  const { businessId, role } = member;
  const [rows, members] = await Promise.all([
    db.sharedTrace.findMany({ where: { businessId, subject, ...isLive() }, orderBy: { createdAt: "desc" } }),
    db.membership.findMany({ where: { businessId }, select: { userId: true, user: { select: { name: true } } } }),
  ]);
  return rows.flatMap(({ id, subject, createdAt, expiresAt, showsPrice, showsTranscript, createdById }) => {
    // One of a member who left shows nothing any more.
    const sharer = members.find(({ userId }) => userId === createdById)?.user.name;
    // Which requests were rejected is part of what is known of keys.
    const isKnown = !isId("request", subject) || can(role, "keys:read");
    if (sharer === undefined || !isKnown) return [];
    const mayBeEnded = mayEnd(member, createdById);
    return [{ id, subject, createdAt, expiresAt, showsPrice, showsTranscript, sharer, mayEnd: mayBeEnded }];
  });
}

/** Ends a link: one's own, or with `history:delete` anyone's. From then on it shows nothing. Throws NOT_FOUND and FORBIDDEN. */
export async function endSharedLink(member: Member, id: string): Promise<void> {
  requirePermission(member, "history:read");
  const where = { id, businessId: member.businessId };
  const link = await db.sharedTrace.findFirst({ where, select: { createdById: true, subject: true } });
  if (!link) throw new AppError("NOT_FOUND");
  if (!mayEnd(member, link.createdById)) throw new AppError("FORBIDDEN", { message: "trace.share.notOwn" });
  await db.$transaction(async (tx) => {
    const data = { endedAt: clock.now() };
    const { count } = await tx.sharedTrace.updateMany({ where: { ...where, ...isLive() }, data });
    if (count > 0) await recordAudit(tx, member, { action: "trace.unshared", subject: link.subject });
  });
}

const deleteEnded = `DELETE FROM shared_traces WHERE id IN
  (SELECT id FROM shared_traces WHERE expires_at <= $1 LIMIT 1000) RETURNING 1 AS gone`;

/** Deletes links whose days are over, 1,000 at most, and returns how many. */
export const sweepSharedTraces = async (): Promise<number> =>
  (await sql("sweep-shared-traces", deleteEnded, [clock.now()])).length;

/** A trace without what identifies a key or can be a secret of an endpoint. Texts, transcripts and audio are in no trace. */
export const redact = (trace: Trace): Trace => ({
  ...trace,
  steps: trace.steps.map((step) => {
    if (step.kind === "key") return { ...step, key: null };
    return step.kind === "attempt" || step.kind === "next" ? { ...step, name: null, path: "" } : step;
  }),
});

// The signature covers the purpose, so that no other use of this secret can produce a link.
const sign = (link: string) => hmac(env.VANG_LINK_SECRET, `shared-trace-link.${link}`);
