"use server";

import { revalidatePath } from "next/cache";
import { staffAction } from "@/lib/auth/actions";
import { approveClaim, rejectClaim } from "@/lib/billing/claims/decide";
import { writeAsStaff } from "@/lib/billing/claims/messages";
import { claimMessageSchema } from "@/lib/billing/claims/schema";
import { approveClaimSchema, rejectClaimSchema } from "./schema";

const showAgain = () => revalidatePath("/operator", "layout");

export const approveClaimAction = staffAction(
  { right: "money", input: approveClaimSchema, proof: "recent" },
  async (staff, { id, transferId, reason }) => {
    await approveClaim(staff, id, transferId, reason);
    showAgain();
  },
);

export const rejectClaimAction = staffAction(
  { right: "money", input: rejectClaimSchema, proof: "recent" },
  async (staff, { id, reason }) => {
    await rejectClaim(staff, id, reason);
    showAgain();
  },
);

export const answerClaimAction = staffAction(
  { right: "read", input: claimMessageSchema, proof: "none" },
  async (staff, { id, text }) => {
    await writeAsStaff(staff, id, text);
    showAgain();
  },
);
