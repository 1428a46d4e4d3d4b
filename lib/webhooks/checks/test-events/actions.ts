"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { testSchema } from "./schema";
import { awaitTest, sendTest } from "./send";

export const sendTestAction = memberAction(
  { permission: "webhooks:write", input: testSchema, proof: "none", shows: "/webhooks/**" },
  async (member, { endpointId, type }) => {
    const deliveryId = await sendTest(member, endpointId, type);
    return { deliveryId, type, outcome: await awaitTest(member, deliveryId) };
  },
);
