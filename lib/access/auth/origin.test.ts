// @module-tag promise
import { expect, test, vi } from "vitest";
import { isSameOrigin } from "./origin";

const from = (headers: Record<string, string>) => isSameOrigin(new Headers({ host: "127.0.0.1:3000", ...headers }));

test.each([
  { origin: "http://localhost:3000" },
  { origin: "http://127.0.0.1:3000" },
  { origin: "http://[::1]:3000" },
  { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" },
])("our own page can send %j", (headers) => {
  expect(from(headers as Record<string, string>)).toBe(true);
});

test.each([
  {},
  { origin: "null" },
  { origin: "" },
  { origin: "http://localhost" },
  { origin: "http://localhost:3001" },
  { origin: "https://localhost:3000" },
  { origin: "http://evil.localhost:3000" },
  { origin: "http://localhost:3000.evil.example" },
  { origin: "http://evil.example", "x-forwarded-host": "evil.example" },
  { origin: "http://evil.example:3000", host: "evil.example:3000" },
  { origin: "http://192.0.2.7:3000", host: "192.0.2.7:3000" },
  { origin: "http://localhost:3000", "sec-fetch-site": "cross-site" },
  { origin: "http://localhost:3000", "sec-fetch-site": "same-site" },
  { origin: "http://localhost:3000", "sec-fetch-site": "none" },
  { referer: "http://localhost:3000/sign-in" },
])("a foreign page cannot: %j", (headers) => {
  expect(from(headers as Record<string, string>)).toBe(false);
});

test("with a public VANG_URL only its origin is ours, whatever host a request names", async () => {
  vi.resetModules();
  vi.stubEnv("VANG_URL", "https://vang.example");
  const { isSameOrigin: isOurs } = await import("./origin");
  const accepts = (origin: string, host: string) => isOurs(new Headers({ origin, host }));

  expect(accepts("https://vang.example", "127.0.0.1:3000")).toBe(true);
  expect(accepts("https://evil.example", "evil.example")).toBe(false);
  expect(accepts("https://localhost", "localhost")).toBe(false);
  expect(accepts("https://127.0.0.1:3000", "127.0.0.1:3000")).toBe(false);
});
