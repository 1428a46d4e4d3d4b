import { afterEach, expect, test } from "vitest";
import { requestEmailChange } from "@/lib/account/change-email";
import { hashPassword } from "@/lib/account/password";
import { resetPassword } from "@/lib/account/reset-password";
import { checkPassword } from "@/lib/account/sign-in";
import { clock, days, minutes } from "@/lib/clock";
import { newToken } from "@/lib/crypto";
import { db } from "@/lib/db";
import { newId } from "@/lib/ids";
import { addPasskey } from "@/lib/passkeys/service";
import { findLiveSession } from "@/lib/sessions/service";
import { mailedToken, mailsTo } from "@/lib/testing/mailbox";
import { signIn } from "@/lib/testing/signed-in";
import { makeViewer } from "@/prisma/factories";
import { tellOfNewDevice } from "./new-device";
import { disownSignIn } from "./not-me";

afterEach(clock.reset);

const password = "con mèo trèo cây cau";
const somewhere = { ip: "198.51.100.9", userAgent: "curl/8.5.0" };

/** Someone in whose name a thief has just signed in; the thief's browser, and the link that undoes it. */
async function robbed() {
  const viewer = await makeViewer({ passwordHash: await hashPassword(password) });
  const { userId, email } = viewer;
  const thiefs = newToken();
  const { sessionId, fingerprint } = await signIn(userId, { method: "password", device: somewhere, token: thiefs });
  await tellOfNewDevice({ userId, device: somewhere, fingerprint });
  return { viewer, userId, email, sessionId, thiefs, token: await mailedToken(email, "not-me") };
}

test("a browser nobody knows is called so", async () => {
  const { email } = await robbed();
  expect((await mailsTo(email))[0]?.text).toContain("Trình duyệt: không rõ");
});

test("one press ends every session and waiting sign-in, and the password opens nothing until it is reset", async () => {
  const { viewer, userId, email, token } = await robbed();
  const pending = await db.pendingSignIn.create({
    data: { id: newId("pendingSignIn"), userId, next: "/", expiresAt: new Date(+clock.now() + minutes(10)) },
  });
  await disownSignIn(token);

  expect(await findLiveSession(viewer.sessionId)).toBeNull();
  expect((await db.pendingSignIn.findUniqueOrThrow({ where: { id: pending.id } })).usedAt).not.toBeNull();
  await expect(checkPassword({ email, password }, somewhere)).rejects.toMatchObject({ code: "FORBIDDEN" });

  const renewed = "trăng lên đỉnh núi trăng mờ";
  await resetPassword(await mailedToken(email, "reset"), renewed);
  expect(await checkPassword({ email, password: renewed }, somewhere)).toMatchObject({ userId });
  await expect(checkPassword({ email, password }, somewhere)).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
});

test("the thief's browser is unknown again, and a change of address that was asked for is off", async () => {
  const { viewer, userId, thiefs, token } = await robbed();
  const address = `${newId("mail")}@example.com`;
  await requestEmailChange(viewer, address);
  await disownSignIn(token);

  expect((await signIn(userId, { token: thiefs })).meeting).toBe("new");
  const links = { userId, purpose: "change_email" as const, usedAt: null };
  expect(await db.mailLink.count({ where: links })).toBe(0);
});

test("passkeys, an app and recovery codes added from that browser go with it; the owner's own stay", async () => {
  const { viewer, userId, sessionId, token } = await robbed();
  const thiefs = await addPasskey({ ...viewer, sessionId }, newPasskey());
  const owners = await addPasskey(viewer, newPasskey());
  await db.totpFactor.create({ data: { userId, sealedSeed: "x", confirmedAt: clock.now(), sessionId } });
  expect([thiefs.recoveryCodes?.length, owners.recoveryCodes]).toEqual([10, null]);
  await disownSignIn(token);

  const left = await db.passkey.findMany({ where: { userId }, select: { sessionId: true } });
  expect(left).toEqual([{ sessionId: viewer.sessionId }]);
  expect(await db.totpFactor.count({ where: { userId } })).toBe(0);
  expect(await db.recoveryCode.count({ where: { userId } })).toBe(0);
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
  await tellOfNewDevice({ userId, device: somewhere, fingerprint });
  await disownSignIn(await mailedToken(email, "not-me"));
  expect(await db.passkey.count({ where: { userId } })).toBe(1);
  expect(await db.recoveryCode.count({ where: { userId } })).toBe(recoveryCodes?.length);
});

test("the link works once, however many press at once", async () => {
  const { email, token } = await robbed();
  const presses = await Promise.allSettled(Array.from({ length: 20 }, () => disownSignIn(token)));
  expect(presses.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await mailsTo(email)).filter(({ text }) => text.includes("/link/reset/"))).toHaveLength(1);
});

test("the link is good for seven days, and a made-up one never was", async () => {
  const [early, late] = [await robbed(), await robbed()];
  await expect(disownSignIn("a".repeat(43))).rejects.toMatchObject({ code: "NOT_FOUND" });
  clock.advance(days(7) - minutes(1));
  await disownSignIn(early.token);
  clock.advance(minutes(1));
  await expect(disownSignIn(late.token)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await db.user.findUniqueOrThrow({ where: { id: late.userId } })).toMatchObject({ mustResetPassword: false });
});
