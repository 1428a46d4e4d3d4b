"use server";

import { publicAction } from "@/lib/auth/actions";
import { linkCookie, readLinkToken } from "@/lib/auth/link-cookie";
import { disownSignIn } from "./not-me";
import { notMeSchema } from "./schema";

export const notMeAction = publicAction({ input: notMeSchema }, async () => {
  await disownSignIn(await readLinkToken("not-me"));
  await linkCookie.clear();
});
