// @module-tag promise
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { Viewer } from "@/lib/access/principals/viewer";
import { findFactors, hasSecondFactor } from "@/lib/access/sessions/second-factor";
import { endSessions, findLiveSession } from "@/lib/access/sessions/service";
import { signInByPasskey, signInCeremony, startProof } from "@/lib/people/passkeys/proof";
import { finishRegistration, startRegistration } from "@/lib/people/passkeys/registration";
import { addPasskey, removePasskey } from "@/lib/people/passkeys/service";
import { lockFactors } from "@/lib/people/two-factor/factors";
import { countRecoveryCodes, renewRecoveryCodes, takeRecoveryCode } from "@/lib/people/two-factor/recovery-codes";
import { cancelReset, cancelResetByLink, keepOwnSuspended } from "@/lib/people/two-factor/reset/reset";
import { confirmTotp, startTotp, turnOffTotp, verifyTotp } from "@/lib/people/two-factor/totp";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makePasskey, makeViewer } from "@/prisma/factories";
import { makeAuthenticator } from "@/testing/fakes/authenticator";
import { codeNow } from "@/testing/harness/app-code";
import { pass } from "@/testing/harness/lost-factors";
import { mailedToken, mailsTo } from "@/testing/harness/mailbox";
import { signIn } from "@/testing/harness/signed-in";
import { confirmEmailChange, requestEmailChange } from "./change-email";
import { deleteAccount } from "./delete-account";
import { changePassword, resetPassword } from "./new-password";
import { hashPassword } from "./password";
import { checkPassword } from "./sign-in";
import { undoEmailChange } from "./undo-email";
import { notifyNewDevice, reportUnknownSignIn } from "./unknown-sign-in";

afterEach(clock.reset);

const password = "con mèo trèo cây cau";
const somewhere = { ip: "198.51.100.9", userAgent: "curl/8.5.0" };

/** Someone to whose account an attacker has just signed in; the attacker's browser, and the link that undoes it. */
async function robbed() {
  const viewer = await makeViewer({ passwordHash: await hashPassword(password) });
  const { userId, email } = viewer;
  const thiefs = newToken();
  const { sessionId, fingerprint } = await signIn(userId, { method: "password", device: somewhere, token: thiefs });
  await notifyNewDevice({ userId, device: somewhere, fingerprint });
  return { viewer, userId, email, sessionId, thiefs, token: await mailedToken(email, "not-me") };
}

test("an unknown browser is shown as such", async () => {
  const { email } = await robbed();
  expect((await mailsTo(email))[0]?.text).toContain("Trình duyệt: không rõ");
});

test("one click ends every session and waiting sign-in, and the password does not work until it is reset", async () => {
  const { viewer, userId, email, token } = await robbed();
  const pending = await db.pendingSignIn.create({
    data: { id: newId("pendingSignIn"), userId, next: "/", expiresAt: new Date(+clock.now() + minutes(10)) },
  });
  await reportUnknownSignIn(token);

  expect(await findLiveSession(viewer.sessionId)).toBeNull();
  expect((await db.pendingSignIn.findUniqueOrThrow({ where: { id: pending.id } })).usedAt).not.toBeNull();
  await expect(checkPassword({ email, password }, somewhere)).rejects.toMatchObject({ code: "FORBIDDEN" });

  const renewed = "trăng lên đỉnh núi trăng mờ";
  await resetPassword(await mailedToken(email, "reset"), renewed);
  expect(await checkPassword({ email, password: renewed }, somewhere)).toMatchObject({ userId });
  await expect(checkPassword({ email, password }, somewhere)).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
});

test("the attacker's browser is unknown again, and a requested email change is void", async () => {
  const { viewer, userId, thiefs, token } = await robbed();
  const address = `${newId("mail")}@example.com`;
  await requestEmailChange(viewer, address);
  await reportUnknownSignIn(token);

  await db.user.update({ where: { id: userId }, data: { mustResetPassword: false } });
  expect((await signIn(userId, { token: thiefs })).meeting).toBe("new");
  const links = { userId, purpose: "change_email" as const, usedAt: null };
  expect(await db.mailLink.count({ where: links })).toBe(0);
});

