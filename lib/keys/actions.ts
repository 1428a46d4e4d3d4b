"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { editKey, removeScope } from "./edit";
import { endOldSecret, rotateKey } from "./rotate";
import { keySchema, narrowKeySchema, rotateKeySchema } from "./schema";
import { createKey, revokeKey } from "./service";
import { editKeyFormSchema, newKeyFormSchema } from "./settings";

export const createKeyAction = memberAction(
  { permission: "keys:write", input: newKeyFormSchema, proof: "recent", shows: "/keys/**" },
  async (member, input) => {
    const { secret } = await createKey(member, input);
    return { secret };
  },
);

export const editKeyAction = memberAction(
  { permission: "keys:write", input: editKeyFormSchema, proof: "byChange", shows: "/keys/**" },
  (member, { id, ...input }) => editKey(member, id, input),
);

export const narrowKeyAction = memberAction(
  { permission: "keys:write", input: narrowKeySchema, proof: "none", shows: "/keys/**" },
  (member, { id, scope }) => removeScope(member, id, scope),
);

export const rotateKeyAction = memberAction(
  { permission: "keys:write", input: rotateKeySchema, proof: "recent", shows: "/keys/**" },
  async (member, { id, overlap }) => {
    const { secret } = await rotateKey(member, id, overlap);
    return { secret };
  },
);

export const endOldSecretAction = memberAction(
  { permission: "keys:write", input: keySchema, proof: "recent", shows: "/keys/**" },
  (member, { id }) => endOldSecret(member, id),
);

export const revokeKeyAction = memberAction(
  { permission: "keys:write", input: keySchema, proof: "recent", shows: "/keys/**" },
  (member, { id }) => revokeKey(member, id),
);
