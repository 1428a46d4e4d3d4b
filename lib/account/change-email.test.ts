// @module-tag promise
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { clock, days, hours, minutes } from "@/lib/clock";
import { newToken } from "@/lib/crypto";
import { db } from "@/lib/db";
import { newId } from "@/lib/ids";
import { proveByPasskey, signInByPasskey, signInCeremony, startProof, undoEmailCeremony } from "@/lib/passkeys/proof";
import { finishRegistration, startRegistration } from "@/lib/passkeys/registration";
import type { Viewer } from "@/lib/principals/viewer";
import { endOwnSession } from "@/lib/sessions/list";
import { findFactors, hasSecondFactor } from "@/lib/sessions/second-factor";
import { endSession, endSessions, findLiveSession } from "@/lib/sessions/service";
import { issueRecoveryCodes } from "@/lib/two-factor/recovery-codes";
import { cancelResetByLink } from "@/lib/two-factor/reset/cancel";
import { verifyTotp } from "@/lib/two-factor/verify";
import { makeConfirmedApp, makeSession, makeUser, makeViewer } from "@/prisma/factories";
import { makeAuthenticator } from "@/testing/fakes/authenticator";
import { codeNow } from "@/testing/harness/app-code";
import { pass } from "@/testing/harness/lost-factors";
import { mailedToken, mailsTo } from "@/testing/harness/mailbox";
import { restoreFloor } from "@/testing/harness/response-floor";
import { signIn } from "@/testing/harness/signed-in";
import { confirmEmailChange, requestEmailChange } from "./change-email";
import { changePassword } from "./change-password";
import { hashPassword } from "./password";
import { requestReset, resetPassword } from "./reset-password";
import { signUp } from "./sign-up";
import { beginUndo, undoEmailChange } from "./undo-email";

afterEach(clock.reset);

const somewhere = { ip: "198.51.100.9", userAgent: "curl/8.5.0" };
const freshAddress = () => `${newId("mail")}@example.com`;
const row = (id: string) => db.user.findUniqueOrThrow({ where: { id } });

async function move(viewer: Awaited<ReturnType<typeof makeViewer>>, address = freshAddress()) {
  await requestEmailChange(viewer, address);
  await confirmEmailChange(await mailedToken(address, "confirm-email"));
  return address;
}

