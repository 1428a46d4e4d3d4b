"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { allowAddress } from "@/lib/keys/edit";
import { diagnose } from "./diagnose";
import { allowAddressSchema, questionSchema } from "./schema";

export const diagnoseAction = memberAction(
  { permission: "keys:read", input: questionSchema, proof: "none" },
  (member, { secretOrId }) => diagnose(member, secretOrId),
);

export const allowAddressAction = memberAction(
  { permission: "keys:write", input: allowAddressSchema, proof: "byChange", shows: "/keys/**" },
  (member, { id, address }) => allowAddress(member, id, address),
);
