// @module-tag slow
import { get } from "node:http";
import { hostname } from "node:os";
import { afterAll, expect, test } from "vitest";
import { makeKey, makeMember } from "@/prisma/factories";
import { freePort } from "@/scripts/database.mjs";
import { metricOf, scrape } from "@/testing/harness/scrape";
import { serveHere } from "@/testing/harness/serve-here";

const port = await freePort();
const server = await serveHere({ VANG_METRICS: `127.0.0.1:${port}` });
afterAll(() => server.close());

const speak = async (key: string | undefined, body: object) => {
  const headers = { ...(key && { "x-api-key": key }), "content-type": "application/json" };
  const response = await fetch(`${server.url}/tts`, { method: "POST", headers, body: JSON.stringify(body) });
  await response.arrayBuffer();
  return response.status;
};

const hello = { text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" };
const whole = { operation: "createSpeech", status: "200" };
const labels = (of: object) =>
  `{${Object.entries(of)
    .map(([name, value]) => `${name}="${value}"`)
    .join(",")}}`;

test("a process of one role serves its own metrics: requests by operation and status, jobs, engines, database", async () => {
  const key = await makeKey(await makeMember({ creditMilli: 10_000_000n }));
  expect(await speak(key, hello)).toBe(200);
  expect(await speak(undefined, hello)).toBe(401);
  expect((await fetch(`${server.url}/tts/jobs/%2e%2e/secret-path?key=vang_live_1`)).status).toBe(404);
  const found = await scrape(port);
  const values = {
    [`vang_http_requests_total${labels(whole)}`]: 1,
    [`vang_http_request_duration_seconds_count${labels(whole)}`]: 1,
    [`vang_http_requests_total${labels({ ...whole, status: "401" })}`]: 1,
    [`vang_http_requests_total${labels({ operation: "other", status: "404" })}`]: 1,
    [`vang_http_errors_total${labels({ code: "KEY_MISSING" })}`]: 1,
    [`vang_jobs_total${labels({ service: "tts", result: "completed" })}`]: 1,
    [`vang_engine_calls_total${labels({ engine: "espeak", result: "ok" })}`]: 1,
    [`vang_publish_duration_seconds_count${labels({ result: "ok" })}`]: 1,
    [`vang_objects_duration_seconds_count${labels({ operation: "put", result: "ok" })}`]: 2,
    vang_database_up: 1,
    vang_jobs_running: 0,
    vang_stream_dead_letters: 0,
  };
  expect(Object.fromEntries(Object.keys(values).map((series) => [series, found.get(series)]))).toEqual(values);
  expect(found.get("vang_data_free_ratio")).toBeGreaterThan(0);
  expect([...found.keys()].map(metricOf)).toContain("process_resident_memory_bytes");
  expect([...found.keys()].filter((series) => /secret-path|vang_live|tts_|\/tts/.test(series))).toEqual([]);
});

test("only /metrics is served there, and nothing of it at the public port", async () => {
  expect((await fetch(`http://127.0.0.1:${port}/tts/voices`)).status).toBe(404);
  expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: "POST" })).status).toBe(404);
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
});

test("a page of another site, whose name resolves to this machine, reads no metrics", async () => {
  const statusFor = (host: string) =>
    new Promise<number>((done, failed) => {
      const request = get(
        { host: "127.0.0.1", port, path: "/metrics", headers: { host }, setHost: false },
        (response) => done(response.resume().statusCode ?? 0),
      );
      request.on("error", failed);
    });
  const statusesFor = async (hosts: string[]) =>
    Object.fromEntries(await Promise.all(hosts.map(async (host) => [host, await statusFor(host)])));
  const foreign = ["evil.example", "evil.example:9464", "localhost.evil.example", "127.0.0.1.evil.example", "a b", ""];
  const own = [`127.0.0.1:${port}`, "[::1]:9464", "10.0.0.5", "localhost", "LOCALHOST:1", "vang:9464", hostname()];
  expect(await statusesFor([...foreign, "x.internal.evil.example"])).toEqual(
    Object.fromEntries([...foreign, "x.internal.evil.example"].map((host) => [host, 421])),
  );
  expect(await statusesFor([...own, "vang.default.svc.cluster.local:9464"])).toEqual(
    Object.fromEntries([...own, "vang.default.svc.cluster.local:9464"].map((host) => [host, 200])),
  );
});

test("a port that is taken is no failure", async () => {
  const { openMetricsServer } = await import("./metrics-server");
  // The server of this file listens there.
  const second = await openMetricsServer(async () => []);
  await second.close();
  expect((await scrape(port)).get("vang_database_up")).toBe(1);
});
