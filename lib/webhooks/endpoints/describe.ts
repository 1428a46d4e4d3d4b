import "server-only";
import { createHash } from "node:crypto";
import type { EventPattern } from "@/lib/access/events/schema";
import type { Prisma } from "@/prisma/generated/client";
import type { EndpointStatus, SecurityType } from "./schema";

export const endpointColumns = {
  id: true,
  url: true,
  description: true,
  eventTypes: true,
  keyIds: true,
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
