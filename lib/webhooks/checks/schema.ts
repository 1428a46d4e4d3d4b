import { z } from "zod";
import { eventTypes } from "@/lib/access/events/schema";
import { type RequestErrorCode, requestErrors } from "@/lib/platform/net/request-error";

export const drillSchema = z.object({
  endpointId: z.string().regex(/^whk_[0-9a-v]{26}$/, "webhooks.drills.unknownEndpoint"),
});

/** What a drill checks, in the order of its report. Each has a text of what it sends and of what to fix. */
export const drillChecks = ["valid", "duplicate", "order", "late", "signature", "timestamp", "speed"] as const;

export type DrillCheck = (typeof drillChecks)[number];

/** A response that takes longer fails the check of speed. */
export const fastMs = 5000;

/** One check and the response that decided it. `skipped`: after a failure that makes it meaningless. */
export type DrillResult = {
  check: DrillCheck;
  outcome: "passed" | "failed" | "skipped";
  statusCode: number | null;
  error: RequestErrorCode | null;
  durationMs: number | null;
};

export type DrillReport = {
  results: DrillResult[];
  passed: number;
  total: number;
};

export const checkReportSchema = z
  .object({
    passed: z.int().meta({ description: "docs.described.checksPassed" }),
    total: z.int().meta({ description: "docs.described.checksTotal" }),
    results: z
      .array(
        z.object({
          check: z.enum(drillChecks).meta({ description: "docs.described.checkName" }),
          outcome: z.enum(["passed", "failed", "skipped"]).meta({ description: "docs.described.checkOutcome" }),
          statusCode: z.int().nullable().meta({ description: "docs.described.deliveryStatus" }),
          error: z.enum(requestErrors).nullable().meta({ description: "docs.described.deliveryError" }),
          durationMs: z.number().nullable().meta({ description: "docs.described.attemptDuration" }),
        }),
      )
      .meta({ description: "docs.described.checkResults" }),
  })
  .meta({ id: "WebhookCheck" });

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
