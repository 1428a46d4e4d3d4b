// @module-tag promise
import { generateSync } from "otplib";
import { afterEach, expect, test } from "vitest";
import { requestReset, resetPassword } from "@/lib/people/account/new-password";
import { clock, hours, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { listKeptMails } from "@/lib/platform/mail/dev-mailbox";
import { makeConfirmedApp, makeUser, makeViewer } from "@/prisma/factories";
import { codeNow } from "@/testing/harness/app-code";
import { trials } from "@/testing/harness/deep";
import { mailedToken, mailIsSent } from "@/testing/harness/mailbox";
import { promised } from "@/testing/promises";
import { findLockEnd } from "./guard";
import { issueRecoveryCodes, takeRecoveryCode } from "./recovery-codes";
import { verifyTotp } from "./totp";

afterEach(clock.reset);

/** A code that is neither the current nor the previous one. */
function wrongCode(secret: string): string {
  const good = [0, -30].map((shift) => generateSync({ secret, epoch: Math.floor(+clock.now() / 1000) + shift }));
  return ["000000", "111111", "222222"].find((code) => !good.includes(code)) ?? "";
}

async function owner() {
  const app = await makeConfirmedApp();
  const viewer = await makeViewer({ userId: app.userId });
  const guess = () => verifyTotp(viewer, wrongCode(app.secret)).catch(({ details }) => details.message);
  return { ...app, viewer, guess, enter: () => verifyTotp(viewer, codeNow(app.secret)) };
}

const mailsTo = async ({ viewer }: { viewer: { email: string } }) => {
  await mailIsSent();
  return (await listKeptMails()).filter(({ to }) => to === viewer.email);
};

const guesses = trials(undefined, 20, 100);

test(`of twenty sessions with ${guesses} guesses each, all at once, five codes are checked`, async () => {
  const { userId, guess, enter } = await owner();
  const session = async () => {
    for (let count = 0; count < guesses; count++) {
      expect(["twoFactor.wrong", "twoFactor.locked"]).toContain(await guess());
    }
  };
  await Promise.all(Array.from({ length: 20 }, session));

  expect(await db.signInEntry.count({ where: { userId, result: "wrong_code" } })).toBe(5);
  expect(await db.signInEntry.count({ where: { userId, result: "locked" } })).toBe(20 * guesses - 5);
  await expect(enter()).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
});

test("in any 24 hours no more than five under one password, however they are spread", async () => {
  const { guess, enter } = await owner();
  for (let hour = 0; hour < 20; hour += 2) {
    await guess();
    clock.advance(hours(2));
  }
  // Five between hour 0 and hour 8; it is hour 20.
  await expect(enter()).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  clock.advance(hours(4) + minutes(1));
  expect(await guess()).toBe("twoFactor.locked");
  await expect(enter()).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  clock.advance(hours(2));
  await expect(enter()).resolves.toBeUndefined();
});

const changed = (userId: string) =>
  db.user.update({ where: { id: userId }, data: { passwordChangedAt: clock.now() }, select: { id: true } });

test("ten wrong codes from someone who knows the password lock the app until a new password is set", async () => {
  const { userId, viewer, guess, enter } = await owner();
  for (let count = 0; count < 10; count++) await guess();
  await expect(enter()).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });

  await requestReset(viewer.email, newId("request"));
  await resetPassword(await mailedToken(viewer.email, "reset"), "con mèo trèo cây cau");
  expect(await findLockEnd(userId)).toBeNull();
  await expect(enter()).resolves.toBeUndefined();
});

test("however often a new password is set, ten wrong codes are checked in 24 hours", async () => {
  const { userId, guess, enter } = await owner();
  for (let password = 0; password < 4; password++) {
    for (let count = 0; count < 10; count++) await guess();
    clock.advance(1);
    await changed(userId);
  }
  expect(await db.signInEntry.count({ where: { userId, result: "wrong_code" } })).toBe(promised("K4"));
  expect(await findLockEnd(userId)).not.toBeNull();
  await expect(enter()).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
});

test("the lock shows when it ends, and ends then", async () => {
  const { userId, guess, enter } = await owner();
  const start = +clock.now();
  for (let count = 0; count < 10; count++) await guess();
  const end = await findLockEnd(userId);

  expect(Math.abs(Number(end) - start - hours(24))).toBeLessThan(minutes(1));
  clock.advance(Number(end) - +clock.now() + 1);
  expect(await findLockEnd(userId)).toBeNull();
  await expect(enter()).resolves.toBeUndefined();
});

test("correct codes use up no attempts", async () => {
  const { userId, enter, guess } = await owner();
  for (let count = 0; count < 15; count++) {
    await expect(enter()).resolves.toBeUndefined();
    clock.advance(minutes(1));
  }
  expect(await guess()).toBe("twoFactor.wrong");
  expect((await db.attemptGuard.findFirstOrThrow({ where: { userId } })).failedAt).toHaveLength(1);
});

test("the lock ends every sign-in that waits, and leaves recovery codes as a way in", async () => {
  const { userId, viewer, guess } = await owner();
  const [code = ""] = await db.$transaction((tx) => issueRecoveryCodes(tx, userId));
  const pending = { userId, next: "/console", expiresAt: new Date(+clock.now() + minutes(10)) };
  for (let count = 0; count < 3; count++) {
    await db.pendingSignIn.create({ data: { id: newId("pendingSignIn"), ...pending } });
  }
  for (let count = 0; count < 4; count++) await guess();
  expect(await db.pendingSignIn.count({ where: { userId, usedAt: null } })).toBe(3);

  expect(await guess()).toBe("twoFactor.locked");

  expect(await db.pendingSignIn.count({ where: { userId, usedAt: null } })).toBe(0);
  await expect(takeRecoveryCode(viewer, code, { acceptsNew: true })).resolves.toEqual({ isNew: true });
});

test("one person's lock affects no one else", async () => {
  const [minh, lan] = [await owner(), await owner()];
  for (let count = 0; count < 10; count++) await minh.guess();
  await expect(lan.enter()).resolves.toBeUndefined();
});

test("the owner is notified of the first wrong code by email, once a day however many there are", async () => {
  const minh = await owner();
  await Promise.all(Array.from({ length: 5 }, minh.guess));
  const mails = await mailsTo(minh);
  expect(mails.map(({ subject }) => subject)).toEqual(["Có người nhập sai mã xác minh của bạn"]);

  clock.advance(hours(24));
  await minh.guess();
  expect(await mailsTo(minh)).toHaveLength(2);
});

test("codes cannot be guessed for someone without an app", async () => {
  const viewer = await makeViewer({ userId: (await makeUser()).id });
  await expect(verifyTotp(viewer, "000000")).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await db.attemptGuard.count({ where: { userId: viewer.userId } })).toBe(0);
});
