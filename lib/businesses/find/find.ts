import "server-only";
import { type Member, requirePermission } from "@/lib/access/principals/member";
import { can, type Permission } from "@/lib/access/principals/roles";
import { listMembers } from "@/lib/businesses/members/list";
import { findNamed } from "@/lib/keys/request-log/requests";
import { findMemoCodes } from "@/lib/money/top-ups/memo-code";
import { db } from "@/lib/platform/db";
import { errorCodes } from "@/lib/platform/errors";
import { fold } from "@/lib/platform/i18n/fold";
import { isId } from "@/lib/platform/ids";
import { findRejection, findTrackingIdOf } from "@/lib/speech/history/by-request";
import { findJobById } from "@/lib/speech/history/list";
import { tracePath } from "@/lib/speech/path";
import type { Found } from "./schema";

/** The most of a kind that are found by a name. */
const maxPerKind = 5;

type Finder = (member: Member, text: string) => Promise<Found[]>;

/** Only what the member may open. Ids of another business find nothing, as ones that do not exist. */
export async function findAnything(member: Member, text: string): Promise<Found[]> {
  requirePermission(member, "business:read");
  const finders: [Permission, Finder][] = [
    ["history:read", findRequest],
    ["history:read", findByMetadata],
    ["webhooks:read", findDelivery],
    ["webhooks:read", findEndpoints],
    ["keys:read", findKeys],
    ["billing:read", findTopUps],
    ["members:read", findMembers],
    ["business:read", findErrors],
  ];
  const allowed = finders.filter(([permission]) => can(member.role, permission));
  return (await Promise.all(allowed.map(([, find]) => find(member, text)))).flat();
}

async function findRequest({ businessId, businessSlug, role }: Member, text: string): Promise<Found[]> {
  const trackingId = isId("request", text) ? await findTrackingIdOf(businessId, text) : text;
  const job = trackingId && (await findJobById(businessId, trackingId));
  const rejection = !job && can(role, "keys:read") ? await findRejection(businessId, text) : null;
  const id = job ? job.trackingId : rejection?.requestId;
  const detail = job ? (job.resultCode ?? job.service) : (rejection?.code ?? "");
  return id ? [{ kind: "request", label: id, detail, path: tracePath(businessSlug, id) }] : [];
}

/** By the partner's own metadata, such as the number of an order. */
async function findByMetadata(member: Member, text: string): Promise<Found[]> {
  const requests = await findNamed(member, text, maxPerKind);
  return requests.map((request) => {
    const isJob = "trackingId" in request;
    const id = isJob ? request.trackingId : request.requestId;
    const named = Object.entries(request.metadata ?? {}).map(([name, value]) => `${name}: ${value}`);
    const outcome = isJob ? (request.resultCode ?? request.service) : request.code;
    const path = tracePath(member.businessSlug, id);
    return { kind: "request", label: named.join(", "), detail: `${outcome} · ${id}`, path };
  });
}

/** By the id of a delivery, of one of its attempts or of its event. */
async function findDelivery({ businessId, businessSlug }: Member, text: string): Promise<Found[]> {
  let where: { id: string } | { eventId: string };
  if (isId("delivery", text)) where = { id: text };
  else if (isId("event", text)) where = { eventId: text };
  else if (isId("attempt", text)) {
    const attempt = await db.webhookAttempt.findUnique({ where: { id: text }, select: { deliveryId: true } });
    where = { id: attempt?.deliveryId ?? "" };
  } else return [];
  const rows = await db.webhookDelivery.findMany({
    where: { businessId, ...where },
    select: { id: true, eventType: true, endpointId: true, endpoint: { select: { url: true } } },
    take: maxPerKind,
  });
  return rows.map(({ id, eventType, endpointId, endpoint }) => ({
    kind: "delivery",
    label: id,
    detail: `${eventType} · ${new URL(endpoint.url).host}`,
    path: `/console/${businessSlug}/webhooks/${endpointId}/deliveries/${id}`,
  }));
}

async function findEndpoints({ businessId, businessSlug }: Member, text: string): Promise<Found[]> {
  const rows = await db.webhookEndpoint.findMany({
    where: { businessId, deletedAt: null },
    select: { id: true, url: true, description: true },
  });
  const matches = rows.filter(({ id, url, description }) => id === text || has(`${url} ${description}`, text));
  return matches.slice(0, maxPerKind).map(({ id, url, description }) => ({
    kind: "webhook",
    label: new URL(url).host,
    detail: description,
    path: `/console/${businessSlug}/webhooks/${id}`,
  }));
}

/** By name, id, or the last four characters of the secret. */
async function findKeys({ businessId, businessSlug }: Member, text: string): Promise<Found[]> {
  const [hint] = /[0-9A-Za-z]{4}$/.exec(text) ?? [];
  const rows = await db.apiKey.findMany({
    where: { businessId, kind: { in: ["standard", "rotated"] } },
    orderBy: { createdAt: "desc" },
    select: { id: true, name: true, hint: true, revokedAt: true, replacedById: true },
    take: 500,
  });
  const isHint = hint && /^(vang_(live|test)_)?(…|\.\.\.)?[0-9A-Za-z]{4}$/.test(text);
  const matches = rows.filter(
    ({ id, name, hint: end, replacedById }) =>
      id === text || (isHint && end === hint) || (!replacedById && has(name, text)),
  );
  return matches.slice(0, maxPerKind).map(({ id, name, hint, replacedById }) => ({
    kind: "key",
    label: name,
    detail: `…${hint}`,
    path: `/console/${businessSlug}/keys/${replacedById ?? id}`,
  }));
}

/** By the code for the bank transfer, its id, or the bank's reference of a transfer. */
async function findTopUps({ businessId, businessSlug }: Member, text: string): Promise<Found[]> {
  const ways = [
    { code: { in: findMemoCodes(text) } },
    { id: text },
    { transfers: { some: { businessId, reference: text } } },
  ];
  const rows = await db.topUp.findMany({
    where: { businessId, OR: ways },
    select: { id: true, code: true, amountVnd: true },
    take: maxPerKind,
  });
  return rows.map(({ id, code, amountVnd }) => ({
    kind: "topUp",
    label: code ?? id,
    detail: `${amountVnd} ₫`,
    path: `/console/${businessSlug}/billing/top-ups/${id}`,
  }));
}

async function findMembers(member: Member, text: string): Promise<Found[]> {
  const rows = await listMembers(member);
  return rows
    .filter(({ name, email, userId }) => userId === text || has(`${name} ${email}`, text))
    .slice(0, maxPerKind)
    .map(({ name, email }) => ({
      kind: "member",
      label: name,
      detail: email,
      path: `/console/${member.businessSlug}/members`,
    }));
}

const findErrors: Finder = async (_, text) =>
  Object.keys(errorCodes)
    .filter((code) => text.length >= 4 && code.includes(text.toUpperCase().replaceAll(" ", "_")))
    .slice(0, maxPerKind)
    .map((code) => ({ kind: "error", label: code, detail: "", path: `/docs/errors#${code}` }));

const has = (text: string, part: string) => fold(text).includes(fold(part));
