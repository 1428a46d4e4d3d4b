// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { findLiveSession } from "@/lib/access/sessions/service";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeSession, makeUser } from "@/prisma/factories";
import { mailedToken, mailsTo } from "@/testing/harness/mailbox";
import { restoreFloor } from "@/testing/harness/response-floor";
import { requestReset, resetPassword } from "./new-password";
import { hashPassword, isPassword } from "./password";

const password = "con mèo trèo cây cau";
const [old, somewhere] = ["hỏi thăm chú chuột", "203.0.113.7"];
const passwordHash = await hashPassword(old);

afterEach(clock.reset);

const row = (id: string) => db.user.findUniqueOrThrow({ where: { id } });

async function makeRequest() {
  const user = await makeUser({ passwordHash });
  await requestReset(user.email, newId("request"));
  return { user, token: await mailedToken(user.email, "reset") };
}

test("a link sets the password once, ends every session, lifts a forced reset and notifies the owner", async () => {
  const { user, token } = await makeRequest();
  await db.user.update({ where: { id: user.id }, data: { mustResetPassword: true } });
  const session = await makeSession(user.id);
  await resetPassword(token, password);

  const { passwordHash: now, mustResetPassword, passwordChangedAt } = await row(user.id);
  expect(await isPassword(password, now)).toBe(true);
  expect([mustResetPassword, passwordChangedAt !== null]).toEqual([false, true]);
  expect(await findLiveSession(session.id)).toBeNull();
  expect((await mailsTo(user.email))[0]?.subject).toBe("Đã đổi mật khẩu Vang");
  await expect(resetPassword(token, old)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("of twenty who use one link at once, one sets the password", async () => {
  const { user, token } = await makeRequest();
  const newPasswords = Array.from({ length: 20 }, (_, index) => `mật khẩu của người thứ ${index}`);
  const outcomes = await Promise.allSettled(newPasswords.map((newPassword) => resetPassword(token, newPassword)));

  const winners = newPasswords.filter((_, index) => outcomes[index]?.status === "fulfilled");
  expect(winners).toHaveLength(1);
  expect(await isPassword(winners[0] ?? "", (await row(user.id)).passwordHash)).toBe(true);
});

test("a link expires after an hour and with the next reset; a made-up one never works", async () => {
  const { user, token } = await makeRequest();
  await requestReset(user.email, somewhere);
  const second = await mailedToken(user.email, "reset");
  await resetPassword(second, password);

  await expect(resetPassword(token, password)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(resetPassword("a".repeat(43), password)).rejects.toMatchObject({ code: "NOT_FOUND" });
  const late = await makeRequest();
  clock.advance(minutes(60));
  await expect(resetPassword(late.token, password)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a password that is easy to guess is rejected and the link stays valid", async () => {
  const { token } = await makeRequest();
  await expect(resetPassword(token, "nguyenthiminh1")).rejects.toMatchObject({ details: { param: "password" } });
  await resetPassword(token, password);
});

test("a reset signs no one in and removes no second factor", async () => {
  const { user, token } = await makeRequest();
  const factor = { userId: user.id, encryptedSeed: "sealed", confirmedAt: clock.now() };
  await db.totpFactor.create({ data: factor });
  await resetPassword(token, password);

  expect(await db.session.count({ where: { userId: user.id, revokedAt: null } })).toBe(0);
  expect(await db.totpFactor.count({ where: factor })).toBe(1);
});

test("a request does not reveal which accounts exist, in text or in time, and fills no one's mailbox", async () => {
  const { email } = await makeUser();
  const unproven = await makeUser({ emailVerifiedAt: null });
  const floorMs = restoreFloor();
  for (const address of [email, unproven.email, "khong-co-ai@example.com"]) {
    const start = performance.now();
    expect(await requestReset(address, newId("request"))).toBeUndefined();
    expect(performance.now() - start).toBeGreaterThanOrEqual(floorMs);
  }
  await Promise.all(Array.from({ length: 7 }, () => requestReset(email, newId("request"))));
  await requestReset(email, newId("request"));

  expect((await mailsTo(email)).length).toBeLessThanOrEqual(9);
  const sent = (await mailsTo(email)).length;
  await requestReset(email, newId("request"));
  expect(await mailsTo(email)).toHaveLength(sent);
  expect((await mailsTo(unproven.email)).map(({ subject }) => subject)).toEqual(["Xác nhận email cho tài khoản Vang"]);
  expect(await mailsTo("khong-co-ai@example.com")).toHaveLength(0);
});

test("one network can request it twenty times an hour, whichever addresses it enters", async () => {
  const place = newId("request");
  const asks = Array.from({ length: 25 }, (_, index) => requestReset(`khong-co-ai-${index}@example.com`, place));
  const outcomes = await Promise.allSettled(asks);

  const refused = outcomes.filter((outcome) => outcome.status === "rejected");
  expect(refused.map(({ reason }) => reason.code)).toEqual(Array(5).fill("TOO_MANY_ATTEMPTS"));
});
