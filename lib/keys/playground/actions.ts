"use server";

import { z } from "zod";
import { memberAction } from "@/lib/access/auth/actions";
import { issuePlaygroundKey } from "./create";

/** A key for the current page, which keeps it in memory. It ends after 15 minutes or with the session. */
export const createPlaygroundKeyAction = memberAction(
  { permission: "speech:use", input: z.object({}), proof: "none" },
  (member) => issuePlaygroundKey(member),
);
