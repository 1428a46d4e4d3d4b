"use server";

import { revalidatePath } from "next/cache";
import { staffAction } from "@/lib/auth/actions";
import { isLockedMonthUnchanged, lockMonth } from "./period";
import { lockMonthSchema, verifyMonthSchema } from "./schema";

export const lockMonthAction = staffAction(
  { right: "money", input: lockMonthSchema, proof: "recent" },
  async (staff, { month, reason }) => {
    await lockMonth(staff, month, reason);
    revalidatePath("/operator", "layout");
  },
);

export const verifyMonthAction = staffAction(
  { right: "money", input: verifyMonthSchema, proof: "recent" },
  async (staff, { month }) => ({ isUnchanged: await isLockedMonthUnchanged(staff, month) }),
);
