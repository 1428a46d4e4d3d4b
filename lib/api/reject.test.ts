import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { env } from "@/lib/platform/env";
import { AppError } from "@/lib/platform/errors";
import { problemResponse, problemSchema } from "./problem";
import { rejectEarly } from "./reject";

const overloaded = new AppError("OVERLOADED");
const server = createServer((request, response) => rejectEarly(request, response, overloaded));
beforeAll(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening)));
afterAll(() => server.close());

const post = (bytes: number, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/tts`, {
    method: "POST",
    headers,
    body: Buffer.alloc(bytes),
  });

test("a request rejected before the API gets the same message, under an id of its own", async () => {
  const response = await post(10);
  const problem = problemSchema.parse(await response.json());
  const usual = problemResponse(new AppError("OVERLOADED"), problem.requestId);
  expect(problem).toEqual(await usual.json());
  expect(response.status).toBe(usual.status);
  for (const [name, value] of usual.headers) expect([name, response.headers.get(name)]).toEqual([name, value]);
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  const another = problemSchema.parse(await (await post(10)).json());
  expect(another.requestId).not.toBe(problem.requestId);
});

test("a page of this installation can read why, and no other page", async () => {
  const allowed = async (origin: string) => (await post(10, { origin })).headers.get("access-control-allow-origin");
  expect(await allowed(env.url)).toBe(env.url);
  expect(await allowed("https://evil.example")).toBeNull();
});

test("the connection of a long body is closed, and that of a short one stays open", async () => {
  expect((await post(100)).headers.get("connection")).toBe("keep-alive");
  expect((await post(1_000_000)).headers.get("connection")).toBe("close");
});
