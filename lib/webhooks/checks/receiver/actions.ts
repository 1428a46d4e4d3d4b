"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { runDrill } from "./run";
import { drillSchema } from "./schema";

export const runDrillAction = memberAction(
  { permission: "webhooks:write", input: drillSchema, proof: "none" },
  async (member, { endpointId }) => runDrill(member, endpointId),
);
