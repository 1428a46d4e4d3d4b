"use server";

import { revalidatePath } from "next/cache";
import { memberAction } from "@/lib/auth/actions";
import { eraseResult } from "./erase";
import { eraseSchema } from "./schema";

export const eraseAction = memberAction(
  { permission: "history:delete", input: eraseSchema, proof: "recent" },
  async (member, { trackingId }) => {
    await eraseResult(member, trackingId);
    revalidatePath(`/console/${member.businessSlug}/history`);
  },
);
