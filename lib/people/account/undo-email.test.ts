// @module-tag promise
// @module-tag slow
import { afterEach, expect, test } from "vitest";
import type { Viewer } from "@/lib/access/principals/viewer";
import { findFactors, hasSecondFactor } from "@/lib/access/sessions/second-factor";
import { findLiveSession } from "@/lib/access/sessions/service";
import {
  proveByPasskey,
  signInByPasskey,
  signInCeremony,
  startProof,
  undoEmailCeremony,
} from "@/lib/people/passkeys/proof";
import { finishRegistration, startRegistration } from "@/lib/people/passkeys/registration";
import { issueRecoveryCodes } from "@/lib/people/two-factor/recovery-codes";
import { cancelResetByLink } from "@/lib/people/two-factor/reset/reset";
import { verifyTotp } from "@/lib/people/two-factor/totp";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeConfirmedApp, makeViewer } from "@/prisma/factories";
import { makeAuthenticator } from "@/testing/fakes/authenticator";
import { codeNow } from "@/testing/harness/app-code";
import { pass } from "@/testing/harness/lost-factors";
import { mailedToken, mailsTo } from "@/testing/harness/mailbox";
import { moveEmail, newPassword, userOf } from "@/testing/harness/moved-email";
import { signIn } from "@/testing/harness/signed-in";
import { requestReset, resetPassword } from "./new-password";
import { signUp } from "./sign-up";
import { beginUndo, undoEmailChange } from "./undo-email";

afterEach(clock.reset);

const somewhere = { ip: "198.51.100.9", userAgent: "curl/8.5.0" };

