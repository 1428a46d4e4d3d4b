"use server";

import { redirect } from "next/navigation";
import { viewerAction } from "@/lib/access/auth/actions";
import { clearCookie } from "@/lib/access/auth/cookie";
import { deleteAccountSchema } from "./schema";
import { deleteAccount } from "./service";

export const deleteAccountAction = viewerAction(
  { input: deleteAccountSchema, proof: "recent" },
  async (viewer, { email, ends }) => {
    await deleteAccount(viewer, email, ends);
    await clearCookie();
    redirect("/sign-in?deleted=1");
  },
);
