"use server";

import { z } from "zod";
import { memberAction } from "@/lib/auth/actions";
import { issuePlaygroundKey } from "./service";

/** A key for the page that asks: it keeps it in memory, and it ends within half an hour or with the session. */
export const createPlaygroundKeyAction = memberAction({ permission: "speech:use", input: z.object({}) }, (member) =>
  issuePlaygroundKey(member),
);
