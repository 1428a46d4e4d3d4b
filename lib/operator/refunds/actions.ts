"use server";

import { staffAction } from "@/lib/access/auth/actions";
import { isWaiting } from "@/lib/money/acts/schema";
import { approveRefund } from "@/lib/money/refunds/approve";
import { closePaidRefund, rejectRefund } from "@/lib/money/refunds/decide";
import { decideRefundSchema, payRefundSchema } from "./schema";

export const approveRefundAction = staffAction(
  { right: "money", input: decideRefundSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { id, reason, seen }) => isWaiting(await approveRefund(staff, id, reason, seen)),
);

export const payRefundAction = staffAction(
  { right: "money", input: payRefundSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { id, ...payout }) => isWaiting(await closePaidRefund(staff, id, payout)),
);

export const rejectRefundAction = staffAction(
  { right: "money", input: decideRefundSchema, proof: "recent", shows: "/operator/**" },
  async (staff, { id, reason, seen }) => isWaiting(await rejectRefund(staff, id, reason, seen)),
);
