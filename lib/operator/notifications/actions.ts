"use server";

import { staffAction } from "@/lib/access/auth/actions";
import { dismissUnrecorded, readNotification } from "@/lib/money/bank/notifications/set-aside";
import { notificationActSchema } from "./schema";

export const readNotificationAction = staffAction(
  { right: "money", input: notificationActSchema, proof: "recent" },
  async (staff, { id, reason }) => ({ content: await readNotification(staff, id, reason) }),
);

export const dismissNotificationAction = staffAction(
  { right: "money", input: notificationActSchema, proof: "recent", shows: "/operator/**" },
  (staff, { id, reason }) => dismissUnrecorded(staff, id, reason),
);
