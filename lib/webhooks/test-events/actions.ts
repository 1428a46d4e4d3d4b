"use server";

import { revalidatePath } from "next/cache";
import { memberAction } from "@/lib/auth/actions";
import { testSchema } from "./schema";
import { sendTest } from "./send";

export const sendTestAction = memberAction(
  { permission: "webhooks:write", input: testSchema, proof: "none" },
  async (member, { endpointId, type }) => {
    const deliveryId = await sendTest(member, endpointId, type);
    revalidatePath(`/console/${member.businessSlug}/webhooks`, "layout");
    return { deliveryId, type };
  },
);
