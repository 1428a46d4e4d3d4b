import { z } from "zod";
import { eventTypes } from "@/lib/access/events/schema";

export const testSchema = z.object({
  endpointId: z.string().regex(/^whk_[0-9a-v]{26}$/, "webhooks.tests.unknownEndpoint"),
  type: z.enum(eventTypes, "webhooks.tests.unknownType"),
});

/** The body of an API request for a test, whose path names the endpoint. */
export const testRequestSchema = z
  .strictObject({ type: z.enum(eventTypes).meta({ description: "docs.described.testType", example: "tts.completed" }) })
  .meta({ id: "NewWebhookTest" });

export const streamTestResponseSchema = z
  .object({
    type: z.string().meta({ description: "docs.described.eventType" }),
    streams: z.int().meta({ description: "docs.described.testStreams" }),
  })
  .meta({ id: "WebhookStreamTest" });

export const testResponseSchema = z
  .object({
    deliveryId: z.string().meta({ description: "docs.described.deliveryId" }),
    type: z.string().meta({ description: "docs.described.eventType" }),
  })
  .meta({ id: "WebhookTest" });
