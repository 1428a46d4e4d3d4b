import "server-only";

export type DeliveryMessage = { deliveryId: string };

/** The name of the outbox messages of a region's deliveries: content's metadata leaves from the region of its job. */
export const queueOf = (region: string) => `webhooks ${region}`;

/** Workers listen for the names of queues in which something became due, and for those of `onWake`. */
export const wakeChannel = "vang_webhooks";
