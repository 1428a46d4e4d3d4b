// @module-tag promise
import { beforeAll, expect, test } from "vitest";
import { translate } from "@/lib/platform/i18n/translate";
import { holders, notices, queries, routes, shown, signs } from "@/testing/corpora/access-table";
import { staffRoutes } from "@/testing/corpora/staff-access-table";
import {
  holds,
  isMember,
  isRole,
  outsiders,
  result,
  type Subject,
  subjectsOf,
} from "@/testing/harness/access-subjects";
import { listLeaks, makeWorld, personal, type World } from "@/testing/harness/access-world";
import { addressOf, builtRoutes } from "@/testing/harness/console-walk";
import { isDeep } from "@/testing/harness/deep";
import { sharedConsole } from "@/testing/harness/shared-console";
import { promised } from "@/testing/promises";

let world: World;
beforeAll(async () => {
  const { url } = await sharedConsole();
  world = await makeWorld(url, { pictures: true });
}, 180_000);

const fill = (text: string, values: Record<string, string>) =>
  text.replace(/\[(\w+)\]/g, (_, name: string) => values[name] ?? name);

type Opened = { status: number; location: string; body: string; html: string; heading: string };

async function open(route: string, who: Subject, values = world.own.values, disguise = {}): Promise<Opened> {
  const headers = { cookie: `${world.cookies[who]}; vang.locale=en`, ...disguise };
  const address = world.url + addressOf(route, values) + fill(queries[route] ?? "", values);
  const response = await fetch(address, { headers, redirect: "manual" });
  const body = await response.text();
  // The rendered text, without the message catalogue that is part of every page.
  const html = unescapeHtml(body.replace(/<script[\s\S]*?<\/script>/g, ""));
  const heading = (/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(html)?.[1] ?? "").replace(/<[^>]*>/g, "");
  return { status: response.status, location: response.headers.get("location") ?? "", body, html, heading };
}

const named: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#x27;": "'" };
const unescapeHtml = (text: string) => text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => named[entity] ?? entity);

/** Asserts that the response is the one for accepted requests. */
function expectSign(route: string, who: Subject, { status, location, body, heading }: Opened): void {
  const written = signs[route] ?? { status: 0 };
  const isSignedIn = who === "outsider" || isRole(who);
  const sign = isSignedIn && "signedIn" in written ? { redirect: String(written.signedIn) } : written;
  const { own, other } = world;
  const values = who === "outsider" ? other.values : own.values;
  const said = JSON.stringify({ route, who, status, location, heading });
  if ("redirect" in sign) {
    expect([303, 307, 308], said).toContain(status);
    expect(new URL(location, world.url).pathname, said).toBe(fill(sign.redirect, values));
  } else {
    expect(status, said).toBe("status" in sign ? sign.status : 200);
  }
  if ("text" in sign) expect(body, said).toContain(sign.text);
  if ("heading" in sign) expect(heading, said).toBe(translate("en", fill(sign.heading, values)));
}

/** Asserts that the response shows what the table grants. Returns how many canaries it showed. */
function expectShown(route: string, who: Subject, { body }: Opened): number {
  let found = 0;
  for (const what of shown[route] ?? []) {
    if (what !== "person" && !holds(who, what)) continue;
    const texts = what === "person" ? [personal(world.own.values.mark ?? "", who)] : (world.own.canaries[what] ?? []);
    expect(
      texts.some((text) => body.includes(text)),
      JSON.stringify({ route, who, what }),
    ).toBe(true);
    found += 1;
  }
  return found;
}

/** Headers that have bypassed checks in a proxy or framework in the past. */
const disguises: Record<string, string>[] = [
  { "x-middleware-subrequest": Array(5).fill("middleware").join(":") },
  { "x-middleware-subrequest": Array(5).fill("proxy").join(":") },
  { rsc: "1" },
  { rsc: "1", "next-router-prefetch": "1" },
  { "x-forwarded-host": "localhost", "x-vang-path": "/sign-in" },
];

/** All of them in the deep run; otherwise each in turn, so that every route meets several and each meets many routes. */
const disguisesOf = (route: number, who: number) =>
  isDeep ? disguises : [disguises[(route + who) % disguises.length] ?? {}];

