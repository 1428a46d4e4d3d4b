"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { forgetValue, setMetadataKeys } from "./metadata-keys";
import { forgottenValueSchema, metadataKeysSchema } from "./schema";

export const setMetadataKeysAction = memberAction(
  { permission: "business:write", input: metadataKeysSchema, proof: "none", shows: "/settings" },
  (member, { names }) => setMetadataKeys(member, names),
);

export const forgetValueAction = memberAction(
  { permission: "business:write", input: forgottenValueSchema, proof: "none", shows: "/settings" },
  (member, forgotten) => forgetValue(member, forgotten),
);
