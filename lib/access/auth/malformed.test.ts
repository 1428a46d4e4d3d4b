// @module-tag promise
// @module-tag slow
import pLimit from "p-limit";
import { beforeAll, expect, test } from "vitest";
import { auditAddressSchema, staffAuditAddressSchema } from "@/lib/access/audit/schema";
import { noticesAddressSchema } from "@/lib/access/notices/schema";
import { movementAddressSchema } from "@/lib/money/movements/schema";
import { billingAddressSchema, topUpAddressSchema } from "@/lib/money/top-ups/schema";
import { usageAddressSchema } from "@/lib/money/usage/schema";
import { signInAddressSchema } from "@/lib/people/sign-in-log/schema";
import { clock } from "@/lib/platform/clock";
import { translate } from "@/lib/platform/i18n/translate";
import { newId } from "@/lib/platform/ids";
import { vietnamMonth } from "@/lib/platform/vietnam-time";
import { historyAddressSchema } from "@/lib/speech/history/schema";
import { deliveriesAddressSchema } from "@/lib/webhooks/delivery-log/schema";
import { makeMember } from "@/prisma/factories";
import { makeStaff } from "@/prisma/staff-factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { addressOf, builtActions, builtRoutes, sessionCookieOf } from "@/testing/harness/console-walk";
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

const failuresLogged = () => server.output().split("a request failed").length - 1;

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
  const [form, ...others] = sent as RequestInit[] as [RequestInit, ...RequestInit[]];
  const call = { ...form, headers: { ...form.headers, "next-action": "0".repeat(42) } };
  const routes = builtRoutes().filter((route) => route.endsWith("/route"));
  const ours = new Set(routes.map((route) => addressOf(route, values)));
  const bodiesFor = (path: string) => (ours.has(path) || isDeep ? [call, form, ...others] : [call, form]);
  expect(await listFailures((path) => bodiesFor(path).map((init) => [path, init]))).toEqual([]);
});

/** Bodies of an action's call, with their types. `boundary` is x. */
function malformedArguments(id: string): [string, string, string][] {
  const multipart = "multipart/form-data; boundary=x";
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const parts = (...all: [string, string][]) => `${all.map(([name, value]) => part(name, value)).join("")}--x--\r\n`;
  const values = [
    "",
    "null",
    "[]",
    "{}",
    "1",
    '"text"',
    "[null]",
    "[null,null]",
    '[{},"text"]',
    "[[[]],[]]",
    "[1,2,3]",
  ];
  const references = ['["$K1"]', '["$K1","$K1"]', '["$F1","$h1"]', '["$@9","$B9"]', '["$Q1","$W1"]', '[{"then":1},{}]'];
  const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
  const many = `[${'"a",'.repeat(2000)}"a"]`;
  return [
    ...[...values, ...references, "{", "$", deep, many].map((text): [string, string, string] => [
      "text",
      "text/plain",
      text,
    ]),
    ...[...values, ...references, "{", deep, many].map((text): [string, string, string] => [
      "form",
      multipart,
      parts(["0", text]),
    ]),
    ["prototype", multipart, parts(["0", '[{},"$K1"]'], ["1___proto__[]", "a"], ["1_constructor", "b"])],
    [
      "file as a field",
      multipart,
      `--x\r\nContent-Disposition: form-data; name="0"; filename="a"\r\n\r\n[]\r\n--x--\r\n`,
    ],
    ["no end", multipart, part("0", '[{},"$K1"]')],
    ["no part", multipart, "--x--\r\n"],
    ["nothing", multipart, ""],
    ["no boundary", "multipart/form-data", parts(["0", "[]"])],
    ["no id", multipart, parts(["$ACTION_ID_", ""])],
    ["unknown id", multipart, parts([`$ACTION_ID_${"f".repeat(42)}`, ""])],
    ["id of another type", multipart, parts([`$ACTION_REF_1`, ""], ["$ACTION_1:0", "{"], ["$ACTION_1:1", "["])],
    [
      "reference without arguments",
      multipart,
      parts(["$ACTION_REF_1", ""], ["$ACTION_1:0", `{"id":"${id}","bound":null}`]),
    ],
    ["unknown type", "application/octet-stream", "\0\0\0"],
    ["JSON", "application/json", "{}"],
  ];
}

test("no action fails on arguments that are malformed: each gets a status below 500, and none is logged as our failure", {
  timeout: 300_000,
}, async () => {
  const before = failuresLogged();
  const actions = builtActions().filter((_, at) => isDeep || at % 12 === 0);
  expect(actions.length).toBeGreaterThan(10);
  const sent = actions.flatMap(({ id, name, route }) =>
    malformedArguments(id).flatMap(([what, type, body]) =>
      // Without the header the body says which action is meant, as a form does before its script has arrived.
      [id, undefined].map((action) =>
        limit(async () => {
          const cookie = route.startsWith("/operator") ? cookies.staff : cookies.member;
          const own = { cookie, origin: server.url, "sec-fetch-site": "same-origin", "content-type": type };
          const headers = { ...own, ...(action && { "next-action": action }) };
          const init = { method: "POST", redirect: "manual", headers, body } as const;
          const response = await fetch(server.url + addressOf(route, values), init);
          await response.arrayBuffer();
          return response.status < 500
            ? []
            : [`${response.status} ${name} ${action ? "called" : "sent"}: ${what}, ${body.slice(0, 80)}`];
        }),
      ),
    ),
  );
  expect((await Promise.all(sent)).flat()).toEqual([]);
  expect(failuresLogged()).toEqual(before);
});

test("none of next-auth's own routes is served", async () => {
  const paths = ["csrf", "session", "providers", "signin", "signin/credentials", "signout", "error", "verify-request"];
  for (const path of [...paths, "callback", "callback/credentials", "callback/x", "_log"]) {
    for (const method of ["GET", "POST", "PUT"]) {
      const headers = { origin: server.url, "sec-fetch-site": "same-origin", accept: "text/html" };
      const init = { method, headers, redirect: "manual", ...(method !== "GET" && { body: "{}" }) } as const;
      const response = await fetch(`${server.url}/api/auth/${path}`, init);
      expect([path, method, response.status]).toEqual([path, method, 404]);
    }
  }
});
