import { afterAll, afterEach, beforeEach, expect } from "vitest";
import { db, sql } from "@/lib/platform/db";
import { startWebhooks } from "@/lib/webhooks/deliver/worker";
import { makeMember } from "@/prisma/factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { answering, startReceiver } from "@/testing/fakes/receiver";

/**
 * Workers that deliver webhooks, and a receiver for the tests of a file. Each test finds the receiver empty and answering
 * 200; its workers are stopped after it, and what waits for them is removed.
 */
export async function startWebhookWorkers() {
  const receiver = await startReceiver();
  const workers: ReturnType<typeof startWebhooks>[] = [];
  beforeEach(() => {
    receiver.answer(answering(200));
    receiver.received.length = 0;
  });
  afterEach(async () => {
    await stop();
    await db.outboxMessage.deleteMany();
    await db.webhookDelivery.deleteMany();
  });
  afterAll(() => receiver.close());

  /** A worker, once it holds slots. */
  async function start(options: Parameters<typeof startWebhooks>[0] = {}) {
    const worker = startWebhooks(options);
    workers.push(worker);
    const slots = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND objid < 64 AND granted";
    await expect.poll(async () => (await sql(undefined, slots, [])).length, { timeout: 10_000 }).toBeGreaterThan(0);
    return worker;
  }

  async function stop() {
    for (const worker of workers.splice(0)) await worker.stop();
  }

  return {
    receiver,
    start,
    stop,
    prepare: async (options: Parameters<typeof makeEndpoint>[1] = {}) =>
      makeEndpoint(await makeMember(), { url: receiver.url, ...options }),
    countReceived: () => receiver.received.length,
    waiting: () => db.webhookDelivery.count({ where: { state: "waiting" } }),
  };
}
