// @module-tag promise
import { expect, test } from "vitest";
import { hasSecondFactor } from "@/lib/access/sessions/second-factor";
import { newToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { listKeptMails } from "@/lib/platform/mail/dev-mailbox";
import { makeMember, makePasskey, makeSession, makeUser, makeViewer } from "@/prisma/factories";
import { mailIsSent } from "@/testing/harness/mailbox";
import { renamePasskeySchema } from "./schema";
import { addPasskey, listPasskeys, removePasskey, renamePasskey } from "./service";

const lastMailTo = async (email: string) => {
  await mailIsSent();
  return (await listKeptMails()).find(({ to }) => to === email);
};

const withTotp = (userId: string) =>
  db.totpFactor.create({ data: { userId, encryptedSeed: "sealed", confirmedAt: new Date() } });

test("a person names their passkeys", async () => {
  const viewer = await makeViewer();
  const { id } = await makePasskey(viewer.userId);
  await renamePasskey(viewer, renamePasskeySchema.parse({ id, name: "  Điện thoại của Minh " }));
  expect(await listPasskeys(viewer)).toMatchObject({ passkeys: [{ name: "Điện thoại của Minh" }] });
});

test.each(["", "   ", "a".repeat(61), "tên\u0000", "tên\u202Eẩn", "\uD800"])("the name %j is rejected", (name) => {
  expect(renamePasskeySchema.safeParse({ id: "abc", name }).success).toBe(false);
});

test("others see, rename and remove nothing, and learn nothing", async () => {
  const outsider = await makeViewer();
  const { id, name } = await makePasskey((await makeUser()).id);
  const missing = { code: "NOT_FOUND", details: { message: "passkeys.unknown" } };

  expect((await listPasskeys(outsider)).passkeys).toEqual([]);
  await expect(renamePasskey(outsider, { id, name: "của tôi" })).rejects.toMatchObject(missing);
  await expect(removePasskey(outsider, { id, endsTwoFactor: "yes" })).rejects.toMatchObject(missing);
  await expect(removePasskey(outsider, { id: "no-such" })).rejects.toMatchObject(missing);
  expect(await db.passkey.findUnique({ where: { id } })).toMatchObject({ name });
});

test("one of several is removed, and its owner gets an email", async () => {
  const viewer = await makeViewer();
  const [first] = [await makePasskey(viewer.userId), await makePasskey(viewer.userId)];
  await removePasskey(viewer, { id: first.id });
  expect((await listPasskeys(viewer)).passkeys).toHaveLength(1);
  expect(await lastMailTo(viewer.email)).toMatchObject({ subject: "Đã xóa một passkey Vang" });
});

test("the last second factor is not removed without the person's confirmation", async () => {
  const viewer = await makeViewer();
  const { id } = await makePasskey(viewer.userId);
  await db.recoveryCode.create({ data: { userId: viewer.userId, fingerprint: "abc" } });
  expect(await listPasskeys(viewer)).toMatchObject({ isOnlyFactor: true });

  await expect(removePasskey(viewer, { id })).rejects.toMatchObject({ details: { message: "passkeys.lastFactor" } });
  expect(await hasSecondFactor(viewer.userId)).toBe(true);

  await removePasskey(viewer, { id, endsTwoFactor: "yes" });
  expect(await hasSecondFactor(viewer.userId)).toBe(false);
  expect(await db.recoveryCode.count({ where: { userId: viewer.userId } })).toBe(0);
  expect(await lastMailTo(viewer.email)).toMatchObject({ text: expect.stringContaining("chỉ cần mật khẩu") });
});

test("of two passkeys removed at once without that confirmation, one stays", async () => {
  const viewer = await makeViewer();
  const passkeys = [await makePasskey(viewer.userId), await makePasskey(viewer.userId)];
  const outcomes = await Promise.allSettled(passkeys.map(({ id }) => removePasskey(viewer, { id })));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await listPasskeys(viewer)).passkeys).toHaveLength(1);
});

test("with an authenticator app the only passkey can be removed, and the recovery codes stay", async () => {
  const viewer = await makeViewer();
  const { id } = await makePasskey(viewer.userId);
  await withTotp(viewer.userId);
  await db.recoveryCode.create({ data: { userId: viewer.userId, fingerprint: "abc" } });
  await removePasskey(viewer, { id });
  expect(await hasSecondFactor(viewer.userId)).toBe(true);
  expect(await db.recoveryCode.count({ where: { userId: viewer.userId } })).toBe(1);
});

test("the last second factor stays while a business requires one", async () => {
  const { userId, businessId } = await makeMember();
  await db.business.update({ where: { id: businessId }, data: { requiresTwoFactor: true } });
  const viewer = await makeViewer({ userId });
  const [first, last] = [await makePasskey(userId), await makePasskey(userId)];
  await removePasskey(viewer, { id: first.id });
  await expect(removePasskey(viewer, { id: last.id, endsTwoFactor: "yes" })).rejects.toMatchObject({
    details: { message: "twoFactor.required" },
  });
  expect(await hasSecondFactor(userId)).toBe(true);
});

test("a first passkey and a removed one end every other session, and keep this one", async () => {
  const viewer = await makeViewer();
  const sessions = () =>
    db.session.findMany({ where: { userId: viewer.userId, revokedAt: null }, select: { id: true } });
  const made = { id: newToken(), publicKey: new Uint8Array(77), counter: 0, aaguid: "", backedUp: true };
  await makeSession(viewer.userId);
  await addPasskey(viewer, made);
  expect(await sessions()).toEqual([{ id: viewer.sessionId }]);
  await makeSession(viewer.userId);
  await removePasskey(viewer, { id: made.id, endsTwoFactor: "yes" });
  expect(await sessions()).toEqual([{ id: viewer.sessionId }]);
});
