import { z } from "zod";
import { reasonSchema } from "@/lib/access/audit/reason";
import { urlParameter } from "@/lib/platform/url-parameter";

export const notificationStates = ["pending", "unrecorded", "done", "rejected", "dismissed"] as const;
export type NotificationState = (typeof notificationStates)[number];

export const notificationProviders = ["sepay", "casso", "payos"] as const;

export const notificationFilterSchema = z.object({
  state: urlParameter(z.enum(notificationStates)),
  provider: urlParameter(z.enum(notificationProviders)),
});
export type NotificationFilter = z.infer<typeof notificationFilterSchema>;
export const notificationAddressSchema = notificationFilterSchema.extend({
  cursor: urlParameter(z.string().regex(/^bnk_[0-9a-v]{26}$/)),
});

export const notificationActSchema = z.object({
  id: z.string("operator.notifications.unknown").regex(/^bnk_[0-9a-v]{26}$/, "operator.notifications.unknown"),
  reason: reasonSchema,
});
