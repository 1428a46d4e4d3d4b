// @module-tag promise
// @module-tag slow
import pLimit from "p-limit";
import { beforeAll, expect, test } from "vitest";
import { auditAddressSchema, staffAuditAddressSchema } from "@/lib/audit/schema";
import { movementAddressSchema } from "@/lib/billing/movements/schema";
import { billingAddressSchema, topUpAddressSchema } from "@/lib/billing/top-ups/schema";
import { usageAddressSchema } from "@/lib/billing/usage/schema";
import { clock } from "@/lib/clock";
import { historyAddressSchema } from "@/lib/history/schema";
import { translate } from "@/lib/i18n/translate";
import { newId } from "@/lib/ids";
import { noticesAddressSchema } from "@/lib/notices/schema";
import { signInAddressSchema } from "@/lib/sign-in-log/schema";
import { vietnamMonth } from "@/lib/vietnam-time";
import { deliveriesAddressSchema } from "@/lib/webhooks/deliveries/schema";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { addressOf, builtRoutes, sessionCookieOf } from "@/testing/harness/console-walk";
import { isDeep } from "@/testing/harness/deep";
import type { OwnServer } from "@/testing/harness/own-server";
import { sharedConsole } from "@/testing/harness/shared-console";

let server: OwnServer;
let cookies: { member: string; staff: string };
let values: Record<string, string>;

beforeAll(async () => {
  server = await sharedConsole();
  const member = await makeMember();
  const endpoint = await makeEndpoint(member, {});
  values = {
    business: member.businessSlug,
    endpoint: endpoint.id,
    month: vietnamMonth(clock.now()),
    trace: newId("tts"),
    group: "text-to-speech",
    nextauth: "csrf",
    place: "verify",
    token: "a".repeat(43),
  };
  cookies = { member: await sessionCookieOf(member), staff: await sessionCookieOf(await makeStaff("admin")) };
}, 180_000);

const schemas = [
  ...[signInAddressSchema, auditAddressSchema, staffAuditAddressSchema, movementAddressSchema, topUpAddressSchema],
  ...[billingAddressSchema, usageAddressSchema, historyAddressSchema, noticesAddressSchema, deliveriesAddressSchema],
];
const otherNames = ["next", "verified", "reset", "deleted", "ended", "expires", "signature", "id", "refused", "token"];
const names = [
  ...new Set([
    ...schemas.flatMap(({ shape }) => Object.keys(shape)),
    ...otherNames,
    "used",
    "staff",
    "contested",
    "span",
  ]),
];

/** Each is the value of every parameter at once. */
const malformed = ["a%00b", "0000-01-01", "1&NAME=2"];
const moreMalformed = [
  "x".repeat(200),
  "%ff",
  "%F0%9F",
  "9999-12-31",
  "0000-01-01T00:00",
  "-1",
  "1e400",
  "%E2%80%AE",
  "__proto__",
  "99999999999999",
];

const queryOf = (value: string) => names.map((name) => `${name}=${value.replace("NAME", name)}`).join("&");

const limit = pLimit(6);

/** Requests the same of every page and route, and returns those that fail. */
async function listFailures(of: (path: string) => [string, RequestInit][]): Promise<string[]> {
  const found = builtRoutes()
    .filter((route) => route !== "/_global-error/page")
    .flatMap((route) => of(addressOf(route, values)).map((one) => ({ route, one })))
    .map(({ route, one: [path, init] }) =>
      limit(async () => {
        const cookie = route.startsWith("/operator") ? cookies.staff : cookies.member;
        const headers = { cookie, accept: "text/html", ...init.headers };
        const about = `${init.method ?? "GET"} ${path.replace(/\?.*?=/, "?…=").slice(0, 150)} ${init.body ?? ""}`;
        try {
          const response = await fetch(server.url + path, { redirect: "manual", ...init, headers });
          const body = await response.text();
          // A page that has begun with 200 says in its stream that it failed.
          const isWhole = response.status < 500 && !/"digest":"\d{5,}|E\{"digest"/.test(body);
          return isWhole ? [] : [`${response.status} ${about}`];
        } catch (error) {
          // A response that ends in the middle.
          return [`${(error as Error).message} ${about}`];
        }
      }),
    );
  return (await Promise.all(found)).flat();
}

test("no page or route fails on a query with NUL, impossible dates, repeated or endless values", {
  timeout: 300_000,
}, async () => {
  expect(names.length).toBeGreaterThan(30);
  const queries = [...malformed, ...(isDeep ? moreMalformed : [])].map(queryOf);
  expect(await listFailures((path) => queries.map((query) => [`${path}?${query}`, {}]))).toEqual([]);
});

test("a link with an unknown place shows the page for unknown URLs, with its text", async () => {
  const response = await fetch(`${server.url}/link/verifi/${"a".repeat(43)}`, {
    headers: { cookie: "vang.locale=en" },
  });
  expect(response.status).toBe(404);
  expect(await response.text()).toContain(translate("en", "ui.notFound.title"));
});

test("no page or route fails on a body that is not what its type says", { timeout: 300_000 }, async () => {
  const types = ["multipart/form-data; boundary=x", "application/json", "application/x-www-form-urlencoded"];
  const bodies = ["--x\r\nnonsense", "{", "%ff=%00&=&"];
  const headers = { origin: server.url, "sec-fetch-site": "same-origin" };
  const sent = types.map((type, at) => ({
    method: "POST",
    body: bodies[at],
    headers: { ...headers, "content-type": type },
  }));
  const [form, ...others] = sent;
  const call = { ...form, headers: { ...form?.headers, "next-action": "0".repeat(42) } };
  const routes = builtRoutes().filter((route) => route.endsWith("/route"));
  const ours = new Set(routes.map((route) => addressOf(route, values)));
  // On pages Next itself reads forms that are no calls of an action, and answers 500.
  const bodiesFor = (path: string) =>
    ours.has(path) ? [call, ...others, form ?? {}] : isDeep ? [call, ...others] : [call];
  expect(await listFailures((path) => bodiesFor(path).map((init) => [path, init]))).toEqual([]);
});
