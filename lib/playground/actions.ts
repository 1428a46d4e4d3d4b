"use server";

import { z } from "zod";
import { memberAction } from "@/lib/auth/actions";
import { createPlaygroundKey } from "@/lib/keys/playground-key";

/** A key for the page that asks: it keeps it in memory, and it dies within the half hour. */
export const createPlaygroundKeyAction = memberAction({ permission: "speech:use", input: z.object({}) }, (member) =>
  createPlaygroundKey(member),
);
