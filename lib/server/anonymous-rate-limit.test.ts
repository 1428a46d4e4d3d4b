// @module-tag promise
// @module-tag slow
import { createServer, get as getAsWritten, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { encode } from "next-auth/jwt";
import { afterEach, beforeEach, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { newId } from "@/lib/platform/ids";
import { sessionCookieOf } from "@/testing/harness/console-walk";
import { limitAnonymousRequests } from "./anonymous-rate-limit";

let url: string;
let render: () => Promise<void>;
let close: () => void;

beforeEach(async () => {
  render = async () => undefined;
  const page = (_: unknown, response: ServerResponse) => render().then(() => void response.end("the page"));
  const server = createServer(limitAnonymousRequests(page, 3));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = () => server.close().closeAllConnections();
});

afterEach(() => close());

type Sent = { path?: string; from?: string } & Record<string, string>;
const get = ({ path = "/sign-in", from = "198.51.100.1", ...headers }: Sent = {}) =>
  fetch(url + path, { headers: { "x-forwarded-for": from, ...headers } });
const post = ({ path = "/sign-in", from = "198.51.100.1", ...headers }: Sent = {}) =>
  fetch(url + path, { method: "POST", headers: { "x-forwarded-for": from, origin: env.url, ...headers } });

const statuses = async (count: number, send: () => Promise<Response>) => {
  const responses = await Promise.all(Array.from({ length: count }, send));
  return {
    passed: responses.filter(({ ok }) => ok).length,
    rejected: responses.filter((r) => r.status === 429).length,
  };
};

const newSession = (userId: string = newId("user")) => sessionCookieOf({ userId, sessionId: newId("session") });

test("a network can send a number of forms and load ten times as many pages in a minute; other networks go on", async () => {
  expect(await statuses(5, post)).toEqual({ passed: 3, rejected: 2 });
  expect(await statuses(32, get)).toEqual({ passed: 30, rejected: 2 });
  expect((await post({ from: "198.51.100.200", path: "/docs" })).status).toBe(429);
  expect((await post({ from: "203.0.113.1" })).status).toBe(200);
  expect((await get({ from: "2001:db8::1" })).status).toBe(200);
});

test("an account has limits of its own over all its sessions, ended or not; a cookie without a session counts for its network", async () => {
  const userId = newId("user");
  const [cookie, second] = [await newSession(userId), await newSession(userId)];
  const name = cookie.replace(/=.*/, "");
  const unnamed = await Promise.all(
    [{ id: newId("session") }, { uid: userId }, { sid: "" }].map((token) =>
      encode({ token, secret: env.NEXTAUTH_SECRET }),
    ),
  );
  let count = 0;
  const values = ["made-up", ...unnamed];
  expect(await statuses(4, () => post({ cookie: `${name}=${values[count++]}` }))).toEqual({ passed: 3, rejected: 1 });
  expect(await statuses(4, () => post({ cookie: count++ % 2 ? cookie : second }))).toEqual({ passed: 3, rejected: 1 });
  expect((await post({ cookie, from: "203.0.113.1" })).status).toBe(429);
  expect((await post({ cookie: await newSession() })).status).toBe(200);
});

test("static files and rejected forms of other sites are not counted", async () => {
  expect(await statuses(40, () => get({ path: "/_next/static/chunks/a-1_b.js" }))).toEqual({ passed: 40, rejected: 0 });
  for (const [name, value] of [
    ["origin", "https://evil.example"],
    ["origin", ""],
    ["sec-fetch-site", "cross-site"],
  ] as const)
    expect((await post({ [name]: value })).status).toBe(403);
  expect(await statuses(32, get)).toEqual({ passed: 30, rejected: 2 });
  // Next resolves such a path, which `fetch` would not send.
  const headers = { "x-forwarded-for": "198.51.100.1" };
  const path = "/_next/static/../../sign-in";
  const status = await new Promise((done) =>
    getAsWritten(url, { path, headers }, (response) => done(response.statusCode)),
  );
  expect(status).toBe(429);
  expect((await post()).status).toBe(200);
});

test("a rejection is a page in both languages that loads nothing, or plain text to a server action", async () => {
  await statuses(3, post);
  const rejected = await post();
  const page = await rejected.text();
  expect(page).toContain("Vui lòng đợi một lát rồi thử lại.");
  expect(page).toContain("Wait a moment, then try again.");
  expect(Number(rejected.headers.get("retry-after"))).toBeGreaterThan(50);
  expect(rejected.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(rejected.headers.get("x-frame-options")).toBe("DENY");

  const action = await post({ "next-action": "00" });
  expect(action.headers.get("content-type")).toBe("text/plain");
  expect(await action.text()).toBe("TOO_MANY_REQUESTS");
});

test("two pages are rendered at once for clients without a session; a page that is not read does not keep its place", async () => {
  let [running, most] = [0, 0];
  render = async () => {
    most = Math.max(most, ++running);
    await sleep(20);
    running -= 1;
  };
  expect(await statuses(10, get)).toEqual({ passed: 10, rejected: 0 });
  expect(most).toBe(2);

  let stuck = 0;
  render = () => {
    stuck += 1;
    return new Promise(() => undefined);
  };
  for (let count = 0; count < 2; count += 1) get().catch(() => undefined);
  await expect.poll(() => stuck).toBe(2);
  render = async () => undefined;
  expect((await get({ cookie: await newSession() })).status).toBe(200);
  expect((await get()).status).toBe(200);
});
