"use server";

import { revalidatePath } from "next/cache";
import { memberAction } from "@/lib/auth/actions";
import { newKeySchema, revokeKeySchema } from "./schema";
import { createKey, revokeKey } from "./service";

export const createKeyAction = memberAction(
  { permission: "keys:write", input: newKeySchema },
  async (member, input) => {
    const { secret } = await createKey(member, input);
    revalidatePath(`/console/${member.businessSlug}/keys`);
    return { secret };
  },
);

export const revokeKeyAction = memberAction(
  { permission: "keys:write", input: revokeKeySchema },
  async (member, { id }) => {
    await revokeKey(member, id);
    revalidatePath(`/console/${member.businessSlug}/keys`);
  },
);
