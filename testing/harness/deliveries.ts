import { afterAll, afterEach, beforeEach, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { makeDelivery, makeEndpoint } from "@/prisma/webhook-factories";
import { answering, startReceiver } from "@/testing/fakes/receiver";

export const deliveryOf = (id: string) => db.webhookDelivery.findUniqueOrThrow({ where: { id } });
export const endpointOf = (id: string) => db.webhookEndpoint.findUniqueOrThrow({ where: { id } });
export const attemptsOf = (deliveryId: string) =>
  db.webhookAttempt.findMany({ where: { deliveryId }, orderBy: { number: "asc" } });

/**
 * A receiver for the tests of a file. Each test finds it empty and answering 200, and the date stands still, so that
 * only `clock` moves.
 */
export async function startDeliveries() {
  const receiver = await startReceiver();
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    receiver.answer(answering(200));
    receiver.received.length = 0;
  });
  afterEach(async () => {
    await db.outboxMessage.deleteMany();
    vi.useRealTimers();
    vi.restoreAllMocks();
    clock.reset();
  });
  afterAll(() => receiver.close());

  /** A delivery that waits for an endpoint at the receiver. */
  async function prepare(options: Parameters<typeof makeEndpoint>[1] = {}) {
    const member = await makeMember();
    const endpoint = await makeEndpoint(member, { url: receiver.url, ...options });
    return { member, endpoint, id: await makeDelivery(endpoint) };
  }

  return { receiver, prepare };
}
