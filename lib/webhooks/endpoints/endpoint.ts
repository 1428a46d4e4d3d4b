import "server-only";
import { createHash } from "node:crypto";
import type { z } from "zod";
import type { EventPattern } from "@/lib/access/events/schema";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { clock } from "@/lib/platform/clock";
import { db, type Transaction } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { isId } from "@/lib/platform/ids";
import type { Prisma } from "@/prisma/generated/client";
import { checkWebhooks, unknownEndpoint } from "./authorize";
import type { webhookSchema } from "./response-schema";
import type { EndpointStatus, SecurityType } from "./schema";

export const endpointColumns = {
  id: true,
  url: true,
  description: true,
  eventTypes: true,
  keyIds: true,
  isCallbacks: true,
  schemaVersion: true,
  ratePerSecond: true,
  isOrdered: true,
  hasContent: true,
  securityType: true,
  headerName: true,
  encryptedHeaderValue: true,
  createdAt: true,
  pausedAt: true,
  disabledAt: true,
  disabledReason: true,
  failures: true,
  failingSince: true,
  lastFailedAt: true,
  lastSucceededAt: true,
} as const;

export type EndpointRow = Prisma.WebhookEndpointGetPayload<{ select: typeof endpointColumns }>;

/** An endpoint without its secrets. */
export type Endpoint = Omit<EndpointRow, "eventTypes" | "securityType" | "headerName" | "encryptedHeaderValue"> & {
  events: EventPattern[];
  security: { type: SecurityType; name: string | null };
  status: EndpointStatus;
  /** Another one for each header value that is set; null without one. */
  headerVersion: string | null;
};

/** Failed attempts in a row from which an endpoint counts as failing. */
export const failingFrom = 5;

export const statusOf = (row: Pick<EndpointRow, "pausedAt" | "disabledAt" | "failures">): EndpointStatus => {
  if (row.disabledAt) return "disabled";
  if (row.pausedAt) return "paused";
  return row.failures >= failingFrom ? "failing" : "active";
};

export const describeEndpoint = ({
  eventTypes,
  securityType,
  headerName,
  encryptedHeaderValue: value,
  ...row
}: EndpointRow): Endpoint => ({
  ...row,
  headerVersion: value && createHash("sha256").update(value).digest("base64url").slice(0, 22),
  events: eventTypes as EventPattern[],
  security: { type: securityType as SecurityType, name: headerName },
  status: statusOf(row),
});

/** A query can hold a token of the partner's. */
export const withoutQuery = (url: string): string => url.replace(/\?.*/s, "?…");

/** How emails name an endpoint: by its description, and the host. */
export function nameOf({ url, description }: { url: string; description: string }): string {
  const { host } = new URL(url);
  return description ? `${description} (${host})` : host;
}

export const auditView = (row: EndpointRow) => ({
  endpointUrl: withoutQuery(row.url),
  description: row.description,
  events: row.eventTypes,
  ...(row.keyIds.length > 0 && { keys: row.keyIds }),
  security: row.securityType,
  headerName: row.headerName,
  ratePerSecond: row.ratePerSecond,
  ordered: row.isOrdered,
  content: row.hasContent,
});

/** The API says nothing of the endpoint for callbacks, since it has no URL; members see its deliveries and its secret. */
const seenBy = (by: Member | Caller) => ({
  businessId: by.businessId,
  deletedAt: null,
  ...(!("role" in by) && { isCallbacks: false }),
});

/** Throws NOT_FOUND for an endpoint that is deleted, as for another business's and for one that never existed. */
export async function getEndpoint(by: Member | Caller, id: string): Promise<Endpoint> {
  checkWebhooks(by, "webhooks:read");
  // A NUL in a URL would otherwise be a database error.
  if (!isId("webhook", id)) throw unknownEndpoint();
  const row = await db.webhookEndpoint.findFirst({
    where: { id, ...seenBy(by) },
    select: endpointColumns,
  });
  if (!row) throw unknownEndpoint();
  return describeEndpoint(row);
}

export async function listEndpoints(by: Member | Caller): Promise<Endpoint[]> {
  checkWebhooks(by, "webhooks:read");
  const rows = await db.webhookEndpoint.findMany({
    where: seenBy(by),
    orderBy: { id: "desc" },
    select: endpointColumns,
  });
  return rows.map(describeEndpoint);
}

/** Locks an endpoint, so that what it was "before" is what the change replaces. Throws NOT_FOUND as `getEndpoint` does. */
export async function lockEndpoint(
  tx: Transaction,
  { businessId }: { businessId: string },
  id: string,
): Promise<EndpointRow> {
  if (!isId("webhook", id)) throw unknownEndpoint();
  const [row] = await tx.webhookEndpoint.updateManyAndReturn({
    where: { id, businessId, deletedAt: null },
    data: { updatedAt: clock.now() },
    select: endpointColumns,
  });
  if (!row) throw unknownEndpoint();
  return row;
}

export const answerWebhook = (endpoint: Endpoint): z.input<typeof webhookSchema> => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.events,
  keys: endpoint.keyIds,
  schemaVersion: endpoint.schemaVersion,
  security: endpoint.security,
  ratePerSecond: endpoint.ratePerSecond,
  ordered: endpoint.isOrdered,
  content: endpoint.hasContent,
  status: endpoint.status,
  disabledReason: endpoint.disabledReason,
  createdAt: endpoint.createdAt.toISOString(),
});

/** The ETag of an endpoint's settings, its header value included: how its deliveries go does not change it. */
export function versionOf(endpoint: Endpoint): string {
  const settings = { ...answerWebhook(endpoint), status: undefined };
  const text = JSON.stringify([settings, endpoint.headerVersion, endpoint.pausedAt, endpoint.disabledAt]);
  return `"${createHash("sha256").update(text).digest("base64url").slice(0, 22)}"`;
}

/** Throws PRECONDITION_FAILED unless the endpoint is as the client last read it. */
export function requireVersion(endpoint: Endpoint, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === "*") return;
  const named = ifMatch.split(",").map((tag) => tag.trim().replace(/^W\//, ""));
  if (!named.includes(versionOf(endpoint))) {
    throw new AppError("PRECONDITION_FAILED", { message: "webhooks.changedMeanwhile" });
  }
}