test("the email changes when the new one confirms; the old one gets a notice of the request and of the change", async () => {
  const viewer = await makeViewer();
  const other = await makeSession(viewer.userId);
  const address = freshAddress();
  await requestEmailChange(viewer, address);
  expect((await mailsTo(viewer.email)).map(({ subject }) => subject)).toEqual(["Yêu cầu đổi email tài khoản Vang"]);
  expect(await row(viewer.userId)).toMatchObject({ email: viewer.email });

  const token = await mailedToken(address, "confirm-email");
  await confirmEmailChange(token);
  expect(await row(viewer.userId)).toMatchObject({ email: address });
  expect(await findLiveSession(viewer.sessionId)).toMatchObject({ email: address });
  expect(await findLiveSession(other.id)).toBeNull();
  expect((await mailsTo(viewer.email))[0]).toMatchObject({ subject: "Đã đổi email tài khoản Vang" });
  await expect(confirmEmailChange(token)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("the old email can undo it until 72 hours after: email restored, sessions ended, password reset required", async () => {
  const viewer = await makeViewer();
  await move(viewer);
  const token = await mailedToken(viewer.email, "undo-email");
  clock.advance(hours(72) - minutes(1));
  await undoEmailChange(token);

  expect(await row(viewer.userId)).toMatchObject({ email: viewer.email, mustResetPassword: true });
  expect(await findLiveSession(viewer.sessionId)).toBeNull();
  await expect(undoEmailChange(token)).rejects.toMatchObject({ code: "NOT_FOUND" });

  const second = await makeViewer();
  await move(second);
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
  const address = await move(viewer);
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
  expect(await row(userId)).toMatchObject({ email: address, mustResetPassword: false });
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
    expect(await row(userId)).toMatchObject({ email: viewer.email, mustResetPassword: true });
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
  expect(await row(moved.userId)).toMatchObject({ email: moved.address });
  await pass(minutes(5));
  expect(await row(moved.userId)).toMatchObject({ email: moved.viewer.email, mustResetPassword: true });
  expect(await hasSecondFactor(moved.userId)).toBe(false);

  const kept = await makeMoved();
  await beginUndo(kept.token, somewhere);
  await cancelResetByLink(await mailedToken(kept.address, "keep-factors"), somewhere);
  await pass(hours(12));
  await pass(hours(12));
  expect(await row(kept.userId)).toMatchObject({ email: kept.address });
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
  await move(thief);
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
  await move(thief);
  await undoEmailChange(await mailedToken(thief.email, "undo-email"));
  expect(await row(thief.userId)).toMatchObject({ email: thief.email });
});

test("a passkey added in a stolen session is suspended when the owner undoes the change with an older factor", async () => {
  const { userId, secret } = await makeConfirmedApp();
  const { thief, device } = await robbedOfSession(await makeViewer({ userId }));
  await move(thief);
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
  const first = await move(viewer);
  const second = await move({ ...viewer, email: first });
  await requestReset(second, newId("request"));
  const [theirReset, theirUndo] = [await mailedToken(second, "reset"), await mailedToken(first, "undo-email")];

  await undoEmailChange(await mailedToken(viewer.email, "undo-email"));
  await expect(undoEmailChange(theirUndo)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(resetPassword(theirReset, "mật khẩu của kẻ trộm")).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await row(viewer.userId)).toMatchObject({ email: viewer.email });
});

test("moving back does not void the undo link of an earlier email", async () => {
  const viewer = await makeViewer();
  const first = await move(viewer);
  await move({ ...viewer, email: first });
  await undoEmailChange(await mailedToken(first, "undo-email"));
  expect(await row(viewer.userId)).toMatchObject({ email: first });

  await undoEmailChange(await mailedToken(viewer.email, "undo-email"));
  expect(await row(viewer.userId)).toMatchObject({ email: viewer.email });
});

test("a taken email gets the same response in the same time, and its owner gets an email", async () => {
  const [viewer, owner] = [await makeViewer(), await makeUser()];
  const floorMs = restoreFloor();
  for (const address of [owner.email, freshAddress()]) {
    const start = performance.now();
    expect(await requestEmailChange(viewer, address)).toBeUndefined();
    expect(performance.now() - start).toBeGreaterThanOrEqual(floorMs);
  }
  expect(await mailsTo(viewer.email)).toHaveLength(2);
  expect((await mailsTo(owner.email)).map(({ subject }) => subject)).toEqual([
    "Có người muốn dùng email này cho tài khoản Vang khác",
  ]);
});

test("a person who moved takes their own former email back at once, by the link that it gets", async () => {
  const viewer = await makeViewer();
  const first = await move(viewer);
  await move({ ...viewer, email: first }, viewer.email);
  expect(await row(viewer.userId)).toMatchObject({ email: viewer.email });
});

test("an email that someone can still restore is not available to anyone else", async () => {
  const viewer = await makeViewer();
  await move(viewer);
  const squatter = { name: "Kẻ Lạ", businessName: "Sách", email: viewer.email, password: "con mèo trèo cây cau" };
  await signUp(squatter, "vi");
  const thief = await makeViewer();
  await requestEmailChange(thief, viewer.email);

  expect(await db.user.count({ where: { email: viewer.email } })).toBe(0);
  expect(await mailedToken(viewer.email, "confirm-email")).toBe("");
  clock.advance(hours(72));
  await signUp(squatter, "vi");
  expect(await db.user.count({ where: { email: viewer.email } })).toBe(1);
});

test("an email taken between request and confirmation stays its owner's", async () => {
  const viewer = await makeViewer();
  const address = freshAddress();
  await requestEmailChange(viewer, address);
  await makeUser({ email: address });

  const token = await mailedToken(address, "confirm-email");
  await expect(confirmEmailChange(token)).rejects.toMatchObject({ code: "CONFLICT" });
  expect(await row(viewer.userId)).toMatchObject({ email: viewer.email });
});

test("a confirmation link expires after a day, and when another change was requested since", async () => {
  const viewer = await makeViewer();
  const [first, second] = [freshAddress(), freshAddress()];
  await requestEmailChange(viewer, first);
  await requestEmailChange(viewer, second);
  const [firstToken, secondToken] = [
    await mailedToken(first, "confirm-email"),
    await mailedToken(second, "confirm-email"),
  ];
  await expect(confirmEmailChange(firstToken)).rejects.toMatchObject({ code: "NOT_FOUND" });
  clock.advance(hours(24));
  await expect(confirmEmailChange(secondToken)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

const oldPassword = "hỏi thăm chú chuột";
const newPassword = "con mèo trèo cây cau";

/** What cancels a pending email change, done by its owner in another browser. */
const voiding: [string, (owner: Viewer, requester: Viewer) => Promise<unknown>][] = [
  ["the password is changed", (owner) => changePassword(owner, { password: oldPassword, newPassword })],
  [
    "the password is reset",
    async ({ email }) => {
      await requestReset(email, newId("request"));
      await resetPassword(await mailedToken(email, "reset"), newPassword);
    },
  ],
  ["the session that asked is ended from another", (owner, requester) => endOwnSession(owner, requester.sessionId)],
  ["all other sessions are ended", (owner) => endSessions(owner.userId, { except: owner.sessionId })],
];

test.each(voiding)("a pending email change is void once %s", async (_, act) => {
  const owner = await makeViewer({ passwordHash: await hashPassword(oldPassword) });
  const requester = await makeViewer({ userId: owner.userId });
  const address = freshAddress();
  await requestEmailChange(requester, address);
  await act(owner, requester);

  const token = await mailedToken(address, "confirm-email");
  await expect(confirmEmailChange(token)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await row(owner.userId)).toMatchObject({ email: owner.email });
});

test("a change requested in a session that has just been ended is emailed to no one", async () => {
  const viewer = await makeViewer();
  await endSessions(viewer.userId);
  const address = freshAddress();
  await expect(requestEmailChange(viewer, address)).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  expect(await mailsTo(address)).toEqual([]);
});

test("signing out does not cancel one's own pending email change", async () => {
  for (const signOut of [
    ({ sessionId }: Viewer) => endSession(sessionId),
    (viewer: Viewer) => endOwnSession(viewer, viewer.sessionId),
  ]) {
    const viewer = await makeViewer();
    const address = freshAddress();
    await requestEmailChange(viewer, address);
    await signOut(viewer);
    await confirmEmailChange(await mailedToken(address, "confirm-email"));
    expect(await row(viewer.userId)).toMatchObject({ email: address });
  }
});

test("a password change and a confirmation at the same time: neither fails because of the other's lock", async () => {
  for (let round = 0; round < 5; round += 1) {
    const viewer = await makeViewer({ passwordHash: await hashPassword(oldPassword) });
    const address = freshAddress();
    await requestEmailChange(viewer, address);
    const token = await mailedToken(address, "confirm-email");
    const change = () => changePassword(viewer, { password: oldPassword, newPassword });
    const [changed, confirmed] = await Promise.allSettled([
      change(),
      sleep(25 + round * 5).then(() => confirmEmailChange(token)),
    ]);
    expect(changed.status).toBe("fulfilled");
    if (confirmed.status === "rejected") expect(confirmed.reason).toMatchObject({ code: "NOT_FOUND" });
  }
});

test("a sign-up and a confirmed change at the same time for one email: one gets it, the other is rejected or gets an email", async () => {
  for (let round = 0; round < 10; round += 1) {
    const viewer = await makeViewer();
    const address = freshAddress();
    await requestEmailChange(viewer, address);
    const token = await mailedToken(address, "confirm-email");
    const newcomer = { name: "Minh", businessName: "Sách", email: address, password: "con mèo trèo cây cau" };
    const passwordReady = sleep(round * 3);
    const [signedUp, confirmed] = await Promise.allSettled([
      signUp(newcomer, "vi"),
      passwordReady.then(() => confirmEmailChange(token)),
    ]);
    expect(signedUp.status).toBe("fulfilled");
    if (confirmed.status === "rejected") expect(confirmed.reason).toMatchObject({ code: "CONFLICT" });
    expect(await db.user.count({ where: { email: address } })).toBe(1);
  }
}, 30_000);