test("what was added from that browser stops working at once, yet the password alone does not sign in, until 24 hours have passed", async () => {
  const { viewer, userId, email, sessionId, token } = await robbed();
  const thief = { ...viewer, sessionId } as Viewer;
  const device = makeAuthenticator();
  const { recoveryCodes } = await finishRegistration(thief, device.create(await startRegistration(thief)));
  const { secret } = await startTotp(thief);
  await confirmTotp(thief, codeNow(secret));
  await reportUnknownSignIn(token);

  const reset = await mailedToken(email, "reset");
  await resetPassword(reset, "trăng lên đỉnh núi trăng mờ");
  clock.advance(minutes(1));
  const answer = device.get(await startProof(signInCeremony("browser")));
  const byPasskey = signInByPasskey("browser", answer, { device: somewhere });
  await expect(byPasskey).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  const prover = { userId, device: somewhere };
  await expect(verifyTotp(prover, codeNow(secret))).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(takeRecoveryCode(prover, recoveryCodes?.[0] ?? "", { acceptsNew: true })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  expect(await findFactors(userId)).toEqual({ hasApp: false, hasPasskey: false });
  expect(await hasSecondFactor(userId)).toBe(true);

  await pass(hours(12));
  await pass(hours(12) - minutes(5));
  expect(await hasSecondFactor(userId)).toBe(true);
  await pass(minutes(5));
  expect(await hasSecondFactor(userId)).toBe(false);
  expect(await db.recoveryCode.count({ where: { userId } })).toBe(0);
});

test("the owner gets emails about what is suspended, again half-way, and about what was removed", async () => {
  const { viewer, userId, email, sessionId, token } = await robbed();
  await addPasskey({ ...viewer, sessionId } as Viewer, newPasskey());
  await db.totpFactor.create({ data: { userId, encryptedSeed: "x", confirmedAt: clock.now(), sessionId } });
  await reportUnknownSignIn(token);
  await pass(hours(12));
  await pass(hours(12));

  const mails = (await mailsTo(email)).filter(({ text }) => text.includes("– Ứng dụng xác thực\n– Passkey “"));
  expect(mails.map(({ subject }) => subject).reverse()).toEqual([
    "Một số phương thức xác thực của tài khoản Vang đang tạm ngừng",
    "Nhắc lại: các phương thức xác thực đang tạm ngừng sắp bị gỡ",
    "Các phương thức xác thực tạm ngừng đã được gỡ",
  ]);
  expect(mails[0]?.text).toContain("– 10 mã khôi phục");
});

test("the owner's own factors stay; using one does not end the wait for the suspended ones", async () => {
  const { viewer, userId, thiefs, token } = await robbed();
  await addPasskey(viewer, newPasskey());
  clock.advance(minutes(1));
  const { sessionId } = await signIn(userId, { method: "passkey", device: somewhere, token: thiefs });
  await addPasskey({ ...viewer, sessionId } as Viewer, newPasskey());
  await reportUnknownSignIn(token);
  await cancelReset(userId, { method: "passkey", device: somewhere });

  await pass(hours(12));
  await pass(hours(12));
  const left = await db.passkey.findMany({ where: { userId }, select: { sessionId: true, suspendedAt: true } });
  expect(left).toEqual([{ sessionId: viewer.sessionId, suspendedAt: null }]);
});

test.each(["the mailed link", "the button on the security page"])("%s restores suspended factors", async (way) => {
  const { viewer, userId, email, sessionId, token } = await robbed();
  await addPasskey({ ...viewer, sessionId } as Viewer, newPasskey());
  await reportUnknownSignIn(token);
  if (way === "the mailed link") await cancelResetByLink(await mailedToken(email, "keep-factors"), somewhere);
  else await keepOwnSuspended(await makeViewer({ userId }));

  await pass(hours(12));
  await pass(hours(12));
  expect(await findFactors(userId)).toMatchObject({ hasPasskey: true });
  expect(await countRecoveryCodes(userId)).toBe(10);
});

test("the emailed link restores no suspended factor once the account's email has changed", async () => {
  const { viewer, userId, email, sessionId, token } = await robbed();
  await addPasskey({ ...viewer, sessionId } as Viewer, newPasskey());
  await reportUnknownSignIn(token);
  const keep = await mailedToken(email, "keep-factors");
  const address = `${newId("mail")}@example.com`;
  await requestEmailChange(await makeViewer({ userId }), address);
  await confirmEmailChange(await mailedToken(address, "confirm-email"));
  await expect(cancelResetByLink(keep, somewhere)).rejects.toMatchObject({ code: "NOT_FOUND" });

  await pass(hours(12));
  await pass(hours(12));
  expect(await hasSecondFactor(userId)).toBe(false);
});

test("the link is void once the email was changed, and stays so when it is restored", async () => {
  const { viewer, email, token } = await robbed();
  const address = `${newId("mail")}@example.com`;
  await requestEmailChange(viewer, address);
  await confirmEmailChange(await mailedToken(address, "confirm-email"));
  await expect(reportUnknownSignIn(token)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await undoEmailChange(await mailedToken(email, "undo-email"));
  await expect(reportUnknownSignIn(token)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a second proof that was given before the click starts no session after it", async () => {
  const { userId, token } = await robbed();
  await reportUnknownSignIn(token);
  await expect(signIn(userId, { method: "passkey" })).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
});

const newPasskey = () => ({
  id: newToken(),
  aaguid: "00000000-0000-0000-0000-000000000000",
  publicKey: new Uint8Array(8),
  counter: 0,
  backedUp: false,
});

test("second factors from before that sign-in stay", async () => {
  const viewer = await makeViewer();
  const { userId, email } = viewer;
  const { recoveryCodes } = await addPasskey(viewer, newPasskey());
  clock.advance(minutes(1));
  const { fingerprint } = await signIn(userId);
  await notifyNewDevice({ userId, device: somewhere, fingerprint });
  await reportUnknownSignIn(await mailedToken(email, "not-me"));
  expect(await db.passkey.count({ where: { userId } })).toBe(1);
  expect(await db.recoveryCode.count({ where: { userId } })).toBe(recoveryCodes?.length);
});

test("the link works once, however many click at once", async () => {
  const { email, token } = await robbed();
  const presses = await Promise.allSettled(Array.from({ length: 20 }, () => reportUnknownSignIn(token)));
  expect(presses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await mailsTo(email)).filter(({ text }) => text.includes("/link/reset/"))).toHaveLength(1);
});

test("the link is valid for seven days, and a made-up one never", async () => {
  const [early, late] = [await robbed(), await robbed()];
  await expect(reportUnknownSignIn("a".repeat(43))).rejects.toMatchObject({ code: "NOT_FOUND" });
  clock.advance(days(7) - minutes(1));
  await reportUnknownSignIn(early.token);
  clock.advance(minutes(1));
  await expect(reportUnknownSignIn(late.token)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await db.user.findUniqueOrThrow({ where: { id: late.userId } })).toMatchObject({ mustResetPassword: false });
});

const confirm = async (thief: Viewer) => confirmTotp(thief, codeNow((await startTotp(thief)).secret));

const changes: [string, (thief: Viewer) => Promise<unknown>, ((thief: Viewer) => Promise<unknown>)?][] = [
  ["the password", (thief) => changePassword(thief, { password, newPassword: "trăng lên đỉnh núi trăng mờ" })],
  ["the passkeys", (thief) => addPasskey(thief, newPasskey())],
  ["the app", confirm],
  ["the app that is turned off", turnOffTotp, confirm],
  ["the recovery codes", (thief) => renewRecoveryCodes({ ...thief, hasSecondFactor: true }), confirm],
  ["what waits for its removal", keepOwnSuspended],
  ["the account", (thief) => deleteAccount(thief, thief.email)],
];

test.each(changes)(
  "a request of the attacker that is running when their session ends does not change %s",
  async (_, change, prepare) => {
    const { viewer, userId, sessionId } = await robbed();
    const thief = { ...viewer, sessionId } as Viewer;
    await prepare?.(thief);
    let running: Promise<unknown> | undefined;
    await db.$transaction(async (tx) => {
      await lockFactors(tx, userId);
      running = change(thief).catch((error: unknown) => error);
      await sleep(300);
      await endSessions(userId, { tx });
    });
    expect(await running).toMatchObject({ code: "NOT_SIGNED_IN" });
  },
);

test("a passkey is not removed by a request that is running when its session ends", async () => {
  const { viewer, userId, sessionId } = await robbed();
  const { id } = await makePasskey(userId);
  await endSessions(userId);
  const removal = removePasskey({ ...viewer, sessionId } as Viewer, { id, endsTwoFactor: "yes" });
  await expect(removal).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
  expect(await db.passkey.count({ where: { id } })).toBe(1);
});
