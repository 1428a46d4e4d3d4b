"use server";

import { memberAction } from "@/lib/access/auth/actions";
import { alertSchema } from "./schema";
import { setAlert } from "./service";

export const setAlertAction = memberAction(
  { permission: "billing:write", input: alertSchema, proof: "byChange", shows: "/billing" },
  (member, settings) => setAlert(member, settings),
);
