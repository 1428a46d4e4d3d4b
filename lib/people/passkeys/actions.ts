"use server";

import { headers } from "next/headers";
import { pendingAction, publicAction, viewerAction } from "@/lib/access/auth/actions";
import { deviceOf } from "@/lib/access/auth/device";
import { findBrowserId, keepBrowserId } from "@/lib/access/auth/sealed-cookie";
import { markFresh } from "@/lib/access/sessions/service";
import { completeSignIn, finishSignIn } from "@/lib/people/sign-in/begin-session";
import { cancelReset } from "@/lib/people/two-factor/reset/reset";
import { AppError } from "@/lib/platform/errors";
import { countWebAuthnChallenge } from "./challenge";
import {
  proveByPasskey,
  secondFactorCeremony,
  signInByPasskey,
  signInCeremony,
  startProof,
  stepUpCeremony,
} from "./proof";
import { finishRegistration, startRegistration } from "./registration";
import { newPasskeySchema, nothingSchema, proofSchema, removePasskeySchema, renamePasskeySchema } from "./schema";
import { removePasskey, renamePasskey } from "./service";

// Each ceremony has two steps: the challenge for the authenticator, and its response.

export const startRegistrationAction = viewerAction({ input: nothingSchema, proof: "recent" }, startRegistration);

/** Its challenge was given to this session after a recent proof of identity, and to no other. */
export const finishRegistrationAction = viewerAction(
  { input: newPasskeySchema, proof: "none", shows: "/account/security" },
  (viewer, { response }) => finishRegistration(viewer, response),
);

export const startSignInAction = publicAction({ input: nothingSchema }, async () => {
  await countWebAuthnChallenge(deviceOf(await headers()).ip);
  return startProof(signInCeremony(await keepBrowserId()));
});

export const finishSignInAction = publicAction({ input: proofSchema }, async ({ response, next }) => {
  const browserId = await findBrowserId();
  if (!browserId) throw new AppError("NOT_SIGNED_IN", { message: "passkeys.refused" });
  const { userId } = await signInByPasskey(browserId, response, { device: deviceOf(await headers()) });
  return finishSignIn({ userId, method: "passkey", next });
});

export const startSecondFactorAction = pendingAction({ input: nothingSchema }, (pending) =>
  startProof(secondFactorCeremony(pending)),
);

export const finishSecondFactorAction = pendingAction({ input: proofSchema }, async (pending, { response }) => {
  await proveByPasskey(secondFactorCeremony(pending), response, { device: deviceOf(await headers()) });
  return completeSignIn(pending, "passkey");
});

export const startStepUpAction = viewerAction({ input: nothingSchema, proof: "none" }, (viewer) =>
  startProof(stepUpCeremony(viewer)),
);

export const finishStepUpAction = viewerAction({ input: proofSchema, proof: "none" }, async (viewer, { response }) => {
  const { device, sessionId } = viewer;
  await proveByPasskey(stepUpCeremony(viewer), response, { device, sessionId });
  await cancelReset(viewer.userId, { method: "passkey", device, sessionId });
  await markFresh(sessionId);
});

export const renamePasskeyAction = viewerAction(
  { input: renamePasskeySchema, proof: "none", shows: "/account/security" },
  (viewer, input) => renamePasskey(viewer, input),
);

export const removePasskeyAction = viewerAction(
  { input: removePasskeySchema, proof: "recent", shows: "/account/security" },
  (viewer, input) => removePasskey(viewer, input),
);
