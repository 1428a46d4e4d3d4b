// @module-tag promise
import { beforeAll, describe, expect, test } from "vitest";
import { findLiveSession } from "@/lib/access/sessions/service";
import { db } from "@/lib/platform/db";
import { makeMember, makeSession } from "@/prisma/factories";
import { addressOf, builtActions, builtRoutes, callAction, sessionCookieOf } from "@/testing/harness/console-walk";
import { isDeep } from "@/testing/harness/deep";
import type { OwnServer } from "@/testing/harness/own-server";
import { sharedConsole } from "@/testing/harness/shared-console";

let server: OwnServer;
let cookie: string;
let sessionId: string;
let values: Record<string, string>;

beforeAll(async () => {
  server = await sharedConsole();
  const member = await makeMember();
  sessionId = member.sessionId;
  values = { business: member.businessSlug };
  cookie = await sessionCookieOf(member);
}, 180_000);

/** Allowed and forbidden origins of requests that change something. */
const foreign = (): [string, Record<string, string | undefined>][] => {
  const { origin, port } = new URL(server.url);
  return [
    ["no origin", { origin: undefined }],
    ["an opaque origin", { origin: "null" }],
    ["a sibling subdomain", { origin: `http://blog.localhost:${port}` }],
    ["another port", { origin: "http://localhost:1" }],
    ["another scheme", { origin: `https://localhost:${port}` }],
    ["another site", { origin: "https://evil.example", "x-forwarded-host": "evil.example" }],
    ["another site's frame", { origin, "sec-fetch-site": "cross-site" }],
    ["a sibling's frame", { origin, "sec-fetch-site": "same-site" }],
    ["a typed address", { origin, "sec-fetch-site": "none" }],
  ];
};

const bodies: [string, string][] = [
  ["text/plain", '0=["$K1"]'],
  ["application/x-www-form-urlencoded", "email=a%40example.com"],
  ["multipart/form-data; boundary=x", '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'],
  ["application/json", "{}"],
];

/**
 * The responses of one URL and method to foreign origins: in the deep run with every kind of body, otherwise each
 * with the next one, beginning with another for each URL.
 */
function answersOf(method: string, path: string, at: number): Promise<string[]> {
  const sent = placesOf(method, at).flatMap(([place, headers], index) =>
    bodiesOf(method, at + index).map(async ([type, body]) => {
      const all = Object.entries({ cookie, "content-type": type, ...headers }).filter(([, value]) => value);
      const options = { method, body, headers: all as [string, string][], redirect: "manual" as const };
      return `${(await fetch(server.url + path, options)).status} ${path} from ${place} as ${type}`;
    }),
  );
  return Promise.all(sent);
}

/** All of them for forms and in the deep run; otherwise three in turn. */
const placesOf = (method: string, at: number) =>
  foreign().filter((_, index) => isDeep || method === "POST" || (index + at) % 3 === 0);

const bodiesOf = (method: string, at: number) => {
  if (method !== "POST") return bodies.slice(0, 1);
  return isDeep ? bodies : [bodies[at % bodies.length] ?? ["", ""]];
};

describe.each(["POST", "PUT", "PATCH", "DELETE"])("%s", (method) => {
  test("from any other origin is rejected on every page and route, whatever the type of its body", async () => {
    const ways = ["/api/auth/callback/credentials", "/api/auth/signout", "/api/auth/_log"];
    // The icon is a file: it has no method but GET.
    const routes = builtRoutes().filter((route) => route !== "/icon.svg/route");
    expect(routes.length).toBeGreaterThan(50);
    for (const [at, path] of [...routes.map((route) => addressOf(route, values)), ...ways].entries()) {
      const answers = await answersOf(method, path, at);
      expect(answers.length).toBeGreaterThanOrEqual(method === "POST" ? 9 : 3);
      expect(answers.filter((answer) => !answer.startsWith("403 "))).toEqual([]);
    }
  }, 180_000);
});

test("no action of the build runs for another origin, and nothing has changed", async () => {
  const actions = builtActions();
  expect(actions.length).toBeGreaterThan(10);
  for (const [at, action] of actions.entries()) {
    const address = server.url + addressOf(action.route, values);
    const answers = await Promise.all(
      placesOf("action", at).map(async ([place, headers]) => {
        const { status } = await callAction(address, action, cookie, values, headers);
        return `${status} ${action.name} from ${place}`;
      }),
    );
    expect(answers.filter((answer) => !answer.startsWith("403 "))).toEqual([]);
  }
  expect(await findLiveSession(sessionId)).not.toBeNull();
}, 180_000);

test("from our own page the same request goes through", async () => {
  const { userId } = await db.session.findUniqueOrThrow({ where: { id: sessionId } });
  const other = await makeSession(userId);
  const action = builtActions().find(({ name }) => name === "endOtherSessionsAction");
  if (!action) throw new Error("the action has another name");
  expect((await callAction(`${server.url}/account/security`, action, cookie, {})).status).toBe(200);
  expect(await findLiveSession(other.id)).toBeNull();
});
