// @module-tag promise
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import type { Caller } from "@/lib/access/principals/caller";
import { endOwnSession } from "@/lib/access/sessions/list";
import { endSession } from "@/lib/access/sessions/service";
import { issuePlaygroundKey } from "@/lib/keys/playground/create";
import { setAlert } from "@/lib/money/alerts/service";
import { holdCredit, releaseHold } from "@/lib/money/wallet/holds";
import { changePassword } from "@/lib/people/account/new-password";
import { hashPassword } from "@/lib/people/account/password";
import { clock, days, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { eraseResult } from "@/lib/speech/retention/erase";
import { makeKey, makeMember, makeViewer } from "@/prisma/factories";
import { makeLongJob } from "@/prisma/speech-factories";
import { findLiveKey } from "@/testing/harness/find-live-key";
import {
  createPlaygroundKey,
  endPlaygroundKeys,
  livePlaygroundKeys,
  playgroundCapMilli,
  sweepPlaygroundKeys,
} from "./create";

afterEach(() => clock.reset());

const dead = { code: "KEY_INVALID" };

/** Someone with two sessions, each with a playground key, and a standard key of the business. */
async function setUp() {
  const here = await makeMember({ creditMilli: 2n * playgroundCapMilli });
  const viewer = await makeViewer({ userId: here.userId });
  const there = { ...here, sessionId: viewer.sessionId };
  const { secret: ownSecret } = await createPlaygroundKey(here);
  const { secret: otherSecret } = await createPlaygroundKey(there);
  return { here, there, viewer, ownSecret, otherSecret, server: await makeKey(here) };
}

test("a playground key ends with its session when the person signs out; other keys go on", async () => {
  const { here, ownSecret, otherSecret, server } = await setUp();
  await endSession(here.sessionId);
  await expect(findLiveKey(ownSecret)).rejects.toMatchObject(dead);
  await expect(findLiveKey(otherSecret)).resolves.toBeDefined();
  await expect(findLiveKey(server)).resolves.toBeDefined();
});

test("the playground keys of other sessions end when the password changes", async () => {
  const { viewer, ownSecret, otherSecret, server } = await setUp();
  const password = "sông Hương mùa nước nổi";
  const data = { passwordHash: await hashPassword(password) };
  await db.user.update({ where: { id: viewer.userId }, data });
  await changePassword(viewer, { password, newPassword: "cây tre trăm đốt khắc nhập" });
  await expect(findLiveKey(ownSecret)).rejects.toMatchObject(dead);
  await expect(findLiveKey(otherSecret)).resolves.toBeDefined();
  await expect(findLiveKey(server)).resolves.toBeDefined();
});

test("a playground key ends when its session is ended from elsewhere, expires, or its row is deleted", async () => {
  const ended = await setUp();
  await endOwnSession(ended.viewer, ended.here.sessionId);
  await expect(findLiveKey(ended.ownSecret)).rejects.toMatchObject(dead);

  const over = await setUp();
  await db.session.update({ where: { id: over.here.sessionId }, data: { expiresAt: clock.now() } });
  await expect(findLiveKey(over.ownSecret)).rejects.toMatchObject(dead);

  const gone = await setUp();
  await db.session.delete({ where: { id: gone.here.sessionId } });
  await expect(findLiveKey(gone.ownSecret)).rejects.toMatchObject(dead);
});

test("a session has five live playground keys at most: one more ends the oldest", async () => {
  const member = await makeMember();
  const secrets: string[] = [];
  while (secrets.length <= livePlaygroundKeys) {
    secrets.push((await createPlaygroundKey(member)).secret);
    clock.advance(1000);
  }
  const [oldest = "", ...rest] = secrets;
  await expect(findLiveKey(oldest)).rejects.toMatchObject(dead);
  for (const secret of rest) await expect(findLiveKey(secret)).resolves.toBeDefined();
});

test("a session has five live playground keys at most also when forty are created at once, and while its member loses the permission", async () => {
  const member = await makeMember();
  const made = await Promise.all(Array.from({ length: 40 }, () => createPlaygroundKey(member)));
  const found = await Promise.allSettled(made.map(({ secret }) => findLiveKey(secret)));
  expect(found.filter(({ status }) => status === "fulfilled")).toHaveLength(livePlaygroundKeys);

  const { businessId, userId } = member;
  const end = () => db.$transaction((tx) => endPlaygroundKeys(tx, businessId, userId));
  await Promise.all(Array.from({ length: 40 }, (_, index) => (index % 4 ? createPlaygroundKey(member) : end())));
  await end();
  expect(await db.apiKey.count({ where: { businessId, kind: "playground", revokedAt: null } })).toBe(0);
});

test("one person creates at most 240 playground keys in an hour, over all their sessions", async () => {
  const member = await makeMember();
  const elsewhere = { ...member, sessionId: (await makeViewer({ userId: member.userId })).sessionId };
  const make = (_: unknown, index: number) => issuePlaygroundKey(index % 2 ? member : elsewhere);
  const all = await Promise.allSettled(Array.from({ length: 243 }, make));
  expect(all.filter(({ status }) => status === "rejected")).toHaveLength(3);
  await expect(issuePlaygroundKey(member)).rejects.toMatchObject({ code: "TOO_MANY_ATTEMPTS" });
  await expect(issuePlaygroundKey(await makeMember())).resolves.toBeDefined();
});

test("all playground keys of a session share one spending cap; another session has its own", async () => {
  const { here, ownSecret, otherSecret } = await setUp();
  const hold = async (secret: string, amountMilli: bigint) =>
    holdCredit({ ...(await findLiveKey(secret)), trackingId: newId("tts"), amountMilli });
  await hold(ownSecret, playgroundCapMilli - 1000n);
  const { secret: second } = await createPlaygroundKey(here);
  await expect(hold(second, 1001n)).rejects.toMatchObject({ code: "SPEND_CAP_REACHED" });
  await hold(second, 1000n);
  await hold(otherSecret, 1000n);
});

test("what an ended session has spent counts for the business's cap of the month, also once its keys are deleted", async () => {
  const { here, ownSecret, server } = await setUp();
  await setAlert(here, { monthlyCapVnd: 100_000, belowVnd: null, belowDays: null });
  const hold = async (secret: string, amountMilli: bigint) =>
    holdCredit({ ...(await findLiveKey(secret)), trackingId: newId("tts"), amountMilli });
  await hold(ownSecret, 60_000_000n);
  await endSession(here.sessionId);
  const { businessId } = here;
  await db.apiKey.updateMany({ where: { businessId, kind: "playground" }, data: { expiresAt: new Date(0) } });
  while ((await sweepPlaygroundKeys()) > 0);
  await expect(hold(server, 50_000_000n)).rejects.toMatchObject({ code: "SPEND_CAP_REACHED" });
  await hold(server, 40_000_000n);
});

test("a playground key, which needs no recent proof, erases nothing", async () => {
  const { ownSecret } = await setUp();
  const caller = (await findLiveKey(ownSecret)) as unknown as Caller;
  await expect(eraseResult(caller, newId("tts"))).rejects.toMatchObject({ code: "SCOPE_MISSING" });
});

test("a session that pauses for days goes on with what is left of its cap", async () => {
  const { here } = await setUp();
  await db.session.update({ where: { id: here.sessionId }, data: { expiresAt: new Date(+clock.now() + days(9)) } });
  const { keyId } = await findLiveKey((await createPlaygroundKey(here)).secret);
  clock.advance(days(2));
  await sweepPlaygroundKeys();
  expect(await findLiveKey((await createPlaygroundKey(here)).secret)).toMatchObject({ keyId });
});

test("a playground key works for 15 minutes", async () => {
  const { secret } = await createPlaygroundKey(await makeMember());
  clock.advance(minutes(15) - 1000);
  await expect(findLiveKey(secret)).resolves.toBeDefined();
  clock.advance(1000);
  await expect(findLiveKey(secret)).rejects.toMatchObject(dead);
});

test("playground keys are deleted a day after they expired, and no other key is", async () => {
  const { here } = await setUp();
  const standard = { businessId: here.businessId, kind: "standard" } as const;
  await db.apiKey.updateMany({ where: standard, data: { expiresAt: clock.now() } });
  clock.advance(days(1) + minutes(12));
  await createPlaygroundKey(here);
  await sweepPlaygroundKeys();
  const count = (kind: "playground" | "standard") => db.apiKey.count({ where: { businessId: here.businessId, kind } });
  expect(await count("playground")).toBe(5);

  clock.advance(minutes(10));
  await sweepPlaygroundKeys();
  expect(await count("playground")).toBe(2);
  expect(await count("standard")).toBe(1);
});

test("the key of an ended session stays while a long job of it has not ended, so that the job can go on", async () => {
  const { here, ownSecret } = await setUp();
  const { keyId = "" } = await findLiveKey(ownSecret);
  const job = await makeLongJob(here.businessId, { keyId });
  await endSession(here.sessionId);
  clock.advance(days(1) + minutes(20));
  await sweepPlaygroundKeys();
  const trackingId = `${job.id}.1.1`;
  await holdCredit({ businessId: here.businessId, keyId, trackingId, amountMilli: 1000n });
  await releaseHold(trackingId);
  await db.keySpend.deleteMany({ where: { keyId } });
  await db.longJob.update({ where: { id: job.id }, data: { state: "canceled", recordedAt: clock.now() } });
  while ((await sweepPlaygroundKeys()) > 0);
  expect(await db.apiKey.count({ where: { id: keyId } })).toBe(0);
});

test("a member who loses the permission while a playground key is created gets none", async () => {
  const member = await makeMember({ role: "developer" });
  const { businessId, userId } = member;
  await makeMember({ businessId, role: "owner" });
  let made: Promise<unknown> | undefined;
  await db.$transaction(async (tx) => {
    await endPlaygroundKeys(tx, businessId, userId);
    made = createPlaygroundKey(member).catch((error: unknown) => error);
    await sleep(200);
    await tx.membership.delete({ where: { businessId_userId: { businessId, userId } }, select: { userId: true } });
  });
  expect(await made).toMatchObject({ code: "FORBIDDEN" });
  expect(await db.apiKey.count({ where: { businessId, kind: "playground", revokedAt: null } })).toBe(0);
});
