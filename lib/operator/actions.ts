"use server";

import { revalidatePath } from "next/cache";
import { staffAction } from "@/lib/auth/actions";
import { grantSchema, revokeSchema } from "./schema";
import { grantStaff, revokeStaff } from "./staff";

export const grantStaffAction = staffAction(
  { right: "grant", input: grantSchema, proof: "recent" },
  async (staff, { email, role, reason }) => {
    await grantStaff(staff, email, role, reason);
    revalidatePath("/operator/staff");
  },
);

export const revokeStaffAction = staffAction(
  { right: "grant", input: revokeSchema, proof: "recent" },
  async (staff, { email, reason }) => {
    await revokeStaff(staff, email, reason);
    revalidatePath("/operator/staff");
  },
);
