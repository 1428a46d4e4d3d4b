// @module-tag promise
// @module-tag slow
import { resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hashPassword } from "@/lib/people/account/password";
import { days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { makeMember, makeUser } from "@/prisma/factories";
import { addressOf, builtActions, builtRoutes, callAction, sessionCookieOf } from "@/testing/harness/console-walk";
import { isDeep } from "@/testing/harness/deep";
import { scorePage } from "@/testing/harness/observatory";
import { type OwnServer, startOwnServer } from "@/testing/harness/own-server";

const site = "https://vang.example";
const password = "con mèo trèo cây cau";

let server: OwnServer;
let cookie: string;
let values: Record<string, string>;

beforeAll(async () => {
  // In one process, which starts sooner than three; `behind-proxy` scores a page of three.
  server = await startOwnServer({
    ...{ VANG_ROLE: "all", VANG_URL: site, SUPPORT_EMAIL: "security@vang.example" },
    ...{ VANG_OPERATOR_NAME: "Giọng <b> Việt", VANG_OPERATOR_LOGO: resolve("public/icon-192.png") },
  });
  const member = await makeMember();
  values = { business: member.businessSlug };
  cookie = await sessionCookieOf(member, { secure: true });
}, 180_000);

afterAll(async () => {
  server.process.kill("SIGTERM");
  await server.ended;
});

const pages = () => builtRoutes().filter((route) => route.endsWith("/page"));
const open = (path: string, who: string) =>
  fetch(server.url + path, { headers: { cookie: who, accept: "text/html" }, redirect: "manual" });

type Opened = { status: number; headers: Headers; html: string };
const opened = new Map<string, Promise<Opened>>();

/** Loads each page once for each of them. */
function openOnce(path: string, who: string): Promise<Opened> {
  const key = `${path} ${who}`;
  const load = async () => {
    const answer = await open(path, who);
    return { status: answer.status, headers: answer.headers, html: await answer.text() };
  };
  if (!opened.has(key)) opened.set(key, load());
  return opened.get(key) as Promise<Opened>;
}

const isForSignedIn = (path: string) => /^\/(account|console)/.test(path);

test("every page scores an A+ by Mozilla's table, signed in or not, also one that does not exist", async () => {
  const paths = [...pages().map((route) => addressOf(route, values)), "/khong-co", "/console/khong-co"];
  expect(paths.length).toBeGreaterThan(20);
  for (const path of paths) {
    for (const who of isDeep ? [cookie, ""] : [isForSignedIn(path) ? cookie : ""]) {
      const { score, why } = scorePage(await openOnce(path, who));
      expect(score, JSON.stringify({ path, why })).toBeGreaterThanOrEqual(100);
    }
  }
}, 180_000);

test("no page for someone signed in is stored by a browser or a proxy", async () => {
  const signedIn = pages().filter(isForSignedIn);
  expect(signedIn.length).toBeGreaterThan(20);
  for (const route of signedIn) {
    const { status, headers } = await openOnce(addressOf(route, values), cookie);
    expect(headers.get("cache-control"), `${route} ${status}`).toMatch(/no-store/);
  }
});

test("no file is sniffed, and pictures are not resized for anyone", async () => {
  const page = await (await open("/sign-in", "")).text();
  const [script = ""] = /\/_next\/static\/[^"]+\.js/.exec(page) ?? [];
  expect(page).toContain('rel="manifest" href="/manifest.webmanifest"');
  const files = ["/robots.txt", "/favicon.ico", "/manifest.webmanifest", "/icon-192.png", "/icon-512.png", "/icon.svg"];
  files.push("/offline-worker.js", "/social.png");
  for (const path of [...files, script, "/.well-known/security.txt"]) {
    const { status, headers } = await open(path, "");
    expect([path, status, headers.get("x-content-type-options")]).toEqual([path, 200, "nosniff"]);
  }
  expect((await open("/_next/image?url=%2Ficon-512.png&w=64&q=75", "")).status).toBe(404);
});

test("security.txt names a contact and is valid for at least a month, at most a year", async () => {
  const text = await (await open("/.well-known/security.txt", "")).text();
  const fields = Object.fromEntries(text.split("\n").map((line) => line.split(/: (.*)/)));
  expect(fields.Contact).toBe("mailto:security@vang.example");
  expect(fields.Canonical).toBe(`${site}/.well-known/security.txt`);
  const daysLeft = (Date.parse(fields.Expires) - Date.now()) / days(1);
  expect(daysLeft).toBeGreaterThan(30);
  expect(daysLeft).toBeLessThan(365);
});

test.each(["%00", "%ff", "%F0%9F", "%"])("a URL with %j in it is not found, on every page and route", async (bytes) => {
  const withParts = builtRoutes().filter((route) => /\[\w+\]/.test(route));
  expect(withParts.length).toBeGreaterThan(10);
  for (const route of withParts) {
    const parts = [...route.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name);
    for (const part of parts) {
      const path = addressOf(route, { ...values, [part]: bytes });
      expect(`${(await open(path, cookie)).status} ${path}`).toBe(`404 ${path}`);
    }
  }
});

test("a logo is not found for a member who lacks the second factor that their business requires", async () => {
  const { userId, businessId, businessSlug, sessionId } = await makeMember();
  const pictureId = newId("picture");
  const bytes = Buffer.from("a logo");
  await db.picture.create({ data: { id: pictureId, contentType: "image/webp", bytes, createdAt: new Date() } });
  await db.business.update({ where: { id: businessId }, data: { pictureId } });
  const own = await sessionCookieOf({ userId, sessionId }, { secure: true });
  const path = `/console/${businessSlug}/logo/${pictureId}`;
  expect((await open(path, own)).status).toBe(200);
  expect((await open(`/console/${businessSlug}/logo/x`, own)).status).toBe(404);

  await db.business.update({ where: { id: businessId }, data: { requiresTwoFactor: true } });
  expect((await open(path, own)).status).toBe(404);
});

test("every cookie of a sign-in is for this host only, unreadable by scripts and sent by our own pages only", async () => {
  const { email } = await makeUser({ passwordHash: await hashPassword(password) });
  const action = builtActions().find(({ name }) => name === "signInAction") ?? { id: "", name: "", route: "" };
  // As reported by the proxy that terminates TLS.
  const headers = { origin: site, "x-forwarded-host": new URL(site).host };
  const answer = await callAction(`${server.url}/sign-in`, action, "", { email, password }, headers);

  const cookies = answer.headers.getSetCookie();
  expect(cookies.map((text) => text.split("=", 1)[0]).sort()).toEqual([
    "__Host-next-auth.session-token",
    "__Host-vang.device",
  ]);
  for (const text of cookies) {
    expect(text).toMatch(/; path=\//i);
    expect(text).not.toMatch(/domain=/i);
    for (const rule of ["Secure", "HttpOnly", "SameSite=lax"]) expect(text.toLowerCase()).toContain(rule.toLowerCase());
  }
});

test("public pages carry the name and the logo of their operator, and the name is text", async () => {
  for (const path of ["/en", "/vi/docs", "/en/status"]) {
    const page = await (await open(path, "")).text();
    expect(page).toContain("Giọng &lt;b&gt; Việt");
    expect(page).toContain('src="/operator-logo"');
  }
  const logo = await open("/operator-logo", "");
  expect([logo.status, logo.headers.get("content-type")]).toEqual([200, "image/png"]);
});
