import "server-only";
import { days, seconds } from "@/lib/clock";
import { env } from "@/lib/env";
import { type DeliveryMessage, queueOf } from "@/lib/events/queue";
import type { OutboxKind } from "@/lib/outbox/kind";
import { openGuard } from "./connect";
import { openConnections } from "./connections";
import { type DeliverOptions, openDeliver } from "./deliver";

const { scheduleMs } = queueOf("");

/** A business has ten endpoints, so it fills a tenth of the places of a process. */
const settings = {
  // One more, in which a delivery ends as failed whose process ended during its last attempt.
  scheduleMs: [...scheduleMs, 0] as [number, ...number[]],
  maxInFlightPerTarget: 4,
  maxInFlight: 400,
  // Longer than an attempt takes by its own limit.
  timeoutMs: seconds(20),
  leaseMs: seconds(30),
  keepDeliveredMs: days(1),
  isForOthers: true,
  describe: ({ deliveryId }: DeliveryMessage) => deliveryId,
};

/** How the deliveries of a region are made. */
export const openWebhookKind = (options: DeliverOptions): OutboxKind<DeliveryMessage> => ({
  ...settings,
  name: queueOf(options.region).name,
  deliver: openDeliver(options),
});

let own: OutboxKind<DeliveryMessage> | undefined;

/** Of this process's region. Opened on first use, because a build imports this with no settings. */
function ownKind(): OutboxKind<DeliveryMessage> {
  const connect = () => openConnections(openGuard({ isLocal: env.isLocal }));
  own ??= openWebhookKind({ connections: connect(), region: env.VANG_REGION });
  return own;
}

/** The kind of this process's region. */
export const webhookKind: OutboxKind<DeliveryMessage> = {
  ...settings,
  get name() {
    return queueOf(env.VANG_REGION).name;
  },
  deliver: (payload, attempt) => ownKind().deliver(payload, attempt),
};
