import "server-only";
import { hours, minutes, seconds } from "@/lib/platform/clock";

const scheduleMs = [
  0,
  seconds(5),
  minutes(5),
  minutes(30),
  hours(2),
  hours(5),
  hours(10),
  hours(14),
  hours(20),
  hours(24),
] as const;

export type DeliveryMessage = { deliveryId: string };

/** The outbox messages of a region's deliveries: content's metadata leaves from the region of its job. */
export const queueOf = (region: string) => ({ name: `webhooks ${region}`, scheduleMs });

/** Workers listen for the names of queues in which something became due. */
export const wakeChannel = "vang_webhooks";
