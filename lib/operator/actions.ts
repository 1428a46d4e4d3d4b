"use server";

import { staffAction } from "@/lib/access/auth/actions";
import { grantStaff, revokeStaff } from "@/lib/access/staff";
import { grantSchema, revokeSchema } from "./schema";

export const grantStaffAction = staffAction(
  { right: "grant", input: grantSchema, proof: "recent", shows: "/operator/staff" },
  (staff, { email, role, reason }) => grantStaff(staff, email, role, reason),
);

export const revokeStaffAction = staffAction(
  { right: "grant", input: revokeSchema, proof: "recent", shows: "/operator/staff" },
  (staff, { email, reason }) => revokeStaff(staff, email, reason),
);
