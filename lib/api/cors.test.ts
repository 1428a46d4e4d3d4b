// @module-tag promise
import { expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { createApi } from "./app";

const api = createApi();

const ask = (path: string, init: RequestInit & { origin?: string }) =>
  api.request(path, { ...init, headers: { ...init.headers, ...(init.origin && { origin: init.origin }) } });

test("a page of this installation can send requests and read every header about the cost", async () => {
  const preflight = await ask("/tts", { method: "OPTIONS", origin: env.url });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("allow")).toBe("POST, OPTIONS");
  expect(preflight.headers.get("access-control-allow-origin")).toBe(env.url);
  expect(preflight.headers.get("access-control-allow-headers")).toMatch(/X-Api-Key/);

  const refused = await ask("/tts", { method: "POST", origin: env.url });
  expect(refused.status).toBe(401);
  expect(refused.headers.get("access-control-allow-origin")).toBe(env.url);
  expect(refused.headers.get("access-control-expose-headers")).toMatch(/X-Charge-Vnd/);
});

test.each(["https://evil.example", "null", `${env.url}.evil.example`])(
  "a page of %s gets no CORS headers",
  async (origin) => {
    for (const method of ["OPTIONS", "POST"]) {
      const answer = await ask("/tts", { method, origin });
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      expect(answer.headers.get("vary")).toMatch(/Origin/);
    }
  },
);

test("OPTIONS of a missing path is not found", async () => {
  expect((await ask("/tts/nothing", { method: "OPTIONS", origin: env.url })).status).toBe(404);
});

const foreign = "https://partner.example";

test.each([
  ["/openapi.json", 200],
  ["/asyncapi.json", 200],
  ["/postman.json", 200],
  ["/llms.txt", 200],
  ["/health", 200],
  ["/tts/voices/preview?voiceId=south-ngoc", 200],
  ["/tts/audio?object=x", 403],
  ["/stt/audio?object=x", 403],
])("%s needs no key, so any page may read it", async (path, status) => {
  const answer = await ask(path, { origin: foreign });
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([status, "*"]);
  expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
  expect(answer.headers.get("access-control-expose-headers")).toMatch(/Content-Range/);

  const preflight = await ask(path, {
    method: "OPTIONS",
    origin: foreign,
    headers: { "access-control-request-method": "GET", "access-control-request-headers": "if-none-match" },
  });
  expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
  expect(preflight.headers.get("access-control-allow-headers")).toMatch(/If-None-Match/);
  expect(preflight.headers.get("access-control-allow-headers")).not.toMatch(/X-Api-Key/i);

  const withKey = await ask(path, { origin: foreign, headers: { "x-api-key": "vang_live_x" } });
  expect(withKey.headers.get("access-control-allow-origin")).toBeNull();
});

test.each(["/tts", "/stt", "/tts/models", "/tts/jobs"])(
  "a page of another origin is shown why %s is closed to it",
  async (path) => {
    const headers = { "access-control-request-method": "GET", "access-control-request-headers": "x-api-key" };
    const answer = await ask(path, { method: "OPTIONS", origin: foreign, headers });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    const { code, message } = (await answer.json()) as { code: string; message: string };
    expect([answer.status, code]).toEqual([403, "ORIGIN_NOT_ALLOWED"]);
    expect(message).toMatch(/from your server/);

    const own = await ask(path, { method: "OPTIONS", origin: env.url, headers });
    expect([own.status, own.headers.get("access-control-allow-origin")]).toEqual([204, env.url]);
  },
);
