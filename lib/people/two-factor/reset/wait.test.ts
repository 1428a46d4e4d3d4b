// @module-tag promise
// @module-tag slow
import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Viewer } from "@/lib/access/principals/viewer";
import { hasSecondFactor } from "@/lib/access/sessions/second-factor";
import { requestReset as requestPasswordReset, resetPassword } from "@/lib/people/account/new-password";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { makeMember } from "@/prisma/factories";
import {
  askReset,
  makeLoser,
  makeWaiting,
  pass,
  passUntil,
  phone,
  resultsOf,
  subjectsTo,
} from "@/testing/harness/lost-factors";
import { mailedToken, mailIsSent } from "@/testing/harness/mailbox";
import { sendMails } from "@/testing/harness/outbox";
import { beginReset, cancelResetByLink } from "./reset";
import { completeResets, remindOfResets } from "./run-waits";
import { findWait } from "./wait";

// Time stands still except where a test moves it, so that limits are tested to the millisecond.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => {
  vi.useRealTimers();
  clock.reset();
});

const isOpen = async ({ sessionId }: Viewer) =>
  (await db.session.findUniqueOrThrow({ where: { id: sessionId } })).revokedAt === null;

test("for 24 hours nothing is removed, and a moment later everything is", async () => {
  const { viewer, userId, dueAt } = await makeWaiting();
  const pending = await db.pendingSignIn.create({
    data: { id: newId("pendingSignIn"), userId, next: "/", expiresAt: new Date(+clock.now() + days(2)) },
  });
  expect(+dueAt - +clock.now()).toBe(hours(24));
  await pass(hours(12));
  await passUntil(new Date(+dueAt - 1));
  expect(await hasSecondFactor(userId)).toBe(true);
  expect(await isOpen(viewer)).toBe(true);

  await pass(1);
  const left = await Promise.all([
    db.totpFactor.count({ where: { userId } }),
    db.passkey.count({ where: { userId } }),
    db.recoveryCode.count({ where: { userId } }),
    db.factorReset.count({ where: { userId } }),
  ]);
  expect(left).toEqual([0, 0, 0, 0]);
  expect(await isOpen(viewer)).toBe(false);
  expect((await db.pendingSignIn.findUniqueOrThrow({ where: { id: pending.id } })).usedAt).not.toBeNull();
});

test("three notices: when it starts, half-way and when it is done, once each for any number of workers", async () => {
  const { email, userId } = await makeWaiting();
  for (let hour = 0; hour < 25; hour += 1) {
    clock.advance(hours(1));
    await Promise.all([remindOfResets, completeResets, sendMails].flatMap((task) => [task(), task()]));
  }
  expect(await subjectsTo(email)).toEqual([
    "Bạn đã mất mọi phương thức xác thực thứ hai?",
    "Xác thực hai lớp của bạn sẽ bị gỡ",
    "Nhắc lại: xác thực hai lớp của bạn sắp bị gỡ",
    "Xác thực hai lớp của bạn đã được gỡ",
  ]);
  expect(await resultsOf(userId)).toEqual(["reset_asked", "reset_begun", "reset_done"]);
});

test("the second notice comes at the half, not before", async () => {
  const { email } = await makeWaiting();
  await pass(hours(12) - minutes(1));
  expect(await subjectsTo(email)).toHaveLength(2);
  await pass(minutes(1));
  expect(await subjectsTo(email)).toHaveLength(3);
});

test("workers that were stopped send the second notice first, and remove the factors six hours after it", async () => {
  const { userId, email } = await makeWaiting();
  await pass(days(3));
  expect(await hasSecondFactor(userId)).toBe(true);
  expect(await subjectsTo(email)).toHaveLength(3);
  await pass(hours(6) - minutes(1));
  expect(await hasSecondFactor(userId)).toBe(true);
  await pass(minutes(1));
  expect(await hasSecondFactor(userId)).toBe(false);
});

/** No email is sent until the returned function is called: a file replaces the directory. */
async function takeMailAway(): Promise<() => Promise<void>> {
  await mailIsSent();
  const directory = join(env.VANG_DATA, "mail");
  await rename(directory, `${directory}.away`);
  await writeFile(directory, "");
  return async () => {
    await rm(directory);
    await rename(`${directory}.away`, directory);
  };
}

test("without the second notice nothing is removed: one that cannot be sent is sent later", async () => {
  const { userId, email } = await makeWaiting();
  const giveBack = await takeMailAway();
  clock.advance(hours(25));
  await completeResets();
  expect(await hasSecondFactor(userId)).toBe(true);
  await pass(hours(1));
  await pass(days(1));
  expect(await hasSecondFactor(userId)).toBe(true);
  await giveBack();
  await pass(minutes(1));
  expect(await subjectsTo(email)).toHaveLength(3);
  await pass(hours(6) - 1);
  expect(await hasSecondFactor(userId)).toBe(true);
  await pass(1);
  expect(await hasSecondFactor(userId)).toBe(false);
});

