"use server";

import { staffAction } from "@/lib/auth/actions";
import { approveClaim, rejectClaim } from "@/lib/billing/claims/decide";
import { writeAsStaff } from "@/lib/billing/claims/messages";
import { claimMessageSchema } from "@/lib/billing/claims/schema";
import { isWaiting } from "@/lib/billing/money-acts/schema";
import { approveClaimSchema, rejectClaimSchema } from "./schema";

export const approveClaimAction = staffAction(
  { right: "money", input: approveClaimSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { id, transferId, reason, seen }) => isWaiting(await approveClaim(staff, id, transferId, reason, seen)),
);

export const rejectClaimAction = staffAction(
  { right: "money", input: rejectClaimSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { id, reason, seen }) => isWaiting(await rejectClaim(staff, id, reason, seen)),
);

export const answerClaimAction = staffAction(
  { right: "read", input: claimMessageSchema, proof: "none", shows: "/operator/**" },
  (staff, { id, text }) => writeAsStaff(staff, id, text),
);