const closed = Object.entries(routes).filter(([, access]) => outsiders.some((who) => result(access, who) !== "in"));
const personNamed = Object.keys(routes).filter(
  (route) => /\[(keyId|trackingId|trace|endpoint|logo|picture|topUpId|invoice)\]/.test(route) || queries[route],
);

test("every page and route of the build is in the table, and the table names no other", () => {
  const [pages, listed] = [builtRoutes(), { ...routes, ...staffRoutes }];
  expect(pages.length).toBeGreaterThan(50);
  expect(pages.filter((page) => !(page in listed))).toHaveLength(promised("K5"));
  expect(pages.sort()).toEqual(Object.keys(listed).sort());
});

test("every page and route has a mark of acceptance, and each that rejects a role has its notice", () => {
  const lacking = Object.entries(routes).filter(([, access]) => isMember(access) && holders[access].length < 5);
  expect(Object.keys(signs).sort()).toEqual(Object.keys(routes).sort());
  expect(Object.keys(notices).sort()).toEqual(lacking.map(([route]) => route).sort());
  expect(Object.keys({ ...shown, ...queries }).filter((route) => !(route in routes))).toEqual([]);
});

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** What was tested, so that an empty list is noticed. */
const tried = { opened: 0, disguised: 0, foreign: 0, seen: 0 };

test.each(Object.entries(routes))("%s opens for exactly those the table names (%s)", async (route, access) => {
  for (const who of subjectsOf(access, { isDeep, seen: shown[route] })) {
    const opened = await open(route, who);
    const { status, location, body, html } = opened;
    const expected = result(access, who);
    const said = JSON.stringify({ route, who, expected, status, location });
    // The development pages show everything to anyone on this machine.
    if (access !== "development") expect(listLeaks(world, body, who, access === "anyone"), said).toEqual([]);
    if (expected === "in") {
      expectSign(route, who, opened);
      tried.seen += expectShown(route, who, opened);
    }
    if (expected === "notFound") expect(status, said).toBe(404);
    if (expected === "signIn" && status !== 404) {
      expect(status, said).toBe(307);
      expect(new URL(location, world.url).pathname, said).toBe("/sign-in");
    }
    if (expected === "forbidden") {
      const notice = notices[route] ?? "";
      expect(status, said).toBe(typeof notice === "number" ? notice : 403);
      if (typeof notice === "string") expect(html, said).toContain(translate("en", notice));
    }
    tried.opened += 1;
  }
});

test.each(closed)("%s: no header opens it for those who are rejected", async (route, access) => {
  const at = closed.findIndex(([name]) => name === route);
  for (const [index, who] of outsiders.filter((outsider) => result(access, outsider) !== "in").entries()) {
    for (const disguise of disguisesOf(at, index)) {
      const { body, status } = await open(route, who, world.own.values, disguise);
      expect(status).toBeLessThan(500);
      expect(listLeaks(world, body, who), JSON.stringify({ who, disguise })).toEqual([]);
      tried.disguised += 1;
    }
  }
});

test.each(personNamed)("%s shows nothing of another business, whatever id is in the URL", async (route) => {
  const values = { ...world.other.values, business: world.own.values.business ?? "" };
  const { status, body } = await open(route, "owner", values);
  expect(listLeaks(world, body, "owner")).toEqual([]);
  expect(status).toBe(queries[route] ? 200 : 404);
  tried.foreign += 1;
});

test("nothing above was left out", () => {
  const keptOut = closed.map(([, access]) => outsiders.filter((who) => result(access, who) !== "in").length);
  expect(tried).toMatchObject({
    opened: sum(
      Object.entries(routes).map(([route, access]) => subjectsOf(access, { isDeep, seen: shown[route] }).length),
    ),
    disguised: sum(keptOut) * disguisesOf(0, 0).length,
    foreign: personNamed.length,
  });
  expect(personNamed.length).toBeGreaterThan(18);
  expect(tried.seen).toBeGreaterThan(isDeep ? 60 : 40);
});
