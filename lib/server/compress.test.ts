// @module-tag promise
// @module-tag slow
import { get, type IncomingHttpHeaders } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey, makeMember } from "@/prisma/factories";
import { serveHere } from "@/testing/harness/serve-here";

let server: Awaited<ReturnType<typeof serveHere>>;
let key: string;

beforeAll(async () => {
  server = await serveHere();
  key = await makeKey(await makeMember({ creditMilli: 50_000_000n }));
});
afterAll(() => server.close());

/** The response as it is sent: fetch would decompress it. */
const read = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((done, failed) => {
    get(server.url + path, { headers: { "x-api-key": key, ...headers } }, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      done({ status: response.statusCode ?? 0, headers: response.headers, bytes });
    }).on("error", failed);
  });

test.each([
  ["br", "gzip, deflate, br", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
] as const)("a long response is sent as %s to a client that accepts %s", async (encoding, accepted, decompress) => {
  const plain = await read("/openapi.json");
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.headers.vary).toMatch(/Accept-Encoding/);

  const { headers, bytes } = await read("/openapi.json", { "accept-encoding": accepted });
  expect(headers["content-encoding"]).toBe(encoding);
  expect(headers.vary).toMatch(/Accept-Encoding/);
  expect(bytes.length).toBeLessThan(plain.bytes.length / 4);
  expect(decompress(bytes).equals(plain.bytes)).toBe(true);
});

test("short responses and audio, whole or in part, are sent uncompressed", async () => {
  const accepted = { "accept-encoding": "gzip, br" };
  expect((await read("/health", accepted)).headers["content-encoding"]).toBeUndefined();

  const made = await fetch(`${server.url}/tts`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ text: "xin chào", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" }),
  });
  const { pathname, search } = new URL((await made.json()).audioUrl);
  const whole = await read(pathname + search, accepted);
  expect([whole.status, whole.headers["content-encoding"]]).toEqual([200, undefined]);
  expect(whole.headers["content-length"]).toBe(String(whole.bytes.length));
  const part = await read(pathname + search, { ...accepted, range: "bytes=0-4095" });
  expect([part.status, part.headers["content-encoding"], part.bytes.length]).toEqual([206, undefined, 4096]);
});

test.each(["/openapi.json", "/llms.txt", "/tts/voices", "/tts/models", "/ai/voices", "/ai/models"])(
  "%s has an ETag and a Cache-Control, and is not sent again to a client that has it",
  async (path) => {
    const first = await read(path, { "accept-encoding": "br" });
    expect(first.headers.etag).toMatch(/^W\/"/);
    expect(first.headers["cache-control"]).toBe(path.includes(".") ? "public, max-age=300" : "private, no-cache");

    const again = await read(path, { "if-none-match": String(first.headers.etag) });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
    expect(again.headers.etag).toBe(first.headers.etag);
    expect(again.headers["cache-control"]).toBe(first.headers["cache-control"]);
    expect((await read(path, { "if-none-match": '"another"' })).status).toBe(200);
  },
);
