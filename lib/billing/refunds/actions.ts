"use server";

import { revalidatePath } from "next/cache";
import { memberAction } from "@/lib/auth/actions";
import { requestRefund } from "./request";
import { payeeSchema } from "./schema";

export const requestRefundAction = memberAction(
  { permission: "business:archive", input: payeeSchema, proof: "recent" },
  async (member, payee) => {
    await requestRefund(member, payee);
    revalidatePath(`/console/${member.businessSlug}/settings`);
  },
);
