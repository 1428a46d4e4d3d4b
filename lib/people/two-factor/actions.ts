"use server";

import { headers } from "next/headers";
import { z } from "zod";
import { pendingAction, publicAction, viewerAction } from "@/lib/access/auth/actions";
import { deviceOf } from "@/lib/access/auth/device";
import { linkCookie, readLinkToken } from "@/lib/access/auth/link-cookie";
import type { Viewer } from "@/lib/access/principals/viewer";
import { markFresh } from "@/lib/access/sessions/service";
import { provePassword } from "@/lib/people/account/password-attempts";
import { stepUpSchema } from "@/lib/people/account/schema";
import { completeSignIn } from "@/lib/people/sign-in/begin-session";
import {
  beginReset,
  cancelOwnReset,
  cancelReset,
  cancelResetByLink,
  keepOwnSuspended,
  requestReset,
} from "@/lib/people/two-factor/reset/reset";
import { recordProof } from "./factors";
import { renewRecoveryCodes, takeRecoveryCode } from "./recovery-codes";
import { anyCodeSchema, codeSchema, recoveryCodeSchema } from "./schema";
import { confirmTotp, startTotp, turnOffTotp, verifyTotp } from "./totp";

const nothing = z.object({});
const turnOffSchema = anyCodeSchema.extend(stepUpSchema.shape);

export const startTotpAction = viewerAction({ input: nothing, proof: "recent" }, startTotp);

export const confirmTotpAction = viewerAction(
  { input: codeSchema, proof: "recent", shows: "/account/security" },
  (viewer, { code }) => confirmTotp(viewer, code),
);

/** Requires both proofs, however recent the session's is. A recovery code replaces the app's if the phone is lost. */
export const turnOffTotpAction = viewerAction(
  { input: turnOffSchema, proof: "none", shows: "/account/security" },
  async (viewer, { password, code }) => {
    await provePassword(viewer, password);
    await proveAnyCode(viewer, code);
    await turnOffTotp(viewer);
  },
);

export const renewRecoveryCodesAction = viewerAction(
  { input: nothing, proof: "recent", shows: "/account/security" },
  renewRecoveryCodes,
);

/** The second step of signing in, by the app. Ends in a redirect. */
export const signInWithCodeAction = pendingAction({ input: codeSchema }, async (pending, { code }) => {
  await verifyTotp({ userId: pending.userId, device: deviceOf(await headers()) }, code);
  return completeSignIn(pending, "totp");
});

/** Goes on to the setup of a new app. A code of the last 24 hours is no recent proof: it must not turn a factor off. */
export const signInWithRecoveryCodeAction = pendingAction({ input: recoveryCodeSchema }, async (pending, { code }) => {
  const prover = { userId: pending.userId, device: deviceOf(await headers()) };
  const { isNew } = await takeRecoveryCode(prover, code, { acceptsNew: true });
  const next = "/account/security?used=recovery-code";
  return completeSignIn({ ...pending, next }, "recovery_code", { isFresh: !isNew });
});

/** The reply to an action that requires a recent proof, by the app or a recovery code. */
export const proveCodeAction = viewerAction({ input: anyCodeSchema, proof: "none" }, async (viewer, { code }) => {
  const method = await proveAnyCode(viewer, code);
  await recordProof(viewer, "proved_again", method);
  await markFresh(viewer.sessionId);
});

/** A factor that is used is not lost, so a pending removal ends. */
async function proveAnyCode(viewer: Viewer, code: string): Promise<"totp" | "recovery_code"> {
  const { userId, device, sessionId } = viewer;
  const method = code.length === 6 ? "totp" : "recovery_code";
  await (method === "totp" ? verifyTotp(viewer, code) : takeRecoveryCode(viewer, code, { acceptsNew: false }));
  await cancelReset(userId, { method, device, sessionId });
  return method;
}

/** For someone who lost all of them: emails a link to the account whose password was just given. */
export const requestResetAction = pendingAction({ input: nothing }, async ({ userId }) =>
  requestReset({ userId, device: deviceOf(await headers()) }),
);

export const beginResetAction = publicAction({ input: nothing }, async () => {
  const wait = await beginReset(await readLinkToken("reset-factors"), deviceOf(await headers()));
  await linkCookie.clear();
  return wait;
});

// Neither requires a recent proof: a person who did not request it must not have to wait, and an attacker gains nothing
// by it.

export const keepFactorsAction = publicAction({ input: nothing }, async () => {
  await cancelResetByLink(await readLinkToken("keep-factors"), deviceOf(await headers()));
  await linkCookie.clear();
});

export const cancelResetAction = viewerAction({ input: nothing, proof: "none", shows: "/account/security" }, (viewer) =>
  cancelOwnReset(viewer),
);

export const keepSuspendedAction = viewerAction(
  { input: nothing, proof: "recent", shows: "/account/security" },
  (viewer) => keepOwnSuspended(viewer),
);
