// @module-tag promise
// @module-tag slow
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { describeDelivery } from "@/lib/webhooks/delivery-log/describe";
import { findDelivery } from "@/lib/webhooks/delivery-log/find";
import { revealSecret } from "@/lib/webhooks/endpoints/secrets";
import { makeKey } from "@/prisma/factories";
import { answering, startReceiver } from "@/testing/fakes/receiver";
import { startApi } from "@/testing/harness/api";
import { sayNorthern } from "@/testing/harness/live";
import { balanceOf, makePartner } from "@/testing/harness/partner";
import { said, saidPattern } from "@/testing/harness/unkept";

let api: Awaited<ReturnType<typeof startApi>>;
let recording: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  api = await startApi();
  const { key } = await makePartner();
  const { bytes } = await call(key, "/v1/speak", { encoding: "linear16", sample_rate: "16000" }, { text: sentence });
  recording = new Uint8Array(bytes);
});
afterAll(() => api.close());

const sentence = "Xin chào Việt Nam";

const call = (
  key: string,
  path: string,
  query: Record<string, string>,
  sent: object | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) =>
  api.call("POST", `${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Token ${key}`, ...headers },
    ...(sent instanceof Uint8Array ? { body: sent } : { json: sent }),
  });

const wanted = { model: "nova-3", language: "vi", smart_format: "true", utterances: "true", tag: "calls" };

test("a file with a callback is answered at once, and its transcript is sent in Deepgram's shape, signed, and charged once", async () => {
  const { key, ...member } = await makePartner();
  const before = await balanceOf(member.businessId);
  const receiver = await startReceiver();
  const query = { ...wanted, diarize: "true", callback: `${receiver.url}?of=file` };
  const { status, json, headers } = await call(key, "/v1/listen", query, recording);
  expect([status, json]).toEqual([200, { request_id: headers.get("x-request-id") }]);
  expect(headers.get("x-ignored")).toBe("diarize");
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
  const [sent] = receiver.received;
  expect([sent?.method, sent?.path]).toEqual(["POST", "/hook?of=file"]);
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({
    metadata: { request_id: json.request_id, channels: 1, tags: ["calls"], duration: expect.any(Number) },
    results: {
      channels: [{ alternatives: [{ transcript: "Xin chào Việt Nam.", words: Array(4).fill({}) }] }],
      utterances: [{ transcript: "Xin chào Việt Nam." }],
    },
  });
  const endpoint = await db.webhookEndpoint.findFirstOrThrow({ where: { businessId: member.businessId } });
  const { secret } = await revealSecret(member, endpoint.id);
  new Webhook(secret).verify(sent?.body ?? "", sent?.headers ?? {});
  const job = await db.job.findFirstOrThrow({ where: { businessId: member.businessId } });
  expect(job).toMatchObject({ trackingId: headers.get("x-tracking-id"), api: "deepgram", metadata: { tag: "calls" } });
  expect(before - (await balanceOf(member.businessId))).toBe(job.amountMilli);
  const [delivery] = await db.webhookDelivery.findMany({ where: { endpointId: endpoint.id } });
  const shown = describeDelivery(await findDelivery(member, endpoint.id, delivery?.id ?? ""));
  expect(JSON.parse(shown.body ?? "")).toEqual({ request_id: json.request_id, results: "…" });
  expect(await audit()).toEqual([]);
  await receiver.close();
});

