// @module-tag promise
import { afterAll, beforeAll, expect, test } from "vitest";
import { findLiveSession } from "@/lib/access/sessions/service";
import { makeMember, makeSession } from "@/prisma/factories";
import { addressOf, builtActions, builtRoutes, callAction, sessionCookieOf } from "@/testing/harness/console-walk";
import { isDeep } from "@/testing/harness/deep";
import { type OwnServer, startOwnServer } from "@/testing/harness/own-server";
import { sharedConsole } from "@/testing/harness/shared-console";

const name = "Công ty Chim Én";
let here: OwnServer;
let there: OwnServer;

beforeAll(async () => {
  [here, there] = await Promise.all([sharedConsole(), startOwnServer({ VANG_ROLE: "console" })]);
}, 180_000);

afterAll(async () => {
  there.process.kill("SIGTERM");
  await there.ended;
});

const act = (server: OwnServer, action: string, cookie: string, fields: Record<string, string> = {}) => {
  const built = builtActions().find((one) => one.name === action);
  if (!built) throw new Error(`no action is called ${action}`);
  return callAction(`${server.url}/account/security`, built, cookie, fields);
};

const open = (server: OwnServer, path: string, cookie: string) =>
  fetch(server.url + path, { headers: { cookie }, redirect: "manual" });

/** Every page and route of the person and of their business. */
const places = (business: string) =>
  builtRoutes()
    .filter((route) => /^\/(account|console|api\/console)\b/.test(route))
    .map((route) => addressOf(route, { business }));

async function twoBrowsers() {
  const member = await makeMember({ name });
  const other = await makeSession(member.userId);
  const cookie = await sessionCookieOf(member);
  const stolen = await sessionCookieOf({ userId: member.userId, sessionId: other.id });
  return { member, other, cookie, stolen };
}

test("a browser that is signed out elsewhere is rejected on its very next request, in another process too", async () => {
  const { other, cookie, stolen } = await twoBrowsers();
  expect((await open(there, "/account/security", stolen)).status).toBe(200);
  expect((await act(here, "endSessionAction", cookie, { id: other.id })).status).toBe(200);

  const next = await open(there, "/account/security", stolen);
  expect([next.status, next.headers.get("location")]).toEqual([307, "/sign-in?next=%2Faccount%2Fsecurity"]);
  expect((await open(there, "/account/security", cookie)).status).toBe(200);
});

test("ending all others at once ends them while their requests are in flight", async () => {
  const { other, cookie, stolen } = await twoBrowsers();
  const flood = Array.from({ length: 20 }, () => open(there, "/account", stolen));
  await act(here, "endOtherSessionsAction", cookie);
  expect((await open(there, "/account", stolen)).status).toBe(307);
  await Promise.all(flood);
  expect(await findLiveSession(other.id)).toBeNull();
});

test("a cookie that was copied before signing out opens no page and no route afterwards", async () => {
  const { member, cookie } = await twoBrowsers();
  const paths = places(member.businessSlug);
  expect(paths.length).toBeGreaterThan(10);
  expect((await open(there, `/console/${member.businessSlug}`, cookie)).status).toBeLessThan(400);
  const headers = { cookie, origin: here.url };
  expect((await fetch(`${here.url}/sign-out`, { method: "POST", headers, redirect: "manual" })).status).toBe(303);

  for (const [at, path] of paths.entries()) {
    for (const server of isDeep ? [here, there] : [at % 2 ? here : there]) {
      const answer = await open(server, path, cookie);
      const isTurnedAway = answer.status === 404 || (answer.headers.get("location") ?? "").startsWith("/sign-in");
      expect(isTurnedAway, `${path} ${answer.status}`).toBe(true);
      expect(await answer.text()).not.toContain(name);
    }
  }
});

test("an ended session cannot act: neither on itself, nor to prove its identity again", async () => {
  const { other, cookie, stolen } = await twoBrowsers();
  await act(here, "endSessionAction", cookie, { id: other.id });
  for (const action of ["stepUpAction", "endOtherSessionsAction", "changePasswordAction"]) {
    const answer = await act(there, action, stolen, { password: "x", newPassword: "x" });
    expect(await answer.text(), action).toContain("You are not signed in");
  }
  expect((await open(there, "/account", cookie)).status).toBe(200);
});
