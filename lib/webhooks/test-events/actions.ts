"use server";

import { memberAction } from "@/lib/auth/actions";
import { testSchema } from "./schema";
import { sendTest } from "./send";

export const sendTestAction = memberAction(
  { permission: "webhooks:write", input: testSchema, proof: "none", shows: "/webhooks/**" },
  async (member, { endpointId, type }) => {
    const deliveryId = await sendTest(member, endpointId, type);
    return { deliveryId, type };
  },
);
