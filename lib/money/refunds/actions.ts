"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { requestRefund } from "./request";
import { payeeSchema } from "./schema";

export const requestRefundAction = memberAction(
  { permission: "business:archive", input: payeeSchema, proof: "recent", shows: "/settings" },
  async (member, payee) => {
    await requestRefund(member, payee);
  },
);
