import "server-only";
import { emailKind } from "@/lib/mail/post";
import type { AnyKind } from "@/lib/outbox/kind";
import { webhookKind } from "@/lib/webhooks/deliver/kind";

/** Every kind of message the workers deliver. */
export const outboxKinds: readonly AnyKind[] = [emailKind, webhookKind];
