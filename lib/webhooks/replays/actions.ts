"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { cancelReplay, createReplay } from "./requests";
import { newReplaySchema, replayIdSchema } from "./schema";

export const createReplayAction = memberAction(
  { permission: "webhooks:write", input: newReplaySchema, proof: "none", shows: "/webhooks/**" },
  async (member, { endpointId, selection }) => {
    const id = await createReplay(member, endpointId, selection);
    return { id };
  },
);

export const cancelReplayAction = memberAction(
  { permission: "webhooks:write", input: replayIdSchema, proof: "none", shows: "/webhooks/**" },
  (member, { id }) => cancelReplay(member, id),
);
