"use server";

import { staffAction } from "@/lib/auth/actions";
import { grantSchema, revokeSchema } from "./schema";
import { grantStaff, revokeStaff } from "./staff";

export const grantStaffAction = staffAction(
  { right: "grant", input: grantSchema, proof: "recent", shows: "/operator/staff" },
  (staff, { email, role, reason }) => grantStaff(staff, email, role, reason),
);

export const revokeStaffAction = staffAction(
  { right: "grant", input: revokeSchema, proof: "recent", shows: "/operator/staff" },
  (staff, { email, reason }) => revokeStaff(staff, email, reason),
);
