"use server";

import { memberAction } from "@/lib/auth/actions";
import { shareTraceSchema } from "./schema";
import { shareTrace } from "./share";

export const shareTraceAction = memberAction(
  { permission: "history:read", input: shareTraceSchema, proof: "recent" },
  async (member, { id }) => ({ url: await shareTrace(member, id) }),
);
