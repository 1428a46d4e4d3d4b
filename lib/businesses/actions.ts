"use server";

import { revalidatePath } from "next/cache";
import { memberAction } from "@/lib/auth/actions";
import { setDataRules } from "./data-rules";
import { renameBusiness } from "./profile";
import { businessNameSchema, dataRulesSchema } from "./schema";

export const setDataRulesAction = memberAction(
  { permission: "business:write", input: dataRulesSchema, proof: "recent" },
  async (member, rules) => {
    await setDataRules(member, rules);
    revalidatePath(`/console/${member.businessSlug}/settings`);
  },
);

export const renameBusinessAction = memberAction(
  { permission: "business:write", input: businessNameSchema, proof: "none" },
  async (member, { name }) => {
    await renameBusiness(member, name);
    revalidatePath(`/console/${member.businessSlug}`, "layout");
  },
);
