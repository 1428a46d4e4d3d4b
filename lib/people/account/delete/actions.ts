"use server";

import { redirect } from "next/navigation";
import { viewerAction } from "@/lib/access/auth/actions";
import { clearCookie } from "@/lib/access/auth/cookie";
import { endsSchema } from "@/lib/businesses/leaving/schema";
import { emailSchema } from "@/lib/platform/mail/email-schema";
import { deleteAccount } from "./service";

/** The person types their own `email` again to confirm. */
const deleteAccountSchema = endsSchema.extend({ email: emailSchema });

export const deleteAccountAction = viewerAction(
  { input: deleteAccountSchema, proof: "recent" },
  async (viewer, { email, ends }) => {
    await deleteAccount(viewer, email, ends);
    await clearCookie();
    redirect("/sign-in?deleted=1");
  },
);
