// @module-tag promise
import { generateSync } from "otplib";
import { afterEach, expect, test } from "vitest";
import { findFactors, hasSecondFactor } from "@/lib/access/sessions/second-factor";
import { findLiveSession } from "@/lib/access/sessions/service";
import { setTwoFactorRule } from "@/lib/businesses/members/two-factor-rule";
import { beginReset } from "@/lib/people/two-factor/reset/reset";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { issueLink } from "@/lib/platform/mail/links";
import { makeConfirmedApp, makeMember, makePasskey, makeSession, makeUser, makeViewer } from "@/prisma/factories";
import { settleRemoval } from "./factors";
import { issueRecoveryCodes, renewRecoveryCodes } from "./recovery-codes";
import { confirmTotp, findTotp, startTotp, turnOffTotp, verifyTotp } from "./totp";

afterEach(clock.reset);

/** The code that an app shows so many steps from now. */
const codeAt = (secret: string, steps = 0) =>
  generateSync({ secret, epoch: Math.floor(+clock.now() / 1000) + steps * 30 });

/** Moves to the start of a time step, so that a test never crosses into the next by itself. */
const toNextStep = () => clock.advance(seconds(30) - (+clock.now() % seconds(30)) + 1);

test("an app is on only once a code proved that it has the secret", async () => {
  const viewer = await makeViewer();
  const { secret } = await startTotp(viewer);
  expect(await findTotp(viewer.userId)).toBeNull();
  await expect(confirmTotp(viewer, "000000")).rejects.toMatchObject({ code: "FORBIDDEN", details: { param: "code" } });
  await expect(verifyTotp(viewer, codeAt(secret))).rejects.toMatchObject({ code: "NOT_FOUND" });

  const { recoveryCodes } = await confirmTotp(viewer, codeAt(secret));
  expect(recoveryCodes).toHaveLength(10);
  expect(await findTotp(viewer.userId)).toMatchObject({ confirmedAt: expect.any(Date) });
});

test("an app that was never confirmed is no factor: it does not replace the last one, meet a rule, or get a reset", async () => {
  const owner = await makeMember();
  const viewer = await makeViewer({ userId: owner.userId });
  const { userId } = viewer;
  await startTotp(viewer);
  expect([await hasSecondFactor(userId), await findFactors(userId)]).toEqual([
    false,
    { hasApp: false, hasPasskey: false },
  ]);
  expect(await findLiveSession(viewer.sessionId)).toMatchObject({ hasSecondFactor: false });
  await expect(setTwoFactorRule(owner, true)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(renewRecoveryCodes(viewer)).rejects.toMatchObject({ code: "CONFLICT" });
  const token = await db.$transaction((tx) => issueLink(tx, { userId, purpose: "reset_factors", lifeMs: minutes(60) }));
  await expect(beginReset(token, viewer.device)).rejects.toMatchObject({ code: "CONFLICT" });

  // Beside it, the passkey is the last factor: recovery codes go with it.
  const { id } = await makePasskey(userId);
  await db.$transaction((tx) => issueRecoveryCodes(tx, userId));
  await db.$transaction(async (tx) => {
    await tx.passkey.delete({ where: { id } });
    expect(await settleRemoval(tx, userId)).toBe(true);
  });
  expect(await db.recoveryCode.count({ where: { userId } })).toBe(0);
});

test("the code that turned it on is used up", async () => {
  const viewer = await makeViewer();
  toNextStep();
  const { secret } = await startTotp(viewer);
  await confirmTotp(viewer, codeAt(secret));

  await expect(verifyTotp(viewer, codeAt(secret))).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(verifyTotp(viewer, codeAt(secret, -1))).rejects.toMatchObject({ code: "CONFLICT" });
  clock.advance(seconds(30));
  await expect(verifyTotp(viewer, codeAt(secret))).resolves.toBeUndefined();
});

test("of fifty who confirm at once, one turns it on, and there is one set of recovery codes", async () => {
  const viewer = await makeViewer();
  const { secret } = await startTotp(viewer);
  const code = codeAt(secret);
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => confirmTotp(viewer, code)));

  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await db.recoveryCode.count({ where: { userId: viewer.userId } })).toBe(10);
});

test("fifty parallel submissions of one good code: exactly one wins", async () => {
  const { userId, secret } = await makeConfirmedApp();
  toNextStep();
  const { device } = await makeViewer({ userId });
  const code = codeAt(secret);
  const answers = await Promise.allSettled(Array.from({ length: 50 }, () => verifyTotp({ userId, device }, code)));

  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  // None of them was a wrong guess: the next code is accepted.
  clock.advance(seconds(30));
  await expect(verifyTotp({ userId, device }, codeAt(secret))).resolves.toBeUndefined();
});

