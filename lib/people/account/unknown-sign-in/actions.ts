"use server";

import { z } from "zod";
import { publicAction } from "@/lib/access/auth/actions";
import { linkCookie, readLinkToken } from "@/lib/access/auth/link-cookie";
import { reportUnknownSignIn } from "./service";

/** The form has no other field: the link's token is in a cookie. */
const reportUnknownSignInSchema = z.object({});

export const reportUnknownSignInAction = publicAction({ input: reportUnknownSignInSchema }, async () => {
  await reportUnknownSignIn(await readLinkToken("not-me"));
  await linkCookie.clear();
});
