"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { createServiceAccount, removeServiceAccount } from "./accounts";
import { newServiceAccountSchema, removeServiceAccountSchema } from "./schema";

export const createServiceAccountAction = memberAction(
  { permission: "keys:write", input: newServiceAccountSchema, proof: "recent", shows: "/keys/**" },
  async (member, input) => {
    await createServiceAccount(member, input);
  },
);

export const removeServiceAccountAction = memberAction(
  { permission: "keys:write", input: removeServiceAccountSchema, proof: "recent", shows: "/keys/**" },
  async (member, { id }) => {
    await removeServiceAccount(member, id);
  },
);
