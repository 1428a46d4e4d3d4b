import "server-only";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { createEndpointOnce } from "@/lib/webhooks/endpoints/create";
import { updateEndpoint } from "@/lib/webhooks/endpoints/edit";
import { answerWebhook, type Endpoint, getEndpoint, listEndpoints, versionOf } from "@/lib/webhooks/endpoints/endpoint";
import { deleteEndpoint } from "@/lib/webhooks/endpoints/lifecycle";
import { endFormerSecrets, rotateSecret } from "@/lib/webhooks/endpoints/secrets";

const headers = { "cache-control": "no-store" };

const ifMatch = (request: Request) => request.headers.get("if-match") ?? undefined;

const tagged = (found: Endpoint) => ({
  body: answerWebhook(found),
  headers: { ...headers, etag: versionOf(found) },
});

export function declareWebhooks(app: Hono<ApiEnv>): void {
  for (const operation of operations.listWebhooks) {
    endpoint(app, operation, async ({ caller }) => {
      return { body: { webhooks: (await listEndpoints(caller)).map(answerWebhook) }, headers };
    });
  }
  for (const operation of operations.createWebhook) {
    endpoint(app, operation, async ({ caller, body, idempotencyKey: key, fingerprint }) => {
      const { answer, isReplayed } = await createEndpointOnce(caller, body, key ? { key, fingerprint } : undefined);
      return { body: answer, headers: { ...headers, ...(isReplayed && { "idempotent-replayed": "true" }) } };
    });
  }
  for (const operation of operations.getWebhook) {
    endpoint(app, operation, async ({ caller, params: { id } }) => {
      return tagged(await getEndpoint(caller, id));
    });
  }
  for (const operation of operations.updateWebhook) {
    endpoint(app, operation, async ({ caller, params: { id }, body, request }) => {
      return tagged(await updateEndpoint(caller, id, body, ifMatch(request)));
    });
  }
  for (const operation of operations.deleteWebhook) {
    endpoint(app, operation, async ({ caller, params: { id }, request }) => {
      await deleteEndpoint(caller, id, ifMatch(request));
      return { body: { id, deleted: true as const }, headers };
    });
  }
  for (const operation of operations.rotateWebhookSecret) {
    endpoint(app, operation, async ({ caller, params: { id }, idempotencyKey }) => {
      const { secret, isReplayed } = await rotateSecret(caller, id, idempotencyKey);
      return { body: { secret }, headers: { ...headers, ...(isReplayed && { "idempotent-replayed": "true" }) } };
    });
  }
  for (const operation of operations.endFormerWebhookSecrets) {
    endpoint(app, operation, async ({ caller, params: { id } }) => {
      return { body: { ended: await endFormerSecrets(caller, id) }, headers };
    });
  }
}
