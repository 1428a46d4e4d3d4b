// @module-tag slow
import { afterAll, expect, test } from "vitest";
import { makeKey, makeMember } from "@/prisma/factories";
import { startTraceCollector } from "@/testing/fakes/trace-collector";
import { serveHere } from "@/testing/harness/serve-here";

const collector = await startTraceCollector({ hangs: true });
const server = await serveHere({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "20" });
let isClosed = false;
afterAll(async () => {
  if (!isClosed) await server.close();
  await collector.close();
});

const body = JSON.stringify({ text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" });

async function speak(key: string): Promise<number> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const response = await fetch(`${server.url}/tts`, { method: "POST", headers, body });
  await response.arrayBuffer();
  return response.status;
}

test("a collector that never answers, and then is away, fails no request and does not keep the process from ending", async () => {
  const key = await makeKey(await makeMember({ creditMilli: 10_000_000n }));
  expect(await speak(key)).toBe(200);
  await expect.poll(() => collector.requests).toBeGreaterThan(0);
  expect([await speak(key), await speak(key)]).toEqual([200, 200]);
  await collector.close();
  expect([await speak(key), await speak(key)]).toEqual([200, 200]);
  await server.close();
  isClosed = true;
});
