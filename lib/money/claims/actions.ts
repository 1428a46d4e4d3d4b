"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { claimIdSchema, claimMessageSchema, newClaimSchema } from "./schema";
import { createClaim, withdrawClaim, writeAsMember } from "./service";

export const createClaimAction = memberAction(
  { permission: "billing:write", input: newClaimSchema, proof: "none", shows: "/billing" },
  async (member, claim) => {
    await createClaim(member, claim);
  },
);

export const withdrawClaimAction = memberAction(
  { permission: "billing:write", input: claimIdSchema, proof: "none", shows: "/billing" },
  (member, { id }) => withdrawClaim(member, id),
);

export const writeClaimMessageAction = memberAction(
  { permission: "billing:write", input: claimMessageSchema, proof: "none", shows: "/billing" },
  (member, { id, text }) => writeAsMember(member, id, text),
);
