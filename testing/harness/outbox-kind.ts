import { days, seconds } from "@/lib/platform/clock";
import type { OutboxKind } from "@/lib/platform/outbox/kind";

export type TestPayload = { target: string; text: string };

/** Messages that are posted to a server of the test's, four at once to each target. */
export const postKind = (url: string, changes: Partial<OutboxKind<TestPayload>> = {}): OutboxKind<TestPayload> => ({
  name: "test",
  scheduleMs: [0, seconds(1), seconds(10)],
  maxInFlightPerTarget: 4,
  maxInFlight: 20,
  timeoutMs: seconds(20),
  leaseMs: 1500,
  keepDeliveredMs: days(1),
  async deliver(payload, { id, number, signal }) {
    const response = await fetch(url, { method: "POST", body: JSON.stringify({ id, number, ...payload }), signal });
    if (!response.ok) throw new Error(`the target answered ${response.status}`);
    return undefined;
  },
  describe: ({ target }) => target,
  ...changes,
});
