import "server-only";
import type { Hono } from "hono";
import type { ApiEnv } from "@/lib/api/authenticate";
import { endpoint } from "@/lib/api/endpoint";
import { operations } from "@/lib/api/openapi/operations";
import { runDrill } from "@/lib/webhooks/checks/drill";
import { sendTest } from "@/lib/webhooks/checks/test-events";
import { answerDelivery, answerFound } from "@/lib/webhooks/delivery-log/describe";
import { findDelivery, listDeliveries } from "@/lib/webhooks/delivery-log/find";
import { hiddenFrom, listEvents } from "@/lib/webhooks/delivery-log/list-events";
import { answerStats, readStats } from "@/lib/webhooks/delivery-log/stats";
import { getEndpoint } from "@/lib/webhooks/endpoints/endpoint";
import { cancelReplay, createReplay, findReplay, listReplays } from "@/lib/webhooks/replays/requests";
import { answerReplay, selectionOf } from "@/lib/webhooks/replays/response-schema";

const headers = { "cache-control": "no-store" };

export function declareDeliveries(app: Hono<ApiEnv>): void {
  for (const operation of operations.sendWebhookTest) {
    endpoint(app, operation, async ({ caller, params: { id }, body: { type } }) => {
      return { body: { deliveryId: await sendTest(caller, id, type), type }, headers };
    });
  }
  for (const operation of operations.checkWebhook) {
    endpoint(app, operation, async ({ caller, params: { id } }) => {
      return { body: await runDrill(caller, id), headers };
    });
  }
  for (const operation of operations.getWebhookStats) {
    endpoint(app, operation, async ({ caller, params: { id }, query: { span } }) => {
      await getEndpoint(caller, id);
      return { body: answerStats(await readStats(caller, id, span)), headers };
    });
  }
  for (const operation of operations.listWebhookDeliveries) {
    endpoint(app, operation, async ({ caller, params: { id }, query: { cursor, limit, ...filter } }) => {
      await getEndpoint(caller, id);
      const { deliveries, next } = await listDeliveries(caller, id, { cursor, limit, filter });
      return { body: { deliveries: deliveries.map((delivery) => answerDelivery(id, delivery)), next }, headers };
    });
  }
  for (const operation of operations.getWebhookDelivery) {
    endpoint(app, operation, async ({ caller, params: { id } }) => {
      const found = await findDelivery(caller, undefined, id);
      const isHidden = hiddenFrom(caller).some((type) => type === found.eventType) && !found.isTest;
      return { body: answerFound(isHidden ? { ...found, event: null } : found), headers };
    });
  }
  for (const operation of operations.createWebhookReplay) {
    endpoint(app, operation, async ({ caller, params: { id }, body }) => {
      const replayId = await createReplay(caller, id, selectionOf(body));
      return { body: answerReplay(await findReplay(caller, id, replayId)), headers };
    });
  }
  for (const operation of operations.listWebhookReplays) {
    endpoint(app, operation, async ({ caller, params: { id } }) => {
      await getEndpoint(caller, id);
      return { body: { replays: (await listReplays(caller, id)).map(answerReplay) }, headers };
    });
  }
  for (const operation of operations.getWebhookReplay) {
    endpoint(app, operation, async ({ caller, params: { id, replayId } }) => {
      return { body: answerReplay(await findReplay(caller, id, replayId)), headers };
    });
  }
  for (const operation of operations.cancelWebhookReplay) {
    endpoint(app, operation, async ({ caller, params: { id, replayId } }) => {
      await findReplay(caller, id, replayId);
      await cancelReplay(caller, replayId, id);
      return { body: answerReplay(await findReplay(caller, id, replayId)), headers };
    });
  }
  for (const operation of operations.listEvents) {
    endpoint(app, operation, async ({ caller, query }) => {
      return { body: await listEvents(caller, query), headers };
    });
  }
}
