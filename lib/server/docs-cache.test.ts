// @module-tag promise
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { clock } from "@/lib/clock";
import { compressed } from "./compress";
import { cacheDocs } from "./docs-cache";

let rendered = 0;

/** Renders like Next: each page with a nonce of its own, in the header and in the body. */
const pages = cacheDocs((request, response) => {
  rendered += 1;
  response.statusCode = request.url?.startsWith("/docs/khong-co") ? 404 : 200;
  response.setHeader("content-type", "text/html; charset=utf-8");
  response.setHeader("content-security-policy", `script-src 'nonce-${rendered}'`);
  response.setHeader("cache-control", "private, no-store");
  response.write(`<script nonce="${rendered}">${request.headers.cookie} ${"x".repeat(5000)}`);
  response.end("</script>");
});
const server = createServer(compressed(pages)).listen(0, "127.0.0.1");
await new Promise((listening) => server.once("listening", listening));
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

afterAll(() => void server.close());
beforeEach(() => void vi.restoreAllMocks());

async function open(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(url + path, { headers });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const nonceOf = ({ text }: { text: string }) => /nonce="(\d+)"/.exec(text)?.[1];

test("a page of the documentation is rendered once, and cached with the content policy of its own nonce", async () => {
  const before = rendered;
  const [first, second, third] = [await open("/docs/errors"), await open("/docs/errors"), await open("/docs/errors")];
  expect(rendered).toBe(before + 1);
  for (const page of [first, second, third]) {
    expect(page.status).toBe(200);
    expect(page.text).toBe(first?.text);
    expect(page.headers.get("content-security-policy")).toBe(`script-src 'nonce-${nonceOf(page)}'`);
  }
  expect(second?.headers.get("content-encoding")).toBe("gzip");
  expect(second?.headers.get("vary")).toMatch(/Cookie/);
  expect(second?.headers.get("cache-control")).toBe("private, no-cache");

  const again = await open("/docs/errors", { "if-none-match": String(second?.headers.get("etag")) });
  expect([again.status, again.text]).toEqual([304, ""]);
  expect(again.headers.get("content-security-policy")).toBe(first?.headers.get("content-security-policy"));
});

test("of two readers at the same time the first one's page is cached, and stays", async () => {
  const render: (() => void)[] = [];
  const listener = cacheDocs((_, response) => {
    const nonce = render.length;
    render.push(() => response.setHeader("content-type", "text/html").end(`<script nonce="${nonce}">`));
  });
  const slow = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((listening) => slow.once("listening", listening));
  const read = async () => (await fetch(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/docs`)).text();

  const both = [read(), read()];
  await vi.waitFor(() => expect(render).toHaveLength(2));
  render[1]?.();
  const first = await Promise.any(both);
  render[0]?.();
  expect(new Set(await Promise.all(both)).size).toBe(2);
  expect(await read()).toBe(first);
  slow.close();
});

test("each language and theme has a page of its own", async () => {
  const choices = ["", "vang.locale=en", "vang.theme=dark", "vang.locale=en; vang.theme=dark"];
  const first = await Promise.all(choices.map((cookie) => open("/docs", { cookie })));
  expect(new Set(first.map(nonceOf)).size).toBe(choices.length);
  const again = await Promise.all(choices.map((cookie) => open("/docs", { cookie: `another=1; ${cookie}` })));
  expect(again.map(nonceOf)).toEqual(first.map(nonceOf));
  expect(nonceOf(await open("/docs", { "accept-language": "en-US" }))).toBe(nonceOf(first[1] as never));
  expect(nonceOf(await open("/docs", { cookie: "vang.locale=fr; vang.theme=%00" }))).toBe(nonceOf(first[0] as never));
});

test.each([
  ["someone signed in", "/docs", { cookie: "next-auth.session-token=abc" }],
  ["the router of an open page", "/docs", { rsc: "1" }],
  ["a query", "/docs?a=1", {}],
  ["a page that does not exist", "/docs/khong-co", {}],
  ["another page", "/sign-in", {}],
])("%s gets no cached page, and is not cached", async (_, path, headers) => {
  await open("/docs");
  const before = rendered;
  await open(path, headers);
  const last = await open(path, headers);
  expect(rendered).toBe(before + 2);
  expect(nonceOf(last)).toBe(String(rendered));
});

test.each([
  ["a cookie named twice", "vang.locale=vi; vang.locale=en"],
  ["a session that another reader of cookies would see", 'next-auth.session-token=a"b'],
])("%s does not affect the cached page", async (name, cookie) => {
  const path = `/docs/${name.replaceAll(" ", "-")}`;
  // Unlike `fetch`, this sends the path unchanged.
  const sent = httpRequest(url + path, { headers: { cookie } }).end();
  await new Promise<void>((done, failed) => {
    sent.on("response", (response) => text(response).then(() => done(), failed)).on("error", failed);
  });
  expect((await open(path)).text).toContain(">vang.locale=vi; vang.theme=system ");
});

test("a cached page is rendered again after five minutes", async () => {
  const kept = nonceOf(await open("/docs/roles"));
  const now = Date.now();
  vi.spyOn(clock, "now").mockReturnValue(new Date(now + 4 * 60_000));
  expect(nonceOf(await open("/docs/roles"))).toBe(kept);
  vi.spyOn(clock, "now").mockReturnValue(new Date(now + 6 * 60_000));
  expect(nonceOf(await open("/docs/roles"))).not.toBe(kept);
});
