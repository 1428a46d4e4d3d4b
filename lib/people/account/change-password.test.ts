// @module-tag promise
import { expect, test } from "vitest";
import { findLiveSession } from "@/lib/access/sessions/service";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember, makeSession, makeUser, makeViewer } from "@/prisma/factories";
import { mailedToken, mailsTo } from "@/testing/harness/mailbox";
import { changePassword, requestReset, resetPassword } from "./new-password";
import { hashPassword, isPassword } from "./password";

const [old, password] = ["hỏi thăm chú chuột", "con mèo trèo cây cau"];
const passwordHash = await hashPassword(old);
const makeOwner = () => makeViewer({ passwordHash });
const hashOf = async (userId: string) => (await db.user.findUniqueOrThrow({ where: { id: userId } })).passwordHash;

test("a new password ends the other sessions, keeps this one, voids emailed links and is reported by email", async () => {
  const viewer = await makeOwner();
  const [other, outsider] = [await makeSession(viewer.userId), await makeSession((await makeUser()).id)];
  await requestReset(viewer.email, newId("request"));
  await changePassword(viewer, { password: old, newPassword: password });

  expect(await isPassword(password, await hashOf(viewer.userId))).toBe(true);
  expect(await findLiveSession(other.id)).toBeNull();
  expect(await findLiveSession(viewer.sessionId)).not.toBeNull();
  expect(await findLiveSession(outsider.id)).not.toBeNull();
  expect((await mailsTo(viewer.email))[0]?.subject).toBe("Đã đổi mật khẩu Vang");
  const token = await mailedToken(viewer.email, "reset");
  await expect(resetPassword(token, "một câu khác hẳn")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("the name of one's own business is too easy to guess as a password", async () => {
  const viewer = await makeOwner();
  await makeMember({ userId: viewer.userId, name: "Nhà xuất bản Kim Đồng" });
  const change = changePassword(viewer, { password: old, newPassword: "nhaxuatbankimdong2026" });
  await expect(change).rejects.toMatchObject({ details: { message: "auth.passwordCommon", param: "newPassword" } });
});

test.each([
  [
    { password: "đoán bừa một câu", newPassword: password },
    { code: "NOT_SIGNED_IN", details: { param: "password" } },
  ],
  [
    { password: old, newPassword: "matkhau123" },
    { code: "INVALID_REQUEST", details: { param: "newPassword" } },
  ],
  [
    { password: old, newPassword: "nguyenthiminh" },
    { code: "INVALID_REQUEST", details: { param: "newPassword" } },
  ],
  [{ password: old, newPassword: old.normalize("NFD") }, { details: { message: "account.password.same" } }],
])("%j changes nothing", async (change, refusal) => {
  const viewer = await makeOwner();
  const other = await makeSession(viewer.userId);
  await expect(changePassword(viewer, change)).rejects.toMatchObject(refusal);

  expect(await hashOf(viewer.userId)).toBe(passwordHash);
  expect(await findLiveSession(other.id)).not.toBeNull();
});
