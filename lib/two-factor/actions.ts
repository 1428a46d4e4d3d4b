"use server";

import { revalidatePath } from "next/cache";
import { headers } from "next/headers";
import { z } from "zod";
import { pendingAction, viewerAction } from "@/lib/auth/actions";
import { deviceOf } from "@/lib/auth/device";
import { completeSignIn } from "@/lib/auth/sign-in";
import { markFresh } from "@/lib/sessions/service";
import { recordProof } from "./prover";
import { renewRecoveryCodes, takeRecoveryCode } from "./recovery-codes";
import { codeSchema, recoveryCodeSchema } from "./schema";
import { confirmTotp, startTotp, turnOffTotp } from "./service";
import { verifyTotp } from "./verify";

const nothing = z.object({});

export const startTotpAction = viewerAction({ input: nothing, fresh: true }, startTotp);

/** The page is left as it is: it now shows recovery codes that cannot be had again. */
export const confirmTotpAction = viewerAction({ input: codeSchema, fresh: true }, (viewer, { code }) =>
  confirmTotp(viewer, code),
);

export const turnOffTotpAction = viewerAction({ input: nothing, fresh: true }, async (viewer) => {
  await turnOffTotp(viewer);
  revalidatePath("/account/security");
});

export const renewRecoveryCodesAction = viewerAction({ input: nothing, fresh: true }, renewRecoveryCodes);

/** The second step of signing in, by the app. Ends in a redirect. */
export const signInWithCodeAction = pendingAction({ input: codeSchema }, async (pending, { code }) => {
  await verifyTotp({ userId: pending.userId, device: deviceOf(await headers()) }, code);
  return completeSignIn(pending, "totp");
});

/** The second step of signing in, for whoever lost the app: it leads to where a new one is set up. */
export const signInWithRecoveryCodeAction = pendingAction({ input: recoveryCodeSchema }, async (pending, { code }) => {
  await takeRecoveryCode({ userId: pending.userId, device: deviceOf(await headers()) }, code);
  return completeSignIn({ ...pending, next: "/account/security?used=recovery-code" }, "recovery_code");
});

/** The answer to what an action with `fresh` asks, by the app. */
export const proveCodeAction = viewerAction({ input: codeSchema }, async (viewer, { code }) => {
  await verifyTotp(viewer, code);
  await recordProof(viewer, "proved_again", "totp");
  await markFresh(viewer.sessionId);
});