test("a reminder that cannot be written does not keep others from theirs, and is written once it can be", async () => {
  const people = [await makeWaiting(), await makeWaiting(), await makeWaiting()];
  const [, broken] = people;
  const where = { id: broken?.userId };
  await db.user.update({ where, data: { timeZone: "Nowhere/Unknown" } });
  await pass(hours(12));
  const reminded = () =>
    Promise.all(
      people.map(async ({ email }) => (await subjectsTo(email)).some((subject) => /^Nhắc lại/.test(subject))),
    );
  expect(await reminded()).toEqual([true, false, true]);
  await db.user.update({ where, data: { timeZone: "Asia/Ho_Chi_Minh" } });
  await pass(minutes(1));
  expect(await reminded()).toEqual([true, true, true]);
});

test("a reset that cannot be completed does not keep others waiting, and is completed once it can be", async () => {
  const people = [await makeWaiting(), await makeWaiting(), await makeWaiting()];
  const [first, broken] = people;
  const restoreEmail = first?.email;
  // Restoring an email that someone has fails in the transaction.
  await db.factorReset.update({ where: { userId: broken?.userId }, data: { restoreEmail } });
  await pass(hours(12));
  await pass(hours(12));
  const having = () => Promise.all(people.map(({ userId }) => hasSecondFactor(userId)));
  expect(await having()).toEqual([false, true, false]);
  await db.factorReset.update({ where: { userId: broken?.userId }, data: { restoreEmail: null } });
  await completeResets();
  expect(await having()).toEqual([false, false, false]);
});

test("the database itself rejects a wait shorter than a day", async () => {
  const { userId } = await makeWaiting();
  const soon = new Date(+clock.now() + hours(23));
  await expect(db.factorReset.update({ where: { userId }, data: { dueAt: soon } })).rejects.toThrow(/waits_a_day/);
});

test("a password reset by email meanwhile does not change the wait", async () => {
  const { userId, email, dueAt } = await makeWaiting();
  await requestPasswordReset(email, null);
  await resetPassword(await mailedToken(email, "reset"), "trăng lên đỉnh núi trăng mờ");
  expect((await findWait(userId))?.dueAt).toEqual(dueAt);
  await pass(hours(12));
  await passUntil(new Date(+dueAt - 1));
  expect(await hasSecondFactor(userId)).toBe(true);
});

test("each business the person works in has an entry in its audit log, which stays intact", async () => {
  const person = await makeLoser();
  const businesses = [await makeMember({ userId: person.userId }), await makeMember({ userId: person.userId })];
  await beginReset(await askReset(person), phone);
  await cancelResetByLink(await mailedToken(person.email, "keep-factors"), phone);
  const { dueAt } = await beginReset(await askReset(person), phone);
  await pass(hours(12));
  await passUntil(dueAt);

  for (const { businessId } of businesses) {
    const events = await db.auditEvent.findMany({ where: { businessId }, orderBy: { sequence: "asc" } });
    const details = await db.auditDetail.findMany({ where: { businessId } });
    const ipOf = (at: bigint) => details.find(({ sequence }) => sequence === at)?.ip ?? null;
    expect(events.map(({ action, actorId, sequence }) => [action, actorId, ipOf(sequence)])).toEqual([
      ["member.two_factor_reset_begun", person.userId, phone.ip],
      ["member.two_factor_reset_cancelled", person.userId, phone.ip],
      ["member.two_factor_reset_begun", person.userId, phone.ip],
      ["member.two_factor_reset_done", "system", null],
    ]);
    expect(events.every(({ subject }) => subject === person.userId)).toBe(true);
  }
});

test("the database holds a fingerprint of every emailed link and never its token", async () => {
  const person = await makeLoser();
  const request = await askReset(person);
  await beginReset(request, phone);
  const first = await mailedToken(person.email, "keep-factors");
  await pass(hours(12));
  const tokens = [request, first, await mailedToken(person.email, "keep-factors")];
  expect(new Set(tokens).size).toBe(3);

  const tables = await sql<{ name: string }>(
    "list-tables",
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
    [],
  );
  const rows = await Promise.all(
    tables.map(({ name }) => sql<{ row: string }>(`all of ${name}`, `SELECT t::text AS row FROM "${name}" t`, [])),
  );
  const dump = rows
    .flat()
    .map(({ row }) => row)
    .join("\n");
  expect(dump).toContain(person.email);
  for (const token of tokens) expect(dump).not.toContain(token);
});
