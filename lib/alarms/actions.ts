"use server";

import { revalidatePath } from "next/cache";
import { staffAction } from "@/lib/auth/actions";
import { closeAlarmSchema } from "./schema";
import { closeAlarm } from "./service";

export const closeAlarmAction = staffAction(
  { right: "money", input: closeAlarmSchema, proof: "recent" },
  async (staff, closing) => {
    await closeAlarm(staff, closing);
    revalidatePath("/operator", "layout");
  },
);
