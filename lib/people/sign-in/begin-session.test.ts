// @module-tag promise
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { endSessions, findLiveSession } from "@/lib/access/sessions/service";
import { db } from "@/lib/platform/db";
import { makePasskey, makeUser } from "@/prisma/factories";
import { beginSession } from "./begin-session";

const device = { ip: "203.0.113.7", userAgent: "Firefox" };
const beginning = (userId: string) => ({ userId, method: "password" as const, device, fingerprint: "a laptop's" });

const leftBehind = async (userId: string) => ({
  sessions: await db.session.count({ where: { userId } }),
  browsers: await db.knownDevice.count({ where: { userId } }),
  entries: await db.signInEntry.findMany({ where: { userId }, select: { result: true, sessionId: true } }),
});

test("a sign-in writes an active session, a known browser, and a log entry that names the session", async () => {
  const { id } = await makeUser();
  const begun = await beginSession(beginning(id));
  expect(begun).toMatchObject({ meeting: "first", isFirstSinceRemoval: false });
  expect(await findLiveSession(begun?.sessionId ?? "")).toMatchObject({ userId: id });
  const entries = [{ result: "signed_in", sessionId: begun?.sessionId }];
  expect(await leftBehind(id)).toEqual({ sessions: 1, browsers: 1, entries });
});

test("a password starts no session for someone with a second factor, and makes no browser known; the log says so", async () => {
  const { id } = await makeUser();
  await makePasskey(id);
  expect(await beginSession(beginning(id))).toBeNull();
  const entries = [{ result: "second_factor_needed", sessionId: null }];
  expect(await leftBehind(id)).toEqual({ sessions: 0, browsers: 0, entries });
  expect(await beginSession({ ...beginning(id), method: "passkey" })).not.toBeNull();
});

test.each([
  ["changed", { passwordHash: "another" }],
  ["to be reset", { mustResetPassword: true }],
])("a password that is %s while it is checked starts no session", async (_, data) => {
  const { id } = await makeUser({ passwordHash: "the one that was proved" });
  const proved = { ...beginning(id), passwordHash: "the one that was proved" };
  expect(await beginSession(proved)).not.toBeNull();
  let begun: Promise<unknown> | undefined;
  await db.$transaction(async (tx) => {
    await tx.user.update({ where: { id }, data, select: { id: true } });
    await endSessions(id, { tx });
    begun = beginSession(proved).catch(({ code }) => code);
    await sleep(200);
  });
  expect(await begun).toBe("NOT_SIGNED_IN");
  expect(await db.session.count({ where: { userId: id, revokedAt: null } })).toBe(0);
});

test("of a person's sign-ins at once, each starts a session, and only the first counts as a new person and browser", async () => {
  const { id } = await makeUser();
  const begun = await Promise.all(
    ["a laptop's", "a laptop's", "a phone's"].map((fingerprint) => beginSession({ ...beginning(id), fingerprint })),
  );
  const owners = await Promise.all(begun.map(async (one) => (await findLiveSession(one?.sessionId ?? ""))?.userId));
  expect(owners).toEqual([id, id, id]);
  expect(begun.map((one) => one?.meeting).sort()).toEqual(["first", "known", "new"]);
  expect(await leftBehind(id)).toMatchObject({ sessions: 3, browsers: 2 });
});

test("a deleted account gets no session", async () => {
  const { id } = await makeUser();
  await db.user.delete({ where: { id } });
  await expect(beginSession(beginning(id))).rejects.toMatchObject({ code: "NOT_SIGNED_IN" });
});
