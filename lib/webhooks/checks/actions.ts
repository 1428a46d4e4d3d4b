"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { runDrill } from "./drill";
import { drillSchema, testSchema } from "./schema";
import { awaitTest, sendTest } from "./test-events";

export const runDrillAction = memberAction(
  { permission: "webhooks:write", input: drillSchema, proof: "none" },
  async (member, { endpointId }) => runDrill(member, endpointId),
);

export const sendTestAction = memberAction(
  { permission: "webhooks:write", input: testSchema, proof: "none", shows: "/webhooks/**" },
  async (member, { endpointId, type }) => {
    const deliveryId = await sendTest(member, endpointId, type);
    return { deliveryId, type, outcome: await awaitTest(member, deliveryId) };
  },
);
