"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { requestRefund, withdrawRefund } from "./request";
import { newRefundSchema, refundIdSchema } from "./schema";

export const requestRefundAction = memberAction(
  { permission: "business:archive", input: newRefundSchema, proof: "recent", shows: "/billing/refunds" },
  async (member, { amountVnd, formToken, ...payee }) => {
    await requestRefund(member, payee, { amountVnd, formToken });
  },
);

export const withdrawRefundAction = memberAction(
  { permission: "business:archive", input: refundIdSchema, proof: "none", shows: "/billing/refunds" },
  (member, { id }) => withdrawRefund(member, id),
);
