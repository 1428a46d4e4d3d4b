// @module-tag promise
// @module-tag slow
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { hasSecondFactor } from "@/lib/access/sessions/second-factor";
import { confirmEmailChange, requestEmailChange } from "@/lib/people/account/change-email";
import { undoEmailChange } from "@/lib/people/account/undo-email";
import { notifyNewDevice, reportUnknownSignIn } from "@/lib/people/account/unknown-sign-in";
import { removePasskey } from "@/lib/people/passkeys/service";
import { issueRecoveryCodes } from "@/lib/people/two-factor/recovery-codes";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makePasskey, makeViewer } from "@/prisma/factories";
import { trials } from "@/testing/harness/deep";
import { askReset, makeWaiting, pass, passUntil, phone, resultsOf, subjectsTo } from "@/testing/harness/lost-factors";
import { mailedToken } from "@/testing/harness/mailbox";
import { beginReset, cancelResetByLink } from "./reset";
import { completeResets } from "./run-waits";
import { findWait } from "./wait";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  clock.reset();
});

test("either notice's link ends the wait, once, also a moment before the end; nothing is removed and the person is notified", async () => {
  for (const notice of ["first", "second"]) {
    const { userId, email, dueAt } = await makeWaiting();
    const first = await mailedToken(email, "keep-factors");
    await pass(hours(12));
    const latest = await mailedToken(email, "keep-factors");
    expect(latest).not.toBe(first);
    await passUntil(new Date(+dueAt - 1));

    await cancelResetByLink(notice === "first" ? first : latest, phone);
    await pass(days(2));
    expect(await hasSecondFactor(userId)).toBe(true);
    expect((await subjectsTo(email)).at(-1)).toBe("Đã hủy yêu cầu gỡ xác thực hai lớp");
    for (const token of [first, latest]) {
      await expect(cancelResetByLink(token, phone)).rejects.toMatchObject({ code: "NOT_FOUND" });
    }
    expect((await resultsOf(userId)).at(-1)).toBe("reset_cancelled");
    clock.reset();
  }
});

test("when cancelled and removed at the same moment, it is one of the two and never half of each", async () => {
  const rounds = trials(undefined, 3, 10);
  for (let round = 0; round < rounds; round += 1) {
    const { userId, email, dueAt } = await makeWaiting();
    await pass(hours(12));
    const token = await mailedToken(email, "keep-factors");
    clock.advance(+dueAt - +clock.now());
    const [cancelled] = await Promise.allSettled([cancelResetByLink(token, phone), completeResets()]);
    expect(await hasSecondFactor(userId)).toBe(cancelled.status === "fulfilled");
    expect(await db.recoveryCode.count({ where: { userId } })).toBe(cancelled.status === "fulfilled" ? 10 : 0);
    clock.reset();
  }
});

test("a link from a wait that was cancelled does not end a later one", async () => {
  const person = await makeWaiting();
  const old = await mailedToken(person.email, "keep-factors");
  await pass(hours(12));
  await cancelResetByLink(await mailedToken(person.email, "keep-factors"), phone);
  await beginReset(await askReset(person), phone);
  await expect(cancelResetByLink(old, phone)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await findWait(person.userId)).not.toBeNull();
});

test("an email change ends the wait, and the email that got its notice is notified", async () => {
  const { viewer, userId, email } = await makeWaiting();
  const address = `${newId("user")}@new.example.com`;
  await requestEmailChange(viewer, address);
  await confirmEmailChange(await mailedToken(address, "confirm-email"));
  expect(await findWait(userId)).toBeNull();
  expect(await subjectsTo(email)).toContain("Đã hủy yêu cầu gỡ xác thực hai lớp");
  await pass(days(2));
  expect(await hasSecondFactor(userId)).toBe(true);
});

test("a person who removes the last factor has nothing left to wait for", async () => {
  const viewer = await makeViewer();
  const { id } = await makePasskey(viewer.userId);
  await beginReset(await askReset(viewer), phone);
  await removePasskey(viewer, { id, endsTwoFactor: "yes" });
  expect(await findWait(viewer.userId)).toBeNull();
});

test("“this wasn't me” ends a wait that an attacker started", async () => {
  const { userId, email } = await makeWaiting();
  clock.advance(minutes(1));
  await notifyNewDevice({ userId, device: phone, fingerprint: newToken() });
  await reportUnknownSignIn(await mailedToken(email, "not-me"));
  expect(await findWait(userId)).toBeNull();
  expect(await subjectsTo(email)).toContain("Đã hủy yêu cầu gỡ xác thực hai lớp");
});

test("restoring an email ends what was started at the other", async () => {
  const viewer = await makeViewer();
  await makePasskey(viewer.userId);
  const [code] = await db.$transaction((tx) => issueRecoveryCodes(tx, viewer.userId));
  // What was added within the week before an email change is suspended when the change is undone.
  clock.advance(days(8));
  const moved = { userId: viewer.userId, email: `${newId("user")}@thief.example.com` };
  await requestEmailChange(viewer, moved.email);
  await confirmEmailChange(await mailedToken(moved.email, "confirm-email"));
  await beginReset(await askReset(moved), phone);
  await undoEmailChange(await mailedToken(viewer.email, "undo-email"), { code: code?.replaceAll("-", "") });
  expect(await findWait(viewer.userId)).toBeNull();
});
