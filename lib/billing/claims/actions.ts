"use server";

import { revalidatePath } from "next/cache";
import { memberAction } from "@/lib/auth/actions";
import { writeAsMember } from "./messages";
import { claimIdSchema, claimMessageSchema, newClaimSchema } from "./schema";
import { createClaim, withdrawClaim } from "./service";

export const createClaimAction = memberAction(
  { permission: "billing:write", input: newClaimSchema, proof: "none" },
  async (member, claim) => {
    await createClaim(member, claim);
    revalidatePath(`/console/${member.businessSlug}/billing`);
  },
);

export const withdrawClaimAction = memberAction(
  { permission: "billing:write", input: claimIdSchema, proof: "none" },
  async (member, { id }) => {
    await withdrawClaim(member, id);
    revalidatePath(`/console/${member.businessSlug}/billing`);
  },
);

export const writeClaimMessageAction = memberAction(
  { permission: "billing:write", input: claimMessageSchema, proof: "none" },
  async (member, { id, text }) => {
    await writeAsMember(member, id, text);
    revalidatePath(`/console/${member.businessSlug}/billing`);
  },
);
