import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { makeBucket } from "./make-bucket.mjs";

/** A store that answers a request with the next of `answers`, and the last one from then on. */
async function startStore(...answers: [number, string][]) {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const [status, code] = answers[Math.min(requests.length, answers.length - 1)] ?? [500, ""];
    requests.push(`${request.method} ${request.url}`);
    const body =
      status === 200 ? "" : `<Error><Code>${code}</Code><Message>Please reduce your request rate.</Message></Error>`;
    response.writeHead(status, { "content-type": "application/xml" }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const keys = { AWS_ACCESS_KEY_ID: "vang:test", AWS_SECRET_ACCESS_KEY: "testing123" };
  return { requests, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys, bucket: "vang" };
}

test("a store that answers 503 or 500 while it starts is requests again until it has made the bucket", async () => {
  const store = await startStore([503, "SlowDown"], [500, "InternalError"], [429, "TooManyRequests"], [200, ""]);
  await makeBucket(store);
  expect(store.requests).toHaveLength(4);
});

test("a bucket that an attempt has made although it was answered with 503 is there", async () => {
  const store = await startStore([503, "SlowDown"], [409, "BucketAlreadyOwnedByYou"]);
  await makeBucket(store);
  expect(store.requests).toHaveLength(2);
});

test("what a store rejects is not requests again", async () => {
  const store = await startStore([403, "InvalidAccessKeyId"]);
  await expect(makeBucket(store)).rejects.toMatchObject({ name: "InvalidAccessKeyId" });
  expect(store.requests).toHaveLength(1);
});