test.each([
  ["a future code", (secret: string) => codeAt(secret, 1)],
  ["a code older than the previous step", (secret: string) => codeAt(secret, -2)],
  ["five digits", (secret: string) => codeAt(secret).slice(1)],
  ["seven digits", (secret: string) => `${codeAt(secret)}0`],
  [
    "digits of another script",
    (secret: string) => codeAt(secret).replace(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? ""),
  ],
  ["nothing", () => ""],
  ["a null character", (secret: string) => `${codeAt(secret).slice(0, 5)}\0`],
])("%s is rejected", async (_, typed) => {
  const { userId, secret } = await makeConfirmedApp();
  toNextStep();
  const viewer = await makeViewer({ userId });
  await expect(verifyTotp(viewer, typed(secret))).rejects.toMatchObject({
    code: "FORBIDDEN",
    details: { message: "twoFactor.wrong", param: "code" },
  });
});

test("another person's code is rejected", async () => {
  const [minh, lan] = [await makeConfirmedApp(), await makeConfirmedApp()];
  const viewer = await makeViewer({ userId: minh.userId });
  await expect(verifyTotp(viewer, codeAt(lan.secret))).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("the secret is not in the database, and a row copied to another person does not work", async () => {
  const { userId, secret } = await makeConfirmedApp();
  const { encryptedSeed } = await db.totpFactor.findUniqueOrThrow({ where: { userId } });
  expect(encryptedSeed).not.toContain(secret);

  const { id: thief } = await makeUser();
  await db.totpFactor.create({ data: { userId: thief, encryptedSeed, confirmedAt: clock.now() } });
  await expect(verifyTotp(await makeViewer({ userId: thief }), codeAt(secret))).rejects.toThrow(/authenticate data/);
});

test("an unconfirmed secret expires after half an hour, or once another was created", async () => {
  const viewer = await makeViewer();
  const first = await startTotp(viewer);
  const second = await startTotp(viewer);
  await expect(confirmTotp(viewer, codeAt(first.secret))).rejects.toMatchObject({ code: "FORBIDDEN" });
  clock.advance(minutes(31));
  await expect(confirmTotp(viewer, codeAt(second.secret))).rejects.toMatchObject({ code: "CONFLICT" });
});

test("a confirmed app is not replaced by starting again", async () => {
  const { userId, secret } = await makeConfirmedApp();
  const viewer = await makeViewer({ userId });
  await expect(startTotp(viewer)).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(verifyTotp(viewer, codeAt(secret))).resolves.toBeUndefined();
});

test("turning off the only factor removes the recovery codes, once", async () => {
  const viewer = await makeViewer();
  const { secret } = await startTotp(viewer);
  await confirmTotp(viewer, codeAt(secret));

  await turnOffTotp(viewer);

  expect(await findTotp(viewer.userId)).toBeNull();
  expect(await db.recoveryCode.count({ where: { userId: viewer.userId } })).toBe(0);
  await expect(turnOffTotp(viewer)).rejects.toMatchObject({ code: "CONFLICT" });
});

test("the last factor stays while a business requires one, and can be removed once there is another", async () => {
  const { userId, secret } = await makeConfirmedApp();
  const { businessId } = await makeMember({ userId });
  const viewer = await makeViewer({ userId });
  await db.business.update({ where: { id: businessId }, data: { requiresTwoFactor: true } });

  await expect(turnOffTotp(viewer)).rejects.toMatchObject({
    code: "CONFLICT",
    details: { message: "twoFactor.required" },
  });
  await expect(verifyTotp(viewer, codeAt(secret))).resolves.toBeUndefined();
  await makePasskey(userId);
  await expect(turnOffTotp(viewer)).resolves.toBeUndefined();
});

test("turning codes on or off ends every other session, and keeps this one", async () => {
  const viewer = await makeViewer();
  const others = async () => db.session.count({ where: { userId: viewer.userId, revokedAt: null } });
  await makeSession(viewer.userId);
  const { secret } = await startTotp(viewer);
  await confirmTotp(viewer, codeAt(secret));
  expect([await others(), await findLiveSession(viewer.sessionId)]).toMatchObject([1, { userId: viewer.userId }]);
  await makeSession(viewer.userId);
  await turnOffTotp(viewer);
  expect([await others(), await findLiveSession(viewer.sessionId)]).toMatchObject([1, { userId: viewer.userId }]);
});

test("a business that was archived does not keep anyone from turning codes off", async () => {
  const member = await makeMember();
  const viewer = await makeViewer({ userId: member.userId });
  const { secret } = await startTotp(viewer);
  await confirmTotp(viewer, codeAt(secret));
  await db.business.update({
    where: { id: member.businessId },
    data: { requiresTwoFactor: true, archivedAt: new Date() },
  });
  await expect(turnOffTotp(viewer)).resolves.toBeUndefined();
});
