"use server";

import { staffAction } from "@/lib/access/auth/actions";
import { isLockedMonthUnchanged, lockMonth } from "./books";
import { lockMonthSchema, verifyMonthSchema } from "./schema";

export const lockMonthAction = staffAction(
  { right: "money", input: lockMonthSchema, proof: "recent", shows: "/operator/**" },
  (staff, { month, reason }) => lockMonth(staff, month, reason),
);

export const verifyMonthAction = staffAction(
  { right: "money", input: verifyMonthSchema, proof: "recent" },
  async (staff, { month }) => ({ isUnchanged: await isLockedMonthUnchanged(staff, month) }),
);
