// @module-tag promise
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { clock } from "@/lib/platform/clock";
import { compressed } from "./handlers";
import { serveSitePages } from "./site-pages";

let rendered = 0;
let isBroken = false;

const framework = (nonce: number) => `<link rel="preload" as="script" href="/_next/x.js" nonce="${nonce}">
  <script nonce="${nonce}">self.__next_f.push("\\u003c/script>")</script><script src="/_next/x.js" async></script>`;

/** Renders like Next: each page with a nonce of its own, in the header and in the body. */
const pages = serveSitePages((request, response) => {
  rendered += 1;
  const { url = "", headers } = request;
  const found = url.startsWith("/docs/khong-co") ? 404 : 200;
  response.statusCode = isBroken ? 500 : found;
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.setHeader(
    "content-security-policy",
    `script-src 'nonce-${rendered}' 'strict-dynamic'; style-src 'self' 'nonce-${rendered}'`,
  );
  response.setHeader("cache-control", "private, no-store");
  // Next sends no body for HEAD.
  if (request.method === "HEAD") return response.end(null);
  response.write(`<p>${rendered}|${url}|${headers.cookie}|${headers.rsc}</p>${framework(rendered)}${"x".repeat(5000)}`);
  response.end(`<pre>&lt;script&gt;1&lt;/script&gt;</pre><script src="/site.js" defer=""></script>`);
});
const server = createServer(compressed(pages)).listen(0, "127.0.0.1");
await new Promise((listening) => server.once("listening", listening));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

afterAll(() => void server.close());
beforeEach(() => void vi.restoreAllMocks());

async function open(path: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await fetch(origin + path, { headers, method });
  const body = await response.text();
  const [count, url, cookie, rsc] = (/<p>(.*?)<\/p>/.exec(body)?.[1] ?? "").split("|");
  return { status: response.status, headers: response.headers, body, count, url, cookie, rsc };
}

test("a public page has one script, its own, under a policy that allows no other", async () => {
  const { body, headers } = await open("/docs/scripts");
  expect(body.match(/<script[^>]*>/g)).toEqual(['<script src="/site.js" defer="">']);
  expect(body).not.toContain("_next");
  expect(body).toContain("&lt;script&gt;1&lt;/script&gt;");
  expect(headers.get("content-security-policy")).toBe("script-src 'self'; style-src 'self'");
});

test("a page is rendered once, cached and revalidated", async () => {
  const [first, second] = [await open("/docs/errors"), await open("/docs/errors")];
  expect(second.body).toBe(first.body);
  expect(second.headers.get("content-encoding")).toBe("gzip");
  expect(second.headers.get("vary")).toMatch(/Cookie, Accept-Language/);
  expect(second.headers.get("cache-control")).toBe("private, no-cache");
  const again = await open("/docs/errors", { "if-none-match": String(second.headers.get("etag")) });
  expect([again.status, again.body]).toEqual([304, ""]);
  const head = await open("/docs/errors", {}, "HEAD");
  expect([head.status, head.body]).toEqual([200, ""]);
});

test("HEAD of a page that is not cached leaves the next reader the whole page, and has its headers", async () => {
  const head = await open("/docs/audio", {}, "HEAD");
  expect([head.status, head.body]).toEqual([200, ""]);
  const page = await open("/docs/audio");
  expect(page.body).toContain("<pre>");
  expect(head.headers.get("etag")).toBe(page.headers.get("etag"));
});

test("the language is that of the path, then the reader's choice, then Accept-Language", async () => {
  const languageOf = async (path: string, headers: Record<string, string> = {}) =>
    /locale=(\w+)/.exec((await open(path, headers)).cookie ?? "")?.[1];
  expect(await languageOf("/docs")).toBe("vi");
  expect(await languageOf("/docs", { "accept-language": "en-GB,en;q=0.9" })).toBe("en");
  expect(await languageOf("/docs", { "accept-language": "en", cookie: "vang.locale=vi" })).toBe("vi");
  expect(await languageOf("/en/docs", { cookie: "vang.locale=vi" })).toBe("en");
  expect(await languageOf("/vi", { "accept-language": "en" })).toBe("vi");
  expect(await languageOf("/docs", { cookie: "vang.locale=fr; vang.theme=%00" })).toBe("vi");
});

test.each([
  ["/en/docs/webhooks/receivers", "/docs/webhooks/receivers"],
  ["/en/docs/webhooks.md", "/docs/markdown/webhooks"],
  ["/en/docs.md", "/docs/markdown"],
  ["/vi", "/"],
  ["/en/status", "/status"],
  ["/en/key-usage?key=1", "/key-usage"],
  ["/en/docs/search?q=%3Cscript%3E", "/docs/search?q=%3Cscript%3E"],
  ["/docs/errors?utm=1", "/docs/errors"],
  ["/docs/roles?_rsc=1", "/docs/roles"],
])("%s is the page %s, without session and router", async (path, url) => {
  const cookie = "vang.locale=en; next-auth.session-token=abc; other=1";
  const page = await open(path, { cookie, rsc: "1" });
  expect(page).toMatchObject({ url, rsc: "undefined" });
  expect(page.cookie).toMatch(/^vang\.locale=(vi|en); vang\.theme=system$/);
});

test.each([
  ["/", { cookie: "next-auth.session-token=abc" }],
  ["/english", {}],
  ["/en/sign-in", {}],
  ["/sign-in", {}],
  ["/en/status.md", {}],
])("%s is left to the console", async (path, headers) => {
  expect((await open(path, headers)).body).toContain("_next");
});

test.each(["/docs/search?q=a", "/docs/khong-co"])("%s is not cached", async (path) => {
  const [first, second] = [await open(path), await open(path)];
  expect(second.count).not.toBe(first.count);
});

test.each([
  ["a cookie named twice", "vang.locale=vi; vang.locale=en"],
  ["a session that another reader of cookies would see", 'next-auth.session-token=a"b'],
])("%s does not affect the cached page", async (name, cookie) => {
  const path = `/docs/${name.replaceAll(" ", "-")}`;
  // Unlike `fetch`, this sends the path unchanged.
  const sent = httpRequest(origin + path, { headers: { cookie } }).end();
  await new Promise<void>((done, failed) => {
    sent.on("response", (response) => text(response).then(() => done(), failed)).on("error", failed);
  });
  expect((await open(path)).cookie).toBe("vang.locale=vi; vang.theme=system");
});

test("a cached page is rendered again after a minute", async () => {
  const kept = (await open("/docs/limits")).count;
  const now = Date.now();
  vi.spyOn(clock, "now").mockReturnValue(new Date(now + 50_000));
  expect((await open("/docs/limits")).count).toBe(kept);
  vi.spyOn(clock, "now").mockReturnValue(new Date(now + 70_000));
  expect((await open("/docs/limits")).count).not.toBe(kept);
});

test("a cached page is shown as it was while it cannot be rendered", async () => {
  const kept = (await open("/docs/prices")).count;
  const later = Date.now() + 70_000;
  vi.spyOn(clock, "now").mockReturnValue(new Date(later));
  isBroken = true;
  const [known, unknown] = [await open("/docs/prices"), await open("/docs/roles")];
  isBroken = false;
  expect([known.status, known.count, unknown.status]).toEqual([200, kept, 500]);
  expect((await open("/docs/prices")).count).not.toBe(kept);
});
