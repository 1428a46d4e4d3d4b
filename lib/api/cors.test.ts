import { expect, test } from "vitest";
import { env } from "@/lib/env";
import { createApi } from "./app";

const ask = (path: string, init: RequestInit & { origin?: string }) =>
  createApi().request(path, { ...init, headers: { ...init.headers, ...(init.origin && { origin: init.origin }) } });

test("a page of this installation may call and read every header that says what a call cost", async () => {
  const asked = await ask("/tts", { method: "OPTIONS", origin: env.url });
  expect(asked.status).toBe(204);
  expect(asked.headers.get("allow")).toBe("POST, OPTIONS");
  expect(asked.headers.get("access-control-allow-origin")).toBe(env.url);
  expect(asked.headers.get("access-control-allow-headers")).toMatch(/X-Api-Key/);

  const refused = await ask("/tts", { method: "POST", origin: env.url });
  expect(refused.status).toBe(401);
  expect(refused.headers.get("access-control-allow-origin")).toBe(env.url);
  expect(refused.headers.get("access-control-expose-headers")).toMatch(/X-Charge-Vnd/);
});

test.each(["https://evil.example", "null", `${env.url}.evil.example`])(
  "a page of %s is given nothing",
  async (origin) => {
    for (const method of ["OPTIONS", "POST"]) {
      const answer = await ask("/tts", { method, origin });
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
      expect(answer.headers.get("vary")).toMatch(/Origin/);
    }
  },
);

test("OPTIONS of a path that is not there is not found", async () => {
  expect((await ask("/tts/nothing", { method: "OPTIONS", origin: env.url })).status).toBe(404);
});
