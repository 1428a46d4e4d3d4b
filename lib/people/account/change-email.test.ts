// @module-tag promise
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { Viewer } from "@/lib/access/principals/viewer";
import { endOwnSession } from "@/lib/access/sessions/list";
import { endSession, endSessions, findLiveSession } from "@/lib/access/sessions/service";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeSession, makeUser, makeViewer } from "@/prisma/factories";
import { mailedToken, mailsTo } from "@/testing/harness/mailbox";
import { freshAddress, moveEmail, newPassword, userOf } from "@/testing/harness/moved-email";
import { restoreFloor } from "@/testing/harness/response-floor";
import { confirmEmailChange, requestEmailChange } from "./change-email";
import { changePassword, requestReset, resetPassword } from "./new-password";
import { hashPassword } from "./password";
import { signUp } from "./sign-up";

afterEach(clock.reset);

test("the email changes when the new one confirms; the old one gets a notice of the request and of the change", async () => {
  const viewer = await makeViewer();
  const other = await makeSession(viewer.userId);
  const address = freshAddress();
  await requestEmailChange(viewer, address);
  expect((await mailsTo(viewer.email)).map(({ subject }) => subject)).toEqual(["Yêu cầu đổi email tài khoản Vang"]);
  expect(await userOf(viewer.userId)).toMatchObject({ email: viewer.email });

  const token = await mailedToken(address, "confirm-email");
  await confirmEmailChange(token);
  expect(await userOf(viewer.userId)).toMatchObject({ email: address });
  expect(await findLiveSession(viewer.sessionId)).toMatchObject({ email: address });
  expect(await findLiveSession(other.id)).toBeNull();
  expect((await mailsTo(viewer.email))[0]).toMatchObject({ subject: "Đã đổi email tài khoản Vang" });
  await expect(confirmEmailChange(token)).rejects.toMatchObject({ code: "NOT_FOUND" });
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
  const first = await moveEmail(viewer);
  await moveEmail({ ...viewer, email: first }, viewer.email);
  expect(await userOf(viewer.userId)).toMatchObject({ email: viewer.email });
});

test("an email that someone can still restore is not available to anyone else", async () => {
  const viewer = await makeViewer();
  await moveEmail(viewer);
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
  expect(await userOf(viewer.userId)).toMatchObject({ email: viewer.email });
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
  expect(await userOf(owner.userId)).toMatchObject({ email: owner.email });
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
    expect(await userOf(viewer.userId)).toMatchObject({ email: address });
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
