import "server-only";
import { type DeliveryMessage, queueOf } from "@/lib/access/events/queue";
import { overdueKind } from "@/lib/operator/waiting/waiting";
import { days } from "@/lib/platform/clock";
import { env } from "@/lib/platform/env";
import { emailKind } from "@/lib/platform/mail/post";
import type { AnyKind, AnyKnownKind, KnownKind } from "@/lib/platform/outbox/kind";
import { retryDelaysMs } from "@/lib/webhooks/deliver/retry-schedule";

/** Every kind of message that the outbox delivers. */
export const deliveredKinds: readonly AnyKind[] = [emailKind, overdueKind];

/** The due deliveries of this region's webhooks, which `lib/webhooks/deliver` makes. */
const webhooks: KnownKind<DeliveryMessage> = {
  get name() {
    return queueOf(env.VANG_REGION);
  },
  scheduleMs: retryDelaysMs,
  keepDeliveredMs: days(1),
  describe: ({ deliveryId }) => deliveryId,
};

/** Every kind of message in the outbox. */
export const outboxKinds: readonly AnyKnownKind[] = [...deliveredKinds, webhooks];
