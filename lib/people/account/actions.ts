"use server";

import type { Route } from "next";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { z } from "zod";
import { publicAction, viewerAction } from "@/lib/access/auth/actions";
import { clearCookie } from "@/lib/access/auth/cookie";
import { deviceOf } from "@/lib/access/auth/device";
import { linkCookie, readLinkToken } from "@/lib/access/auth/link-cookie";
import { sameSitePath } from "@/lib/access/auth/next-path";
import { findBrowserId, keepBrowserId, signUpCookie, thisBrowser } from "@/lib/access/auth/sealed-cookie";
import { firstPageOf } from "@/lib/access/principals/roles";
import { markFresh } from "@/lib/access/sessions/service";
import { termsSchema } from "@/lib/access/terms/schema";
import { acceptTerms, requireCurrentTerms } from "@/lib/access/terms/service";
import { endsSchema } from "@/lib/businesses/leaving/schema";
import { countWebAuthnChallenge } from "@/lib/people/passkeys/challenge";
import { proveByPasskey, startProof, undoEmailCeremony } from "@/lib/people/passkeys/proof";
import { proofSchema } from "@/lib/people/passkeys/schema";
import { continueSignIn, finishSignIn } from "@/lib/people/sign-in/begin-session";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { rememberChoice } from "@/lib/platform/i18n/choice";
import { localeCookie } from "@/lib/platform/i18n/locale";
import { emailSchema } from "@/lib/platform/mail/email-schema";
import { countEmailRequest } from "@/lib/platform/mail/request-quota";
import { confirmEmailChange, requestEmailChange } from "./change-email";
import { deleteAccount } from "./delete-account";
import { joinBusiness } from "./join";
import { changePassword, requestReset, resetPassword } from "./new-password";
import { provePassword } from "./password-attempts";
import { updateProfile } from "./profile";
import {
  changeEmailSchema,
  changePasswordSchema,
  forgotSchema,
  joinSchema,
  nothingSchema,
  profileSchema,
  resendSchema,
  resetSchema,
  signInSchema,
  signUpSchema,
  stepUpSchema,
  undoEmailSchema,
  verifyEmailSchema,
} from "./schema";
import { checkPassword } from "./sign-in";
import { signUp } from "./sign-up";
import { beginUndo, findUndoWays, undoEmailChange } from "./undo-email";
import { reportUnknownSignIn } from "./unknown-sign-in";
import { resendVerification, verifyEmail } from "./verify-email";

export const signUpAction = publicAction({ input: signUpSchema }, async (input) => {
  await countEmailRequest(deviceOf(await headers()).ip);
  const { userId } = await signUp(input, await getLocale());
  await signUpCookie.set({ userId, email: input.email });
  redirect("/sign-up/check-mail");
});

export const resendAction = publicAction({ input: resendSchema }, async ({ email }) => {
  await countEmailRequest(deviceOf(await headers()).ip);
  return resendVerification(email);
});

/** Signs in only the browser that signed up. If another sign-up used the same email, a new password is chosen. */
export const verifyEmailAction = publicAction({ input: verifyEmailSchema }, async ({ token }) => {
  const { userId, businessSlug, resetToken } = await verifyEmail(token);
  if (resetToken) {
    await signUpCookie.clear();
    await linkCookie.set({ place: "reset", token: resetToken });
    redirect("/reset?contested=1");
  }
  const recent = await signUpCookie.read();
  if (recent?.userId !== userId) redirect("/sign-in?verified=1");

  await signUpCookie.clear();
  const next = businessSlug ? `/console/${businessSlug}/playground` : "/console";
  return finishSignIn({ userId, method: "mail_link", next });
});

/** Signs the new member in: the link has just confirmed their email. */
export const joinAction = publicAction({ input: joinSchema }, async (input) => {
  const { userId, businessSlug, role } = await joinBusiness(input, await getLocale(), deviceOf(await headers()));
  return finishSignIn({ userId, method: "mail_link", next: `/console/${businessSlug}${firstPageOf(role)}` });
});

