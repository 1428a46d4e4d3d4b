import { afterEach, expect, test } from "vitest";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeSession, makeUser } from "@/prisma/factories";
import { endSession, sweepSessions } from "./service";

afterEach(clock.reset);

test("a session and its address are deleted 90 days after its end, and an active one stays", async () => {
  const { id: userId } = await makeUser();
  const ended = await makeSession(userId);
  await endSession(ended.id);
  const ids = async () => (await db.session.findMany({ where: { userId } })).map(({ id }) => id);

  clock.advance(days(90) - 1000);
  await sweepSessions();
  expect(await ids()).toContain(ended.id);
  const live = await makeSession(userId);
  clock.advance(1000);
  await sweepSessions();
  expect(await ids()).toEqual([live.id]);
});

test("a sign-in that waited for its second proof is deleted a day after it expired", async () => {
  const { id: userId } = await makeUser();
  const id = newId("pendingSignIn");
  await db.pendingSignIn.create({ data: { id, userId, next: "/", expiresAt: clock.now() } });
  await sweepSessions();
  expect(await db.pendingSignIn.count({ where: { id } })).toBe(1);
  clock.advance(days(1));
  await sweepSessions();
  expect(await db.pendingSignIn.count({ where: { id } })).toBe(0);
});
