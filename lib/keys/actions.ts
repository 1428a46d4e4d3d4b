"use server";

import { revalidatePath } from "next/cache";
import { memberAction } from "@/lib/auth/actions";
import { editKey, removeScope } from "./edit";
import { endOldSecret, rotateKey } from "./rotate";
import { keySchema, narrowKeySchema, rotateKeySchema } from "./schema";
import { createKey, revokeKey } from "./service";
import { editKeyFormSchema, newKeyFormSchema } from "./settings";

const refresh = (businessSlug: string) => revalidatePath(`/console/${businessSlug}/keys`, "layout");

export const createKeyAction = memberAction(
  { permission: "keys:write", input: newKeyFormSchema, proof: "recent" },
  async (member, input) => {
    const { secret } = await createKey(member, input);
    refresh(member.businessSlug);
    return { secret };
  },
);

export const editKeyAction = memberAction(
  { permission: "keys:write", input: editKeyFormSchema, proof: "byChange" },
  async (member, { id, ...input }) => {
    await editKey(member, id, input);
    refresh(member.businessSlug);
  },
);

export const narrowKeyAction = memberAction(
  { permission: "keys:write", input: narrowKeySchema, proof: "none" },
  async (member, { id, scope }) => {
    await removeScope(member, id, scope);
    refresh(member.businessSlug);
  },
);

export const rotateKeyAction = memberAction(
  { permission: "keys:write", input: rotateKeySchema, proof: "recent" },
  async (member, { id, overlap }) => {
    const { secret } = await rotateKey(member, id, overlap);
    refresh(member.businessSlug);
    return { secret };
  },
);

export const endOldSecretAction = memberAction(
  { permission: "keys:write", input: keySchema, proof: "recent" },
  async (member, { id }) => {
    await endOldSecret(member, id);
    refresh(member.businessSlug);
  },
);

export const revokeKeyAction = memberAction(
  { permission: "keys:write", input: keySchema, proof: "recent" },
  async (member, { id }) => {
    await revokeKey(member, id);
    refresh(member.businessSlug);
  },
);
