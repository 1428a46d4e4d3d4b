"use server";

import { publicAction } from "@/lib/access/auth/actions";
import { linkCookie, readLinkToken } from "@/lib/access/auth/link-cookie";
import { reportUnknownSignIn } from "./report";
import { reportUnknownSignInSchema } from "./schema";

export const reportUnknownSignInAction = publicAction({ input: reportUnknownSignInSchema }, async () => {
  await reportUnknownSignIn(await readLinkToken("not-me"));
  await linkCookie.clear();
});
