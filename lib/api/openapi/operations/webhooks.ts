import "server-only";
import { z } from "zod";
import {
  checkReportSchema,
  streamTestResponseSchema,
  testRequestSchema,
  testResponseSchema,
} from "@/lib/webhooks/checks/schema";
import {
  deliveriesRequestSchema,
  deliveryListSchema,
  deliverySchema,
  eventListSchema,
  eventsRequestSchema,
  statsRequestSchema,
  statsSchema,
} from "@/lib/webhooks/delivery-log/response-schema";
import {
  createdWebhookSchema,
  deletedWebhookSchema,
  endedSecretsSchema,
  webhookListSchema,
  webhookSchema,
  webhookSecretSchema,
} from "@/lib/webhooks/endpoints/response-schema";
import { endpointUpdateSchema, newEndpointSchema } from "@/lib/webhooks/endpoints/schema";
import { replayListSchema, replayRequestSchema, replaySchema } from "@/lib/webhooks/replays/response-schema";
import { at } from "./shared";

const webhookIdSchema = z.object({
  id: z.string().meta({ description: "docs.described.webhookIdGiven", example: "whk_…" }),
});

const reading = { scope: "webhooks:manage", query: z.strictObject({}) } as const;
const managing = { ...reading, isLiveOnly: true } as const;

const replayIdSchema = webhookIdSchema.extend({
  replayId: z.string().meta({ description: "docs.described.replayId", example: "rpl_…" }),
});

const deliveryIdSchema = z.object({
  id: z.string().meta({ description: "docs.described.deliveryId", example: "dlv_…" }),
});

export const webhooks = {
  listWebhooks: at(["/webhooks"], {
    ...managing,
    method: "get",
    response: webhookListSchema,
  }),
  createWebhook: at(["/webhooks"], {
    ...managing,
    method: "post",
    body: newEndpointSchema,
    acceptsFormType: true,
    isIdempotent: true,
    status: 201,
    response: createdWebhookSchema,
    responseHeaders: ["Idempotent-Replayed"],
    errors: ["WEBHOOK_LIMIT_REACHED", "NOT_FOUND"],
  }),
  streamWebhookEvents: at(["/webhooks/stream"], {
    ...reading,
    method: "get",
    response: ["text/event-stream"],
    errors: ["CONCURRENCY_LIMITED_KEY", "CONCURRENCY_LIMITED_BUSINESS"],
  }),
  sendStreamTest: at(["/webhooks/stream/tests"], {
    ...managing,
    method: "post",
    body: testRequestSchema,
    acceptsFormType: true,
    status: 201,
    response: streamTestResponseSchema,
    errors: ["CONFLICT", "TOO_MANY_ATTEMPTS"],
  }),
  getWebhook: at(["/webhooks/{id}"], {
    ...managing,
    method: "get",
    params: webhookIdSchema,
    response: webhookSchema,
    responseHeaders: ["ETag"],
    errors: ["NOT_FOUND"],
  }),
  updateWebhook: at(["/webhooks/{id}"], {
    ...managing,
    method: "patch",
    params: webhookIdSchema,
    body: endpointUpdateSchema,
    acceptsFormType: true,
    response: webhookSchema,
    responseHeaders: ["ETag"],
    errors: ["NOT_FOUND", "PRECONDITION_FAILED"],
  }),
  deleteWebhook: at(["/webhooks/{id}"], {
    ...managing,
    method: "delete",
    params: webhookIdSchema,
    response: deletedWebhookSchema,
    errors: ["NOT_FOUND", "PRECONDITION_FAILED"],
  }),
  rotateWebhookSecret: at(["/webhooks/{id}/secret"], {
    ...managing,
    method: "post",
    params: webhookIdSchema,
    isIdempotent: true,
    response: webhookSecretSchema,
    responseHeaders: ["Idempotent-Replayed"],
    errors: ["NOT_FOUND", "WEBHOOK_LIMIT_REACHED"],
  }),
  endFormerWebhookSecrets: at(["/webhooks/{id}/secret"], {
    ...managing,
    method: "delete",
    params: webhookIdSchema,
    response: endedSecretsSchema,
    errors: ["NOT_FOUND"],
  }),
  sendWebhookTest: at(["/webhooks/{id}/tests"], {
    ...managing,
    method: "post",
    params: webhookIdSchema,
    body: testRequestSchema,
    acceptsFormType: true,
    status: 201,
    response: testResponseSchema,
    errors: ["NOT_FOUND", "TOO_MANY_ATTEMPTS"],
  }),
  checkWebhook: at(["/webhooks/{id}/checks"], {
    ...managing,
    method: "post",
    params: webhookIdSchema,
    response: checkReportSchema,
    errors: ["NOT_FOUND", "CONFLICT", "TOO_MANY_ATTEMPTS"],
  }),
  getWebhookStats: at(["/webhooks/{id}/stats"], {
    ...managing,
    method: "get",
    params: webhookIdSchema,
    query: statsRequestSchema,
    response: statsSchema,
    errors: ["NOT_FOUND"],
  }),
  listWebhookDeliveries: at(["/webhooks/{id}/deliveries"], {
    ...managing,
    method: "get",
    params: webhookIdSchema,
    query: deliveriesRequestSchema,
    response: deliveryListSchema,
    errors: ["NOT_FOUND"],
  }),
  getWebhookDelivery: at(["/deliveries/{id}"], {
    ...managing,
    method: "get",
    params: deliveryIdSchema,
    response: deliverySchema,
    errors: ["NOT_FOUND"],
  }),
  createWebhookReplay: at(["/webhooks/{id}/replays"], {
    ...managing,
    method: "post",
    params: webhookIdSchema,
    body: replayRequestSchema,
    acceptsFormType: true,
    status: 201,
    response: replaySchema,
    errors: ["NOT_FOUND", "CONFLICT"],
  }),
  listWebhookReplays: at(["/webhooks/{id}/replays"], {
    ...managing,
    method: "get",
    params: webhookIdSchema,
    response: replayListSchema,
    errors: ["NOT_FOUND"],
  }),
  getWebhookReplay: at(["/webhooks/{id}/replays/{replayId}"], {
    ...managing,
    method: "get",
    params: replayIdSchema,
    response: replaySchema,
    errors: ["NOT_FOUND"],
  }),
  cancelWebhookReplay: at(["/webhooks/{id}/replays/{replayId}"], {
    ...managing,
    method: "delete",
    params: replayIdSchema,
    response: replaySchema,
    errors: ["NOT_FOUND"],
  }),
  listEvents: at(["/events"], {
    ...reading,
    method: "get",
    query: eventsRequestSchema,
    response: eventListSchema,
  }),
};
