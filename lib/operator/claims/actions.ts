"use server";

import { staffAction } from "@/lib/access/auth/actions";
import { isWaiting } from "@/lib/money/acts/schema";
import { approveClaim, rejectClaim } from "@/lib/money/claims/decide";
import { claimMessageSchema } from "@/lib/money/claims/schema";
import { writeAsStaff } from "@/lib/money/claims/service";
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
