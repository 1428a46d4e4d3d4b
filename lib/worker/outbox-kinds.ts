import "server-only";
import { days } from "@/lib/clock";
import { env } from "@/lib/env";
import { type DeliveryMessage, queueOf } from "@/lib/events/queue";
import { emailKind } from "@/lib/mail/post";
import type { AnyKind, AnyKnownKind, KnownKind } from "@/lib/outbox/kind";
import { overdueKind } from "@/lib/waiting/notify-overdue";

/** Every kind of message that the outbox delivers. */
export const deliveredKinds: readonly AnyKind[] = [emailKind, overdueKind];

/** The due deliveries of this region's webhooks, which `lib/webhooks/deliver` makes. */
const webhooks: KnownKind<DeliveryMessage> = {
  get name() {
    return queueOf(env.VANG_REGION).name;
  },
  scheduleMs: queueOf("").scheduleMs,
  keepDeliveredMs: days(1),
  describe: ({ deliveryId }) => deliveryId,
};

/** Every kind of message in the outbox. */
export const outboxKinds: readonly AnyKnownKind[] = [...deliveredKinds, webhooks];
