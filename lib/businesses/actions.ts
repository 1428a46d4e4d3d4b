"use server";

import { revalidatePath } from "next/cache";
import { memberAction } from "@/lib/auth/actions";
import { setDataRules } from "./data-rules";
import { dataRulesSchema } from "./schema";

export const setDataRulesAction = memberAction(
  { permission: "business:write", input: dataRulesSchema },
  async (member, rules) => {
    await setDataRules(member, rules);
    revalidatePath(`/console/${member.businessSlug}/settings`);
  },
);
