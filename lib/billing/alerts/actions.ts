"use server";

import { revalidatePath } from "next/cache";
import { memberAction } from "@/lib/auth/actions";
import { alertSchema } from "./schema";
import { setAlert } from "./service";

export const setAlertAction = memberAction(
  { permission: "billing:write", input: alertSchema, proof: "byChange" },
  async (member, settings) => {
    await setAlert(member, settings);
    revalidatePath(`/console/${member.businessSlug}/billing`);
  },
);