export const signInAction = publicAction({ input: signInSchema }, async ({ next, ...input }) => {
  const proved = await checkPassword(input, deviceOf(await headers()), await thisBrowser());
  return continueSignIn({ ...proved, next });
});

export const forgotAction = publicAction({ input: forgotSchema }, async ({ email }) =>
  requestReset(email, deviceOf(await headers()).ip),
);

/** Signs no one in: access to the mailbox is one proof, and signing in can require two. */
export const resetPasswordAction = publicAction({ input: resetSchema }, async ({ password }) => {
  await resetPassword(await readLinkToken("reset"), password);
  await linkCookie.clear();
  redirect("/sign-in?reset=1");
});

export const confirmEmailAction = publicAction({ input: nothingSchema }, async () => {
  await confirmEmailChange(await readLinkToken("confirm-email"));
  await linkCookie.clear();
});

export const undoEmailAction = publicAction({ input: undoEmailSchema }, async ({ code }) => {
  await undoEmailChange(await readLinkToken("undo-email"), { code, device: deviceOf(await headers()) });
  await linkCookie.clear();
});

/** The first step of undoing an email change with a passkey: the challenge for the device. */
export const startUndoByPasskeyAction = publicAction({ input: nothingSchema }, async () => {
  await countWebAuthnChallenge(deviceOf(await headers()).ip);
  const ways = await findUndoWays(await readLinkToken("undo-email"));
  if (!ways) throw new AppError("NOT_FOUND", { message: "passkeys.none" });
  return startProof(undoEmailCeremony(await keepBrowserId(), ways.userId));
});

export const finishUndoByPasskeyAction = publicAction({ input: proofSchema }, async ({ response }) => {
  const token = await readLinkToken("undo-email");
  const [ways, browserId] = [await findUndoWays(token), await findBrowserId()];
  if (!ways || !browserId) throw new AppError("NOT_SIGNED_IN", { message: "passkeys.refused" });
  const device = deviceOf(await headers());
  await proveByPasskey(undoEmailCeremony(browserId, ways.userId), response, { device });
  // The cookie stays: without it the page would be rendered again for an expired link, instead of showing the result.
  await undoEmailChange(token, { passkeyId: response.id, device });
});

export const beginUndoAction = publicAction({ input: nothingSchema }, async () =>
  beginUndo(await readLinkToken("undo-email"), deviceOf(await headers())),
);

export const updateProfileAction = viewerAction({ input: profileSchema, proof: "none" }, async (viewer, profile) => {
  await updateProfile(viewer, profile);
  await rememberChoice(localeCookie, profile.locale);
});

export const changePasswordAction = viewerAction(
  { input: changePasswordSchema, proof: "password", shows: "/account/security" },
  changePassword,
);

export const changeEmailAction = viewerAction({ input: changeEmailSchema, proof: "recent" }, (viewer, { email }) =>
  requestEmailChange(viewer, email),
);

/** The reply to an action that requires a recent proof of identity, for an account without a second factor. */
export const stepUpAction = viewerAction({ input: stepUpSchema, proof: "none" }, async (viewer, { password }) => {
  if (viewer.hasSecondFactor)
    throw new AppError("FORBIDDEN", { message: "account.stepUp.factorNeeded", param: "password" });
  await provePassword(viewer, password);
  await markFresh(viewer.sessionId);
});

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

export const acceptTermsAction = viewerAction(
  { input: termsSchema, proof: "none" },
  async ({ userId }, { terms, next }) => {
    requireCurrentTerms(terms);
    await acceptTerms(db, userId);
    redirect((sameSitePath(next) ?? "/console") as Route);
  },
);

/** The form has no other field: the link's token is in a cookie. */
const reportUnknownSignInSchema = z.object({});

export const reportUnknownSignInAction = publicAction({ input: reportUnknownSignInSchema }, async () => {
  await reportUnknownSignIn(await readLinkToken("not-me"));
  await linkCookie.clear();
});
