import { expect, test } from "vitest";
import { isSameOrigin } from "./origin";

const from = (headers: Record<string, string>) => isSameOrigin(new Headers({ host: "127.0.0.1:3000", ...headers }));

test.each([
  { origin: "http://localhost:3000" },
  { origin: "http://127.0.0.1:3000" },
  { origin: "http://localhost:3000", "sec-fetch-site": "same-origin" },
])("our own page may send %j", (headers) => {
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
  { origin: "http://localhost:3000", "sec-fetch-site": "cross-site" },
  { origin: "http://localhost:3000", "sec-fetch-site": "same-site" },
  { origin: "http://localhost:3000", "sec-fetch-site": "none" },
  { referer: "http://localhost:3000/sign-in" },
])("a foreign page may not: %j", (headers) => {
  expect(from(headers as Record<string, string>)).toBe(false);
});
