import { afterEach, expect, test } from "vitest";
import { clock, days } from "@/lib/platform/clock";
import { newToken } from "@/lib/platform/crypto";
import { db } from "@/lib/platform/db";
import { makeUser, makeViewer } from "@/prisma/factories";
import { signIn } from "@/testing/harness/signed-in";
import { sweepDevices } from "./known-devices";

afterEach(clock.reset);

const meet = async (userId: string, token: string) => (await signIn(userId, { token })).meeting;

test("the first browser ever is the first, any other is new once, and then known", async () => {
  const { id } = await makeUser();
  const [laptop, phone] = [newToken(), newToken()];
  expect(await meet(id, laptop)).toBe("first");
  expect(await meet(id, phone)).toBe("new");
  expect(await Promise.all([meet(id, laptop), meet(id, phone)])).toEqual(["known", "known"]);
});

test("for someone who signed in before browsers were remembered, the next one is new", async () => {
  const { userId } = await makeViewer();
  expect(await meet(userId, newToken())).toBe("new");
});

test("twenty sign-ins at once in one browser count it as new once", async () => {
  const { userId } = await makeViewer();
  const token = newToken();
  const met = await Promise.all(Array.from({ length: 20 }, () => meet(userId, token)));
  expect(met.filter((meeting) => meeting === "new")).toHaveLength(1);
});

test("a browser known to one person is new to another, and the rows do not reveal that it is one browser", async () => {
  const [{ userId }, { userId: other }] = [await makeViewer(), await makeViewer()];
  const token = newToken();
  await meet(userId, token);
  expect(await meet(other, token)).toBe("new");
  const rows = await db.knownDevice.findMany({ where: { userId: { in: [userId, other] } } });
  expect(new Set(rows.map(({ fingerprint }) => fingerprint)).size).toBe(2);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test("browsers unseen for 400 days are deleted, but never a person's last one", async () => {
  const { id } = await makeUser();
  const [old, last] = [newToken(), newToken()];
  await meet(id, old);
  clock.advance(days(1));
  await meet(id, last);
  clock.advance(days(401));
  await sweepDevices();

  expect(await meet(id, last)).toBe("known");
  expect(await meet(id, old)).toBe("new");
});
