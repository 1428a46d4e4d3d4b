import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { db } from "@/lib/db";
import { makePasskey, makeUser } from "@/prisma/factories";
import { beginSession } from "./begin";
import { endSessions, findLiveSession } from "./service";

const device = { ip: "203.0.113.7", userAgent: "Firefox" };
const beginning = (userId: string) => ({ userId, method: "password" as const, device, fingerprint: "a laptop's" });

const leftBehind = async (userId: string) => ({
  sessions: await db.session.count({ where: { userId } }),
  browsers: await db.knownDevice.count({ where: { userId } }),
  entries: await db.signInEntry.findMany({ where: { userId }, select: { result: true, sessionId: true } }),
});

test("a sign-in leaves a live session, a browser that is known, and a line that names the session", async () => {
  const { id } = await makeUser();
  const begun = await beginSession(beginning(id));
  expect(begun).toMatchObject({ meeting: "first", isFirstSinceRemoval: false });
  expect(await findLiveSession(begun?.sessionId ?? "")).toMatchObject({ userId: id });
  const entries = [{ result: "signed_in", sessionId: begun?.sessionId }];
  expect(await leftBehind(id)).toEqual({ sessions: 1, browsers: 1, entries });
});

test("a password begins nothing for whoever has a second factor, and makes no browser known; the log says so", async () => {
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
])("a password that is %s while it is checked begins nothing", async (_, data) => {
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

test("a browser that calls itself anything is written down as it is", async () => {
  const names = ['"{a, NULL}\\\\"', "NULL", "", null];
  const people = await Promise.all(names.map(() => makeUser()));
  const begin = ({ id }: { id: string }, index: number) =>
    beginSession({ ...beginning(id), device: { ip: null, userAgent: names[index] ?? null } });
  await Promise.all(people.map(begin));
  const found = await Promise.all(people.map(({ id }) => db.signInEntry.findFirst({ where: { userId: id } })));
  expect(found.map((entry) => entry?.userAgent)).toEqual(names);
});

test("of many who sign in at once each gets their own session, whoever among them is gone or has a second factor", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => makeUser()));
  const [gone, careful, ...others] = people.map(({ id }) => id) as [string, string, ...string[]];
  await db.user.delete({ where: { id: gone } });
  await makePasskey(careful);
  const twice = others[0] as string;
  await beginSession(beginning(others[1] as string));

  const answers = await Promise.allSettled(
    [...people.map(({ id }) => id), twice].map((id) => beginSession(beginning(id))),
  );
  const [goneAnswer, carefulAnswer, ...begun] = answers;
  expect(goneAnswer).toMatchObject({ reason: { code: "NOT_SIGNED_IN" } });
  expect(carefulAnswer).toMatchObject({ value: null });
  const sessions = begun.map((answer) => (answer.status === "fulfilled" ? answer.value : undefined));
  const owners = await Promise.all(
    sessions.map(async (begun) => (await findLiveSession(begun?.sessionId ?? ""))?.userId),
  );
  expect(owners).toEqual([...others, twice]);
  const meetings = sessions.map((begun) => begun?.meeting);
  expect(meetings.slice(1, -1)).toEqual(["known", ...others.slice(2).map(() => "first")]);
  expect([meetings[0], meetings.at(-1)].sort()).toEqual(["first", "known"]);
  expect(await leftBehind(twice)).toMatchObject({ sessions: 2, browsers: 1 });
});
