import { expect, test } from "vitest";
import { db } from "@/lib/db";
import { makePasskey, makeUser } from "@/prisma/factories";
import { beginSession } from "./begin";
import { findLiveSession } from "./service";

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
