"use server";

import { revalidatePath } from "next/cache";
import { staffAction } from "@/lib/auth/actions";
import { lockMonth } from "./period";
import { lockMonthSchema } from "./schema";

export const lockMonthAction = staffAction(
  { right: "money", input: lockMonthSchema, proof: "recent" },
  async (staff, { month, reason }) => {
    await lockMonth(staff, month, reason);
    revalidatePath("/operator", "layout");
  },
);
