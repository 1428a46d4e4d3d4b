import "server-only";
import { createHash } from "node:crypto";
import type { z } from "zod";
import { AppError } from "@/lib/platform/errors";
import type { Endpoint } from "./describe";
import type { webhookSchema } from "./response-schema";

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
