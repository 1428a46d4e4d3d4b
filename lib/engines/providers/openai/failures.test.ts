// @module-tag promise
import { expect, test } from "vitest";
import type { ProviderError } from "@/lib/engines/provider";
import {
  answering,
  dripping,
  flooding,
  halfClosing,
  hanging,
  redirecting,
  resetting,
  sending,
  understating,
} from "@/testing/corpora/speech-failures";
import { failure, openEngine, say, startMachine, within } from "@/testing/fakes/remote-engine";
import { type Behavior, spokenWav, well } from "@/testing/fakes/speech-server";

test.each([400, 404, 422])("%i is the caller's error, in the engine's words", async (status) => {
  const server = await startMachine(answering(status, { error: { message: "speed must be\n at most 4", code: "x" } }));
  expect(await failure(say(openEngine([server])))).toMatchObject({
    kind: "rejected",
    message: "speed must be at most 4",
  });
});

test("what the engine rejects after it spoke a part of the text is the text", async () => {
  let calls = 0;
  const server = await startMachine((request, response) =>
    (++calls < 3 ? well : answering(400, { error: "too much" }))(request, response),
  );
  const details = { param: "text", message: "speech.rejected", values: { reason: "too much" } };
  const provider = openEngine([server], { model: { maxInput: 100 } });
  const text = "Hôm nay trời nhiều mây, có lúc có mưa. ".repeat(10);
  expect(await failure(say(provider, text))).toMatchObject({ kind: "rejected", message: "too much", details });
  expect(await failure(say(provider, text))).not.toHaveProperty("details.param");
});

test.each([
  [{ error: "no such voice" }, "no such voice"],
  [{ detail: "voice is gone" }, "voice is gone"],
  [{ detail: { error: "validation_error", message: "bad voice" } }, "bad voice"],
  [{ detail: [{ loc: ["body", "speed"], msg: "too fast" }] }, "speed: too fast"],
  [{ message: "key secret-key at https://internal:9000/x was refused" }, "key [hidden] at [link] was refused"],
  [{ message: "x".repeat(2000) }, `${"x".repeat(299)}…`],
  [null, "speech.rejectedSilently"],
])("the engine's message is found in %j", async (body, words) => {
  const server = await startMachine(answering(400, body));
  const provider = openEngine([server], { upstream: { apiKey: "secret-key" } });
  expect(await failure(say(provider))).toMatchObject({ message: words });
});

test.each([
  [429, { "retry-after": "7" }, 7000],
  [503, { "retry-after": "9999" }, 60_000],
  [408, {}, undefined],
])("%i means busy, until the time the engine names", async (status, headers, retryAfterMs) => {
  const server = await startMachine(answering(status, {}, headers));
  expect(await failure(say(openEngine([server])))).toMatchObject({ kind: "busy", retryAfterMs });
});

test("an engine that asked for a pause is not called during it", async () => {
  const server = await startMachine(answering(429, {}, { "retry-after": "7" }));
  const provider = openEngine([server]);
  await failure(say(provider));
  const again = await failure(say(provider));
  expect(again).toMatchObject({ kind: "busy" });
  expect((again as ProviderError).retryAfterMs).toBeGreaterThan(6000);
  expect(server.seen).toHaveLength(1);
});

const nested = Buffer.from(spokenWav);
nested.writeUInt16LE(77, 22);

test.each<[string, Behavior, boolean]>([
  ["a page of HTML", sending(Buffer.from("<html>"), "text/html"), false],
  ["an error said with 200", answering(200, { error: { message: "x" } }), false],
  ["noise that calls itself WAV", sending(Buffer.alloc(5000, 7)), false],
  ["an empty body", sending(Buffer.alloc(0)), false],
  ["a WAV file without samples", sending(Buffer.from(spokenWav.subarray(0, 44)).fill(0, 40, 44)), false],
  ["a WAV file of 77 channels", sending(nested), false],
  ["a WAV file that was cut off", sending(spokenWav.subarray(0, 5000)), false],
  ["a body that breaks off", halfClosing, false],
  ["a body longer than it says", understating, false],
  ["a body without end", flooding, false],
  ["a redirect", redirecting("http://127.0.0.1:9/v1/audio/speech"), false],
  ["a wrong key", answering(401, { error: { message: "Incorrect API key" } }), false],
  ["a connection that is reset", resetting, true],
  ["a server error", answering(500, {}), true],
])("%s is the engine's failure, and retried only if no part of a result arrived", async (_, behavior, retryable) => {
  const server = await startMachine(behavior);
  expect(await failure(say(openEngine([server])))).toMatchObject({ kind: "broken", retryable });
  expect(server.seen).toHaveLength(1);
});

test("a failing connection is the engine's failure, known at once", async () => {
  const server = await startMachine();
  await server.close();
  const before = performance.now();
  expect(await failure(say(openEngine([server])))).toMatchObject({ kind: "broken", retryable: true });
  expect(performance.now() - before).toBeLessThan(1000);
});

test("an engine that takes too long to begin, or pauses, times out", async () => {
  const server = await startMachine(hanging);
  const provider = openEngine([server], { timeouts: { firstByteMs: 300, betweenBytesMs: 300 } });
  expect(await failure(say(provider))).toMatchObject({ kind: "timeout", retryable: true });
  server.behave((_, response) => void response.writeHead(200, { "content-type": "audio/wav" }).write("RIFF"));
  expect(await failure(say(provider))).toMatchObject({ kind: "timeout", retryable: false });
});

test.each([
  ["hangs", hanging],
  ["drips", dripping],
])("ending the call closes the socket of an engine that %s", async (_, behavior) => {
  const server = await startMachine(behavior);
  const before = performance.now();
  expect(await failure(say(openEngine([server]), "Xin chào", {}, within(200)))).toMatchObject({ kind: "timeout" });
  expect(performance.now() - before).toBeLessThan(1000);
  await expect.poll(() => server.inFlight).toBe(0);
});
