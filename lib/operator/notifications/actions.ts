"use server";

import { revalidatePath } from "next/cache";
import { staffAction } from "@/lib/auth/actions";
import { dismissUnrecorded, readNotification } from "@/lib/billing/bank-notifications/unrecorded";
import { notificationActSchema } from "./schema";

export const readNotificationAction = staffAction(
  { right: "money", input: notificationActSchema, proof: "recent" },
  async (staff, { id, reason }) => ({ content: await readNotification(staff, id, reason) }),
);

export const dismissNotificationAction = staffAction(
  { right: "money", input: notificationActSchema, proof: "recent" },
  async (staff, { id, reason }) => {
    await dismissUnrecorded(staff, id, reason);
    revalidatePath("/operator", "layout");
  },
);
