// @module-tag promise
import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { proxy } from "@/proxy";

const ask = (path: string, init: { method?: string; headers?: Record<string, string> } = {}) =>
  proxy(
    new NextRequest(`http://localhost:3000${path}`, { ...init, headers: { host: "localhost:3000", ...init.headers } }),
  );

const directive = (response: Response, name: string) =>
  response.headers
    .get("content-security-policy")
    ?.split("; ")
    .find((part) => part.startsWith(`${name} `));

test("scripts run by a nonce that is new for each response, and no inline script runs without it", () => {
  const [first, second] = [ask("/sign-in"), ask("/sign-in")].map((response) => directive(response, "script-src"));

  expect(first).toMatch(/^script-src 'self' 'nonce-[\w+/=]{40,}' 'strict-dynamic'$/);
  expect(second).not.toBe(first);
});

test.each(["/sign-in", "/console"])("%s is never framed, sniffed or sent to others as a referrer", (path) => {
  const response = ask(path);
  expect(directive(response, "frame-ancestors")).toBe("frame-ancestors 'none'");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("referrer-policy")).toBe("same-origin");
});

test("the console without a cookie redirects to sign-in and back", () => {
  const response = ask("/console/sach-noi/keys?tab=1");
  expect(response.headers.get("location")).toMatch(/\/sign-in\?next=%2Fconsole%2Fsach-noi%2Fkeys%3Ftab%3D1$/);
});

test.each([undefined, "null", "http://evil.example"])("a form from %s is rejected here", (origin) => {
  expect(ask("/sign-in", { method: "POST", headers: origin ? { origin } : {} }).status).toBe(403);
  expect(ask("/sign-in", { method: "POST", headers: { origin: "http://localhost:3000" } }).status).toBe(200);
});
