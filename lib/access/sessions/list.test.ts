// @module-tag promise
import { afterEach, expect, test } from "vitest";
import { clock, days, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeSession, makeUser, makeViewer } from "@/prisma/factories";
import { signIn } from "@/testing/harness/signed-in";
import { endOwnSession, listSessions } from "./list";
import { endSessions, findLiveSession } from "./service";

afterEach(clock.reset);

const phone = {
  ip: "2001:db8:85a3::8a2e:370:7334",
  userAgent:
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
};

test("a session unused for seven days has ended, and is no longer listed; one that is used goes on", async () => {
  const viewer = await makeViewer();
  const other = await makeSession(viewer.userId);
  await db.session.updateMany({
    where: { userId: viewer.userId },
    data: { expiresAt: new Date(+clock.now() + days(14)) },
  });
  clock.advance(days(5));
  expect(await findLiveSession(viewer.sessionId)).not.toBeNull();
  clock.advance(days(2));
  expect(await findLiveSession(other.id)).toBeNull();
  expect(await findLiveSession(viewer.sessionId)).not.toBeNull();
  expect((await listSessions(viewer)).map(({ id }) => id)).toEqual([viewer.sessionId]);
});

test("every active session is listed with its browser, system, address and sign-in method, the current one first", async () => {
  const viewer = await makeViewer();
  clock.advance(minutes(5));
  const { sessionId: other } = await signIn(viewer.userId, { device: phone, method: "passkey" });

  expect(await listSessions(viewer)).toMatchObject([
    { id: viewer.sessionId, isCurrent: true, browser: "Firefox 128", system: "Linux", ip: "203.0.113.7" },
    { id: other, isCurrent: false, browser: "Safari 18", system: "iOS 18.6", ip: phone.ip, method: "passkey" },
  ]);
});

test("a browser without a user agent has no name, and is listed all the same", async () => {
  const viewer = await makeViewer();
  await signIn(viewer.userId, { device: { ip: null, userAgent: null } });
  expect((await listSessions(viewer))[1]).toMatchObject({ browser: null, system: null, ip: null });
});

test("ended and expired sessions are not listed", async () => {
  const viewer = await makeViewer();
  const { sessionId: ended } = await signIn(viewer.userId);
  await endOwnSession(viewer, ended);
  expect((await listSessions(viewer)).map(({ id }) => id)).toEqual([viewer.sessionId]);
  clock.advance(days(15));
  expect(await listSessions(viewer)).toEqual([]);
});

test("one's own session ends for its next request; another's can be neither seen nor ended", async () => {
  const [viewer, outsider] = [await makeViewer(), await makeViewer()];
  const { sessionId: own } = await signIn(viewer.userId);

  expect((await listSessions(outsider)).map(({ id }) => id)).toEqual([outsider.sessionId]);
  await expect(endOwnSession(outsider, own)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await findLiveSession(own)).not.toBeNull();
  await endOwnSession(viewer, own);
  expect(await findLiveSession(own)).toBeNull();
  await expect(endOwnSession(viewer, own)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("ending all others leaves the current one, and everyone else's", async () => {
  const viewer = await makeViewer();
  const others = await Promise.all([1, 2, 3].map(() => signIn(viewer.userId)));
  const outsider = await signIn((await makeUser()).id);

  await endSessions(viewer.userId, { except: viewer.sessionId });
  expect(await Promise.all(others.map(({ sessionId }) => findLiveSession(sessionId)))).toEqual([null, null, null]);
  expect(await findLiveSession(viewer.sessionId)).not.toBeNull();
  expect(await findLiveSession(outsider.sessionId)).not.toBeNull();
});
