"use server";

import { revalidatePath } from "next/cache";
import { memberAction } from "@/lib/auth/actions";
import { cancelReplay } from "./cancel";
import { createReplay } from "./create";
import { newReplaySchema, replayIdSchema } from "./schema";

const refresh = (businessSlug: string) => revalidatePath(`/console/${businessSlug}/webhooks`, "layout");

export const createReplayAction = memberAction(
  { permission: "webhooks:write", input: newReplaySchema, proof: "none" },
  async (member, { endpointId, selection }) => {
    const id = await createReplay(member, endpointId, selection);
    refresh(member.businessSlug);
    return { id };
  },
);

export const cancelReplayAction = memberAction(
  { permission: "webhooks:write", input: replayIdSchema, proof: "none" },
  async (member, { id }) => {
    await cancelReplay(member, id);
    refresh(member.businessSlug);
  },
);
