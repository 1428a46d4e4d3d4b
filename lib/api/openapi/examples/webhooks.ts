import "server-only";
import { exampleEventOf } from "@/lib/access/events/describe";
import { type OperationExample, ttsId } from "./shared";

const event = exampleEventOf("tts.completed");

const streamed = `id: ${event.id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

const webhook = {
  id: "whk_01k82icr5te6dbdq7bg3n4s8u2",
  url: "https://example.com/webhooks/vang",
  description: "",
  events: ["tts.completed", "tts.failed"],
  keys: [],
  schemaVersion: 1,
  security: { type: "header" as const, name: "X-Hook-Token" },
  ratePerSecond: null,
  ordered: false,
  content: false,
  status: "active" as const,
  disabledReason: null,
  createdAt: "2026-11-22T21:24:26.799Z",
};

const webhookId = { id: webhook.id };

const delivery = {
  id: "dlv_01k82ia5n8ecdooi6hh7eb7f8r",
  webhookId: webhook.id,
  eventId: "evt_01k82ia5n8ecdooi6hh7eb7f8r",
  type: "tts.completed",
  objectId: ttsId,
  state: "waiting",
  isTest: false,
  attempts: 1,
  lastStatus: 500,
  lastError: "status",
  behindPause: false,
  createdAt: "2026-11-22T14:24:26.799Z",
  nextAttemptAt: "2026-11-22T14:24:32.412Z",
  finishedAt: null,
};

const attempt = {
  id: "att_01k82ia5n8ecdooi6hh7eb7f8r",
  number: 1,
  startedAt: "2026-11-22T14:24:26.910Z",
  durationMs: 84,
  timings: { dnsMs: 3, connectMs: 21, tlsMs: 52, firstByteMs: 80 },
  address: "203.0.113.7",
  url: "https://example.com/webhooks/vang",
  statusCode: 500,
  error: "status",
  requestHeaders: { "content-type": "application/json", "webhook-id": "evt_01k82ia5n8ecdooi6hh7eb7f8r" },
  responseHeaders: { "content-type": "text/plain" },
  responseBody: "column id is missing",
};

const replay = {
  id: "rpl_01k82ia5n8ecdooi6hh7eb7f8r",
  total: 87,
  done: 0,
  state: "running",
  createdAt: "2026-11-23T01:00:00.000Z",
};

export const webhooks = {
  listWebhooks: { response: { webhooks: [webhook] } },
  createWebhook: {
    body: {
      url: webhook.url,
      events: webhook.events,
      security: { type: "header", name: "X-Hook-Token", value: "s3cret" },
    },
    response: { ...webhook, secret: "whsec_GjzD0wQtWGmxFQbM8GJLDj0kJxbTeoFQKpLJr6bRG9M=" },
  },
  streamWebhookEvents: { text: streamed, type: "text/event-stream" },
  getWebhook: { params: webhookId, response: webhook },
  updateWebhook: { params: webhookId, body: { paused: true }, response: { ...webhook, status: "paused" } },
  deleteWebhook: { params: webhookId, response: { id: webhook.id, deleted: true } },
  endFormerWebhookSecrets: { params: webhookId, response: { ended: 1 } },
  sendWebhookTest: {
    params: webhookId,
    body: { type: "tts.completed" },
    response: { deliveryId: delivery.id, type: "tts.completed" },
  },
  sendStreamTest: { body: { type: "tts.completed" }, response: { type: "tts.completed", streams: 1 } },
  checkWebhook: {
    params: webhookId,
    response: {
      passed: 7,
      total: 7,
      results: [{ check: "valid", outcome: "passed", statusCode: 200, error: null, durationMs: 84 }],
    },
  },
  getWebhookStats: {
    params: webhookId,
    query: { span: "day" },
    response: {
      span: "day",
      succeeded: 1284,
      failed: 3,
      latencyMs: { p50: 80, p95: 160 },
      slots: [{ from: "2026-11-22T14:00:00.000Z", succeeded: 1284, failed: 3 }],
    },
  },
  listWebhookDeliveries: {
    params: webhookId,
    query: { state: "failed", from: "2026-11-22T00:00:00Z" },
    response: { deliveries: [delivery], next: null },
  },
  getWebhookDelivery: {
    params: { id: delivery.id },
    response: {
      ...delivery,
      region: "VN",
      body: '{"id":"evt_01k82ia5n8ecdooi6hh7eb7f8r","type":"tts.completed"}',
      tries: [attempt],
    },
  },
  createWebhookReplay: { params: webhookId, body: { failedSince: "2026-11-22T00:00:00Z" }, response: replay },
  listWebhookReplays: { params: webhookId, response: { replays: [replay] } },
  getWebhookReplay: {
    params: { ...webhookId, replayId: replay.id },
    response: { ...replay, done: 87, state: "finished" },
  },
  cancelWebhookReplay: { params: { ...webhookId, replayId: replay.id }, response: { ...replay, state: "canceled" } },
  listEvents: {
    query: { from: "2026-11-22T00:00:00Z" },
    response: { events: [exampleEventOf("tts.completed")], next: null },
  },
  rotateWebhookSecret: {
    params: webhookId,
    response: { secret: "whsec_kQlzJ5vM0rnOqL0H8nQ3RZgX0u0Wm5tYb9C2pA7dVfE=" },
  },
} satisfies Record<string, OperationExample>;