test("a file that is named by its URL is transcribed too, by a test key without a charge, and sent by PUT where that is wanted", async () => {
  const partner = await makePartner();
  const key = await makeKey(partner, ["stt:execute", "tts:execute"], "test");
  const before = await balanceOf(partner.businessId);
  const files = createServer((_, response) => response.setHeader("content-length", recording.length).end(recording));
  await new Promise<void>((listening) => files.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(files.address() as AddressInfo).port}/xin-chao.wav`;
  const receiver = await startReceiver();
  const query = { ...wanted, callback: receiver.url, callback_method: "PUT" };
  const { status, json } = await call(key, "/v1/listen", query, { url });
  expect(status).toBe(200);
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
  expect(receiver.received[0]?.method).toBe("PUT");
  expect(JSON.parse(receiver.received[0]?.body ?? "").metadata.request_id).toBe(json.request_id);
  expect(await balanceOf(partner.businessId)).toBe(before);
  files.close();
  await receiver.close();
});

test("speech with a callback is sent itself, and a file that is no sound says why it failed", async () => {
  const { key } = await makePartner();
  const receiver = await startReceiver();
  const query = { encoding: "linear16", sample_rate: "16000", callback: receiver.url };
  const spoken = await call(key, "/v1/speak", query, { text: sentence });
  expect([spoken.status, spoken.json]).toEqual([200, { request_id: spoken.headers.get("x-request-id") }]);
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
  const [sent] = receiver.received;
  expect([sent?.headers["content-type"], sent?.bytes.subarray(0, 4).toString()]).toEqual(["audio/wav", "RIFF"]);
  expect(sent?.bytes.length).toBeGreaterThan(0.9 * recording.length);

  const { json } = await call(key, "/v1/listen", { callback: receiver.url }, new Uint8Array(64));
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(2);
  expect(JSON.parse(receiver.received[1]?.body ?? "")).toMatchObject({
    request_id: json.request_id,
    err_code: "AUDIO_UNSUPPORTED",
  });
  await receiver.close();
});

test("a result that is not to be kept is sent whole, and nothing of it stays, also where the receiver repeats it", async () => {
  const { key, businessId } = await makePartner();
  const receiver = await startReceiver((response, { body }) => void response.writeHead(500).end(body));
  const samples = await sayNorthern(said.spoken);
  const file = new Uint8Array(await encodeWav({ samples, sampleRate: 16_000 }));
  const query = { callback: receiver.url, mip_opt_out: "true" };
  expect((await call(key, "/v1/speak", { ...query, encoding: "mp3" }, { text: said.text })).status).toBe(200);
  expect((await call(key, "/v1/listen", { ...query, model: "nova-3", language: "vi" }, file)).status).toBe(200);
  const { id: endpointId } = await db.webhookEndpoint.findFirstOrThrow({ where: { businessId } });
  await expect.poll(() => db.webhookAttempt.count({ where: { endpointId } }), { timeout: 30_000 }).toBe(2);
  const types = receiver.received.map(({ headers }) => headers["content-type"]);
  expect(types.sort()).toEqual(["application/json", "audio/mpeg"]);
  expect(receiver.received.some(({ body }) => saidPattern.test(body))).toBe(true);
  const attempts = await db.webhookAttempt.findMany({ where: { endpointId } });
  expect(attempts.map(({ statusCode, responseBody }) => [statusCode, responseBody])).toEqual(
    Array(2).fill([500, null]),
  );
  await receiver.close();
});

test("a repeat with the same Idempotency-Key is one job, and keeps no second file", async () => {
  const { key, businessId } = await makePartner();
  const receiver = await startReceiver();
  const send = () =>
    call(key, "/v1/listen", { ...wanted, callback: receiver.url }, recording, { "idempotency-key": "one" });
  const [first, second] = [await send(), await send()];
  expect(second.json).toEqual(first.json);
  expect(second.headers.get("idempotent-replayed")).toBe("true");
  expect(await db.longJob.count({ where: { businessId } })).toBe(1);
  await expect.poll(() => receiver.received.length, { timeout: 30_000 }).toBe(1);
  expect(await db.storedUpload.count({ where: { businessId, jobId: null } })).toBe(0);
  await receiver.close();
});

test("a URL that is not public is rejected by Deepgram's name for it before anything is stored or charged", async () => {
  const { key, businessId } = await makePartner();
  for (const [path, sent] of [
    ["/v1/listen", recording],
    ["/v1/speak", { text: sentence }],
  ] as const) {
    const { status, json } = await call(key, path, { callback: "http://169.254.169.254/latest" }, sent);
    expect([status, json.err_code, json.param]).toEqual([400, "INVALID_REQUEST", "callback"]);
  }
  expect(await db.storedUpload.count({ where: { businessId } })).toBe(0);
});

test("a callback that fails is sent again after half a minute", async () => {
  const { key, businessId } = await makePartner();
  const receiver = await startReceiver(answering(500));
  await call(key, "/v1/speak", { callback: receiver.url }, { text: sentence });
  await vi.waitUntil(() => db.webhookDelivery.count({ where: { businessId, attempts: 1 } }), { timeout: 30_000 });
  const delivery = await db.webhookDelivery.findFirstOrThrow({ where: { businessId } });
  const attempt = await db.webhookAttempt.findFirstOrThrow({ where: { deliveryId: delivery.id } });
  const waitMs = +(delivery.nextAttemptAt ?? 0) - +attempt.startedAt;
  expect(waitMs).toBeGreaterThan(29_000);
  expect(waitMs).toBeLessThan(60_000);
  await receiver.close();
});
