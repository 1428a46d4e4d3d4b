"use server";

import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { publicAction } from "@/lib/auth/actions";
import { clearCookie, issueCookie } from "@/lib/auth/cookie";
import { deviceOf } from "@/lib/auth/device";
import { sameSitePath } from "@/lib/auth/next-path";
import { requireSameOrigin } from "@/lib/auth/origin";
import { findViewer } from "@/lib/auth/session";
import { findSignUp, forgetSignUp, rememberSignUp } from "@/lib/auth/sign-up-cookie";
import { resendSchema, signInSchema, signUpSchema, verifyEmailSchema } from "./schema";
import { createSession, endSession } from "./sessions";
import { signIn } from "./sign-in";
import { signUp } from "./sign-up";
import { resendVerification, verifyEmail } from "./verify-email";

export const signUpAction = publicAction({ input: signUpSchema }, async (input) => {
  const { userId } = await signUp(input, await getLocale());
  await rememberSignUp({ userId, email: input.email });
  redirect("/sign-up/check-mail");
});

export const resendAction = publicAction({ input: resendSchema }, ({ email }) => resendVerification(email));

/** The browser that signed up is signed in at once; any other still has to know the password. */
export const verifyEmailAction = publicAction({ input: verifyEmailSchema }, async ({ token }) => {
  const { userId, businessSlug } = await verifyEmail(token);
  const recent = await findSignUp();
  if (recent?.userId !== userId) redirect("/sign-in?verified=1");

  await issueCookie({ sid: await createSession(userId, deviceOf(await headers())), uid: userId });
  await forgetSignUp();
  redirect((businessSlug ? `/console/${businessSlug}/playground` : "/console") as Route);
});

export const signInAction = publicAction({ input: signInSchema }, async ({ next, ...input }) => {
  const { sessionId, userId } = await signIn(input, deviceOf(await headers()));
  await issueCookie({ sid: sessionId, uid: userId });
  redirect((sameSitePath(next) ?? "/console") as Route);
});

/** A plain form's action: there is nothing to fill in, and whoever is signed out already is sent on all the same. */
export async function signOutAction(): Promise<void> {
  requireSameOrigin(await headers());
  const viewer = await findViewer();
  if (viewer) await endSession(viewer.sessionId);
  await clearCookie();
  redirect("/sign-in");
}
