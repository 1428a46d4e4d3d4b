import { afterAll, beforeAll, expect, test } from "vitest";
import { problemSchema } from "@/lib/api/problem";
import { exchange } from "@/lib/testing/raw-http";
import { serveHere } from "@/lib/testing/serve-here";

let server: Awaited<ReturnType<typeof serveHere>>;
beforeAll(async () => {
  server = await serveHere();
});
afterAll(() => server.close());

const many = Array.from({ length: 101 }, (_, at) => `X-${at}: a\r\n`).join("");

test.each([
  ["two hosts", "GET /health HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "INVALID_REQUEST", true],
  ["an address of no resource", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", "INVALID_REQUEST", true],
  ["more than 100 headers", `GET /health HTTP/1.1\r\nHost: a\r\n${many}\r\n`, "HEADERS_TOO_LARGE", true],
  ["a page where only the API is served", "GET /sign-in HTTP/1.1\r\nHost: a\r\n\r\n", "NOT_FOUND", false],
])("%s: refused as a problem like any other", async (_, bytes, code, closes) => {
  const { answers, isClosed } = await exchange(server.port, [bytes], { enough: 1 });
  expect(answers).toHaveLength(1);
  const [answer] = answers as [(typeof answers)[number]];
  const problem = problemSchema.parse(JSON.parse(Buffer.from(answer.body, "latin1").toString()));
  expect(problem).toMatchObject({ code, status: answer.status });
  expect(answer.headers).toContain(`x-request-id: ${problem.requestId}`);
  expect(isClosed).toBe(closes);
});