test("the old email can undo it until 72 hours after: email restored, sessions ended, password reset required", async () => {
  const viewer = await makeViewer();
  await moveEmail(viewer);
  const token = await mailedToken(viewer.email, "undo-email");
  clock.advance(hours(72) - minutes(1));
  await undoEmailChange(token);

  expect(await userOf(viewer.userId)).toMatchObject({ email: viewer.email, mustResetPassword: true });
  expect(await findLiveSession(viewer.sessionId)).toBeNull();
  await expect(undoEmailChange(token)).rejects.toMatchObject({ code: "NOT_FOUND" });

  const second = await makeViewer();
  await moveEmail(second);
  const late = await mailedToken(second.email, "undo-email");
  clock.advance(hours(72));
  await expect(undoEmailChange(late)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

/** Someone with an app, a passkey and recovery codes from last week, who has changed the account's email. */
async function makeMoved() {
  const { userId, secret } = await makeConfirmedApp();
  const viewer = await makeViewer({ userId });
  const device = makeAuthenticator();
  await finishRegistration(viewer, device.create(await startRegistration(viewer)));
  const [recoveryCode = ""] = await db.$transaction((tx) => issueRecoveryCodes(tx, userId));
  clock.advance(days(8));
  const address = await moveEmail(viewer);
  const token = await mailedToken(viewer.email, "undo-email");
  return { viewer, userId, secret, device, recoveryCode, address, token };
}

test("where the account has a second factor, access to the old mailbox alone does not undo an email change", async () => {
  const { userId, address, token } = await makeMoved();
  await expect(undoEmailChange(token)).rejects.toMatchObject({ code: "FORBIDDEN" });
  for (const code of ["000000", "AAAAAAAAAAAAAAAA"]) {
    await expect(undoEmailChange(token, { code })).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
  await expect(undoEmailChange(token, { passkeyId: "someone else's" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await userOf(userId)).toMatchObject({ email: address, mustResetPassword: false });
});

test.each(["a code of the app", "a recovery code", "a passkey"])(
  "with %s it does, and both emails are notified",
  async (way) => {
    const { viewer, userId, secret, device, recoveryCode, address, token } = await makeMoved();
    if (way === "a passkey") {
      const ceremony = undoEmailCeremony("browser", userId);
      const answer = device.get(await startProof(ceremony));
      await proveByPasskey(ceremony, answer, { device: somewhere });
      await undoEmailChange(token, { passkeyId: answer.id });
    } else {
      await undoEmailChange(token, { code: way === "a recovery code" ? recoveryCode : codeNow(secret) });
    }
    expect(await userOf(userId)).toMatchObject({ email: viewer.email, mustResetPassword: true });
    expect((await mailsTo(viewer.email)).map(({ subject }) => subject)).toContain("Đã khôi phục email tài khoản Vang");
    expect((await mailsTo(address))[0]?.subject).toBe("Tài khoản Vang không còn dùng email này");
  },
);

test("wrong codes there do not use up the attempts of the person's own sign-in", async () => {
  const { userId, secret, token } = await makeMoved();
  for (let count = 0; count < 20; count += 1) await undoEmailChange(token, { code: "000000" }).catch(() => {});
  expect(await db.signInEntry.count({ where: { userId, result: "wrong_code" } })).toBe(3);
  await expect(verifyTotp({ userId, device: somewhere }, codeNow(secret))).resolves.toBeUndefined();
});

test("without the second factor it takes 24 hours; the current email is notified and can cancel it", async () => {
  const moved = await makeMoved();
  await beginUndo(moved.token, somewhere);
  expect((await mailsTo(moved.address))[0]?.subject).toBe("Tài khoản Vang của bạn sắp dùng lại email trước đây");
  await signUp({ name: "Kẻ Lạ", businessName: "Sách", email: moved.viewer.email, password: newPassword }, "vi");
  await pass(hours(12));
  await pass(hours(12) - minutes(5));
  expect(await userOf(moved.userId)).toMatchObject({ email: moved.address });
  await pass(minutes(5));
  expect(await userOf(moved.userId)).toMatchObject({ email: moved.viewer.email, mustResetPassword: true });
  expect(await hasSecondFactor(moved.userId)).toBe(false);

  const kept = await makeMoved();
  await beginUndo(kept.token, somewhere);
  await cancelResetByLink(await mailedToken(kept.address, "keep-factors"), somewhere);
  await pass(hours(12));
  await pass(hours(12));
  expect(await userOf(kept.userId)).toMatchObject({ email: kept.address });
  await expect(undoEmailChange(kept.token)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an attacker's own second factor does not hinder the owner, and is suspended when they undo the change", async () => {
  const viewer = await makeViewer();
  await signIn(viewer.userId, { method: "password" });
  clock.advance(minutes(1));
  const { sessionId } = await signIn(viewer.userId, { method: "password" });
  const thief = { ...viewer, sessionId } as Viewer;
  const device = makeAuthenticator();
  await finishRegistration(thief, device.create(await startRegistration(thief)));
  await moveEmail(thief);
  await undoEmailChange(await mailedToken(viewer.email, "undo-email"));
  await requestReset(viewer.email, newId("request"));
  await resetPassword(await mailedToken(viewer.email, "reset"), newPassword);

  const answer = device.get(await startProof(signInCeremony("browser")));
  const byPasskey = signInByPasskey("browser", answer, { device: somewhere });
  await expect(byPasskey).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
});

/** An attacker with the session of the browser that this person has used for a month, and a passkey added since. */
async function robbedOfSession(viewer: Viewer) {
  const method = (await hasSecondFactor(viewer.userId)) ? "passkey" : "password";
  const token = newToken();
  await signIn(viewer.userId, { method, token });
  clock.advance(days(30));
  const { sessionId } = await signIn(viewer.userId, { method, token });
  const thief = { ...viewer, sessionId } as Viewer;
  const device = makeAuthenticator();
  await finishRegistration(thief, device.create(await startRegistration(thief)));
  return { thief, device };
}

test("a passkey added in a stolen session of the owner's browser does not hinder the owner", async () => {
  const { thief } = await robbedOfSession(await makeViewer());
  await moveEmail(thief);
  await undoEmailChange(await mailedToken(thief.email, "undo-email"));
  expect(await userOf(thief.userId)).toMatchObject({ email: thief.email });
});

test("a passkey added in a stolen session is suspended when the owner undoes the change with an older factor", async () => {
  const { userId, secret } = await makeConfirmedApp();
  const { thief, device } = await robbedOfSession(await makeViewer({ userId }));
  await moveEmail(thief);
  const undo = await mailedToken(thief.email, "undo-email");
  await expect(undoEmailChange(undo, { passkeyId: "theirs" })).rejects.toMatchObject({ code: "FORBIDDEN" });
  await undoEmailChange(undo, { code: codeNow(secret) });
  await requestReset(thief.email, newId("request"));
  await resetPassword(await mailedToken(thief.email, "reset"), newPassword);

  const answer = device.get(await startProof(signInCeremony("browser")));
  const byPasskey = signInByPasskey("browser", answer, { device: somewhere });
  await expect(byPasskey).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  expect(await findFactors(userId)).toEqual({ hasApp: true, hasPasskey: false });
});

test("an attacker who changes the email twice cannot lock out the owner, whichever of the emailed links is used", async () => {
  const viewer = await makeViewer();
  const first = await moveEmail(viewer);
  const second = await moveEmail({ ...viewer, email: first });
  await requestReset(second, newId("request"));
  const [theirReset, theirUndo] = [await mailedToken(second, "reset"), await mailedToken(first, "undo-email")];

  await undoEmailChange(await mailedToken(viewer.email, "undo-email"));
  await expect(undoEmailChange(theirUndo)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(resetPassword(theirReset, "mật khẩu của kẻ trộm")).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await userOf(viewer.userId)).toMatchObject({ email: viewer.email });
});

test("moving back does not void the undo link of an earlier email", async () => {
  const viewer = await makeViewer();
  const first = await moveEmail(viewer);
  await moveEmail({ ...viewer, email: first });
  await undoEmailChange(await mailedToken(first, "undo-email"));
  expect(await userOf(viewer.userId)).toMatchObject({ email: first });

  await undoEmailChange(await mailedToken(viewer.email, "undo-email"));
  expect(await userOf(viewer.userId)).toMatchObject({ email: viewer.email });
});
