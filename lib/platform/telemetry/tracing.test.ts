import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { trace } from "@opentelemetry/api";
import { afterAll, expect, test } from "vitest";
import { makeKey, makeMember } from "@/prisma/factories";
import { writeEngine } from "@/testing/fakes/remote-engine";
import { startSpeechServer } from "@/testing/fakes/speech-server";
import { attributeOf, startTraceCollector } from "@/testing/fakes/trace-collector";
import { serveHere } from "@/testing/harness/serve-here";

const engine = await startSpeechServer();
const collector = await startTraceCollector();
writeFileSync(join(process.env.VANG_DATA ?? "", "engines.json"), writeEngine([engine]));
const server = await serveHere({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "100" });
afterAll(async () => {
  await server.close();
  await Promise.all([engine.close(), collector.close()]);
});

const key = await makeKey(await makeMember({ creditMilli: 10_000_000n }));

async function speak(headers: Record<string, string>) {
  const body = JSON.stringify({ text: "Xin chào Việt Nam", voiceId: "ngoc", modelId: "reader", audioFormat: "wav" });
  const init = { method: "POST", headers: { "x-api-key": key, "content-type": "application/json", ...headers }, body };
  const response = await fetch(`${server.url}/tts`, init);
  return { status: response.status, requestId: response.headers.get("x-request-id"), ...(await response.json()) };
}

const traceId = "0af7651916cd43dd8448eb211c80319c";
const parentId = "b7ad6b7169203331";

test("a request continues the client's trace through job, engine, store and publishing, and hands it to the engine", async () => {
  const spoken = await speak({ traceparent: `00-${traceId}-${parentId}-01`, baggage: "secret=1" });
  expect(spoken.status).toBe(200);
  const found = () => collector.spans.filter((span) => span.traceId === traceId);
  await expect.poll(() => found().map(({ name }) => name)).toContain("createSpeech");
  const spans = found();
  const named = (name: string) => spans.find((span) => span.name === name);
  const [request, job, call] = ["createSpeech", "job tts", "engine remote"].map(named);
  expect(request?.parentSpanId).toBe(parentId);
  expect(job?.parentSpanId).toBe(request?.spanId);
  for (const name of ["engine remote", "store put", "publish"])
    expect([name, named(name)?.parentSpanId]).toEqual([name, job?.spanId]);
  expect(request && attributeOf(request, "vang.request_id")).toBe(spoken.requestId);
  expect(request && attributeOf(request, "http.response.status_code")).toBe(200);
  expect(job && attributeOf(job, "vang.tracking_id")).toBe(spoken.trackingId);
  const sent = engine.seen.filter(({ path }) => path === "/v1/audio/speech");
  expect(sent.map(({ headers }) => headers.traceparent)).toEqual([`00-${traceId}-${call?.spanId}-01`]);
  expect(sent[0]?.headers.baggage).toBeUndefined();
});

test("spans that other packages make, such as Next with the secret of an emailed link in its URL, are not sent", async () => {
  const { trace: provider } =
    (globalThis as Record<symbol, { trace?: unknown }>)[Symbol.for("opentelemetry.js.api.1")] ?? {};
  expect(provider).toBeUndefined();
  const span = trace.getTracer("next.js").startSpan("GET /link/reset/SECRET");
  expect(span.isRecording()).toBe(false);
  span.end();
  const sent = collector.spans.length;
  expect((await speak({})).status).toBe(200);
  await expect.poll(() => collector.spans.length).toBeGreaterThan(sent);
  expect(JSON.stringify(collector.spans)).not.toContain("SECRET");
});

test("a failed span says its code, and no span has the text, the key or what an engine said", async () => {
  engine.behave((_, response) => void response.writeHead(500).end("the text was: Xin chào"));
  const spoken = await speak({});
  expect(spoken).toMatchObject({ status: 502, code: "PROVIDER_FAILED" });
  const failed = () => collector.spans.filter(({ status }) => status.code === 2);
  await expect
    .poll(() => failed().map(({ name, status }) => [name, status.message]))
    .toEqual(
      expect.arrayContaining([
        ["engine remote", "broken"],
        ["job tts", "PROVIDER_FAILED"],
        ["createSpeech", undefined],
      ]),
    );
  const all = JSON.stringify(collector.spans);
  for (const secret of ["Xin chào", key]) expect(all).not.toContain(secret);
});
