import "server-only";
import { recordAudit } from "@/lib/audit/record";
import { clock, days } from "@/lib/clock";
import { hmac, isSame } from "@/lib/crypto";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import type { Member } from "@/lib/principals/member";
import { can } from "@/lib/principals/roles";
import { sharedDays } from "./choices";
import { accessOf, getTrace, readTrace } from "./read";
import { type SharedLink, traceIdSchema } from "./schema";
import type { Trace, TraceStep } from "./steps";

/** Works for seven days, without content and key, as far as its maker may still see the request. Throws NOT_FOUND. */
export async function shareTrace(member: Member, id: string): Promise<string> {
  const { id: subject } = await getTrace(member, id);
  const expires = String(Math.floor((+clock.now() + days(sharedDays)) / 1000));
  await db.$transaction((tx) => recordAudit(tx, member, { action: "trace.shared", subject }));
  const { businessId, userId: by } = member;
  const query = new URLSearchParams({ by, expires, signature: sign({ businessId, id: subject, by, expires }) });
  return `${env.url}/shared/trace/${subject}?${query}`;
}

/** The trace of a shared link; null from the link's end on, and for any link that `shareTrace` did not make. */
export async function getSharedTrace(
  id: string,
  { by = "", expires = "", signature = "" }: SharedLink,
): Promise<Trace | null> {
  if (!traceIdSchema.safeParse(id).success || Number(expires) * 1000 <= +clock.now()) return null;
  const businessId = await findOwner(id);
  if (!businessId || !isSame(sign({ businessId, id, by, expires }), signature)) return null;
  const where = { userId: by, businessId, business: { archivedAt: null } };
  const maker = await db.membership.findFirst({ where, select: { role: true } });
  if (!maker || !can(maker.role, "history:read")) return null;
  const trace = await readTrace(businessId, id, accessOf(maker.role));
  return trace && redact(trace);
}

/** A trace without what identifies a key. Texts, transcripts and audio are in no trace. */
export const redact = (trace: Trace): Trace => ({ ...trace, steps: trace.steps.map(withoutKey) });

const withoutKey = (step: TraceStep): TraceStep => (step.kind === "key" ? { ...step, key: null } : step);

async function findOwner(id: string): Promise<string | undefined> {
  const select = { businessId: true } as const;
  const row = id.startsWith("req_")
    ? await db.refusedRequest.findUnique({ where: { requestId: id }, select })
    : await db.job.findUnique({ where: { trackingId: id }, select });
  return row?.businessId;
}

type Signed = { businessId: string; id: string; by: string; expires: string };

// The signature covers the purpose, so that no other use of this secret can produce a link.
const sign = ({ businessId, id, by, expires }: Signed) =>
  hmac(env.VANG_LINK_SECRET, `shared-trace.${businessId}.${id}.${by}.${expires}`);
