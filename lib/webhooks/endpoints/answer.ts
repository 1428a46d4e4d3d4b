import "server-only";
import type { z } from "zod";
import type { Endpoint } from "./describe";
import type { webhookSchema } from "./response-schema";

/** An endpoint as the API returns it. */
export const answerWebhook = (endpoint: Endpoint): z.input<typeof webhookSchema> => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  events: endpoint.events,
  schemaVersion: endpoint.schemaVersion,
  security: endpoint.security,
  ratePerSecond: endpoint.ratePerSecond,
  status: endpoint.status,
  disabledReason: endpoint.disabledReason,
  createdAt: endpoint.createdAt.toISOString(),
});
