"use server";

import { revalidatePath } from "next/cache";
import { staffAction } from "@/lib/auth/actions";
import { approveRefund } from "@/lib/billing/refunds/approve";
import { closePaidRefund, rejectRefund } from "@/lib/billing/refunds/decide";
import { decideRefundSchema, payRefundSchema } from "./schema";

const showAgain = () => revalidatePath("/operator", "layout");

export const approveRefundAction = staffAction(
  { right: "money", input: decideRefundSchema, proof: "recent" },
  async (staff, { id, reason }) => {
    await approveRefund(staff, id, reason);
    showAgain();
  },
);

export const payRefundAction = staffAction(
  { right: "money", input: payRefundSchema, proof: "recent" },
  async (staff, { id, ...payout }) => {
    await closePaidRefund(staff, id, payout);
    showAgain();
  },
);

export const rejectRefundAction = staffAction(
  { right: "money", input: decideRefundSchema, proof: "recent" },
  async (staff, { id, reason }) => {
    await rejectRefund(staff, id, reason);
    showAgain();
  },
);
