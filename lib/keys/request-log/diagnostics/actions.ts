"use server";

import { z } from "zod";
import { memberAction } from "@/lib/access/auth/actions";
import { allowAddress } from "@/lib/keys/edit";
import { diagnose } from "./diagnose";

/** A request id, a trackingId, a key or its last four characters, as it was pasted. */
const questionSchema = z.object({
  // The name keeps a possible secret out of a rejected form's values.
  secretOrId: z
    .string()
    .trim()
    .min(1, "diagnostics.nothingAsked")
    .max(200, "diagnostics.tooLong")
    .regex(/^[^\p{Cc}]*$/u, "diagnostics.tooLong"),
});

const allowAddressSchema = z.object({
  id: z.string().regex(/^key_[0-9a-v]{26}$/, "keys.unknown"),
  address: z.string().max(64, "diagnostics.tooLong"),
});

export const diagnoseAction = memberAction(
  { permission: "keys:read", input: questionSchema, proof: "none" },
  (member, { secretOrId }) => diagnose(member, secretOrId),
);

export const allowAddressAction = memberAction(
  { permission: "keys:write", input: allowAddressSchema, proof: "byChange", shows: "/keys/**" },
  (member, { id, address }) => allowAddress(member, id, address),
);
