// @module-tag promise
import { Webhook } from "standardwebhooks";
import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { objectStore } from "@/lib/platform/objects/open";
import { revealSecret } from "@/lib/webhooks/endpoints/secrets";
import { makeKey, makeMember } from "@/prisma/factories";
import { startReceiver } from "@/testing/fakes/receiver";
import { chargesOf, expectBooks, recordingOf, startJobsApi } from "@/testing/harness/long-jobs";
import { listUnfinishedJobs } from "./progress";

const { api, key, businessId, upload, create, reach, close } = await startJobsApi();
afterAll(close);

test("a long recording is one job: charged part by part what the whole costs, and found with its words in order", async () => {
  const uploadId = await upload(await recordingOf(20.5));
  const { status, json, headers } = await create({ uploadId, formatting: "none", metadata: { meeting: "1" } });
  const id = String(json.jobId);
  expect([status, json.status]).toEqual([202, "queued"]);
  expect(headers.get("location")).toMatch(new RegExp(`/jobs/${id}$`));
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await api.call("DELETE", `/stt/jobs?id=${id}`, { key })).json.code).toBe("CONFLICT");
  await reach(id, "succeeded");

  const { json: done } = await api.get(`/jobs/${id}`, key);
  expect(done).toMatchObject({ progress: 1, secondsTotal: 20.5, chargeVnd: 21 * 20, resultCode: null });
  const charges = await chargesOf(id);
  expect(charges).toHaveLength(3);
  expect(charges.reduce((sum, { amountMilli }) => sum + amountMilli, 0n)).toBe(21n * 20_000n);

  // Until it ends it is canceled and not deleted; then its recording is kept as long as its transcript.
  const kept = await db.job.findUniqueOrThrow({ where: { trackingId: id } });
  expect([kept.inputExpiresAt, kept.audioFormat]).toEqual([kept.expiresAt, "wav"]);
  const stored = await objectStore().open(kept.inputObject ?? "");
  expect(stored?.size).toBe((await recordingOf(20.5)).length);
  const result = await api.get(`/stt/jobs?id=${id}&responseFormat=verbose_json`, key);
  expect(result.json).toMatchObject({ trackingId: id, audioDuration: 21, inputAudioFileName: "Họp.wav" });
  expect(result.json.transcript).toBe("Xin chào Việt Nam. Xin chào Việt Nam. Xin chào Việt Nam.");
  const starts = (result.json.segments as unknown as { start: number }[]).map(({ start }) => start);
  expect(starts).toEqual([...starts].sort((one, other) => one - other));
  expect(String((await api.get(`/stt/jobs?id=${id}&responseFormat=srt`, key)).bytes)).toContain("00:0");

  const [recorded] = await db.job.findMany({ where: { trackingId: id } });
  expect(recorded).toMatchObject({ amountMilli: 420_000n, units: 21, metadata: { meeting: "1" }, status: "completed" });
  const [event] = await db.event.findMany({ where: { objectId: id } });
  expect(event?.payload).toMatchObject({ jobId: id, chargeVnd: "420", secondsDone: 20.5 });
  await expectBooks();
  await expect.poll(() => db.longJobStep.count({ where: { jobId: id } })).toBe(0);
});

test("a repeated request finds its job, and an upload has one job at most", async () => {
  const file = await recordingOf(3);
  const uploadId = await upload(file);
  const headers = { "idempotency-key": "meeting-1" };
  const [one, other] = await Promise.all([create({ uploadId }, headers), create({ uploadId }, headers)]);
  expect([one.status, other.status, other.json.jobId]).toEqual([202, 202, one.json.jobId]);
  expect((await create({ uploadId, formatting: "all" }, headers)).json.code).toBe("IDEMPOTENCY_MISMATCH");
  expect((await create({ uploadId })).json).toMatchObject({ code: "CONFLICT", param: "uploadId" });
  await reach(String(one.json.jobId), "succeeded");
  expect((await create({ uploadId }, headers)).headers.get("idempotent-replayed")).toBe("true");
});

test("another business sees no job, and cannot use the upload of this one", async () => {
  const outsider = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
  const uploadId = await upload(await recordingOf(3));
  expect((await create({ uploadId }, {}, outsider)).json).toMatchObject({ code: "NOT_FOUND", param: "uploadId" });
  const { json } = await create({ uploadId });
  for (const [method, path] of [
    ["GET", ""],
    ["POST", "/cancel"],
  ] as const)
    expect((await api.call(method, `/jobs/${json.jobId}${path}`, { key: outsider })).json.code).toBe(
      "RESULT_NOT_FOUND",
    );
  expect((await api.get("/jobs", outsider)).json.jobs).toEqual([]);
  // The same in the console.
  const seen = await listUnfinishedJobs(await makeMember({ businessId }));
  expect(seen).toMatchObject([{ jobId: json.jobId, kind: "stt" }]);
  expect(await listUnfinishedJobs(await makeMember())).toEqual([]);
  const mine = await api.get("/jobs?limit=1", key);
  expect(mine.json.jobs).toMatchObject([{ jobId: json.jobId }]);
  expect(mine.json.next).not.toBeNull();
  await reach(String(json.jobId), "succeeded");
});

test("a job sends its events to its own URL, signed, and a dead host delays no other", async () => {
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  const [secret, outsider] = [await makeKey(member), await makeKey(await makeMember())];
  const receiver = await startReceiver();
  const dead = await startReceiver();
  await dead.close();
  const refused = await create({ uploadId: "upl_x", callbackUrl: "ftp://example.com/" }, {}, secret);
  expect([refused.status, refused.json.code, refused.json.param]).toEqual([400, "INVALID_REQUEST", "callbackUrl"]);

  const file = await recordingOf(3);
  const [first, second] = [await upload(file, secret), await upload(file, secret)];
  const one = await create({ uploadId: first, callbackUrl: `${dead.url}?token=1` }, {}, secret);
  const other = await create({ uploadId: second, callback_url: `${receiver.url}?token=2` }, {}, secret);
  await reach(String(one.json.jobId), "succeeded", secret);
  await reach(String(other.json.jobId), "succeeded", secret);
  const paths = () => receiver.received.map(({ path }) => path);
  await expect.poll(paths, { timeout: 10_000 }).toEqual(["/hook?token=2"]);
  const [{ body, headers }] = receiver.received as [(typeof receiver.received)[0]];
  expect(JSON.parse(body)).toMatchObject({ type: "job.succeeded", data: { jobId: other.json.jobId } });
  const endpoint = await db.webhookEndpoint.findFirstOrThrow({ where: { businessId: member.businessId } });
  const { secret: signing } = await revealSecret(member, endpoint.id);
  expect(() => new Webhook(signing).verify(body, headers)).not.toThrow();

  const states = async () => {
    const deliveries = await db.webhookDelivery.findMany({ where: { endpointId: endpoint.id, attempts: { gt: 0 } } });
    return Object.fromEntries(deliveries.map(({ objectId, state }) => [objectId, state]));
  };
  const expected = { [String(one.json.jobId)]: "waiting", [String(other.json.jobId)]: "succeeded" };
  await expect.poll(states, { timeout: 10_000 }).toEqual(expected);
  // The dead host says nothing about the others.
  expect(await db.webhookEndpoint.findFirst({ where: { id: endpoint.id } })).toMatchObject({ failures: 0 });
  const manager = await makeKey(member, ["webhooks:manage"]);
  expect((await api.get("/webhooks", manager)).json.webhooks).toEqual([]);
  for (const other of [manager, outsider])
    expect((await api.get(`/webhooks/${endpoint.id}`, other)).status).not.toBe(200);
  await receiver.close();
});

test("the progress of a job arrives as events up to its end, continues after a break, and is no other business's", async () => {
  const { json } = await create({ uploadId: await upload(await recordingOf(20)) });
  const follow = (secret: string, headers: Record<string, string> = {}) =>
    fetch(`${api.url}/jobs/${json.jobId}/events`, { headers: { "x-api-key": secret, ...headers } });
  const read = async (response: Response) =>
    [...(await response.text()).matchAll(/id: (.*)\nevent: (.*)\ndata: (.*)\n\n/g)].map(([, id, event, data]) => ({
      id: id ?? "",
      event,
      job: JSON.parse(data ?? ""),
    }));
  const events = await read(await follow(key));
  expect(events.slice(0, -1).map(({ event }) => event)).toContain("progress");
  expect(events.at(-1)).toMatchObject({ event: "end", job: { status: "succeeded", progress: 1, secondsDone: 20 } });
  expect(events.at(-1)?.job.resultUrl).toContain(String(json.jobId));

  const [first] = events;
  const resumed = await read(await follow(key, { "last-event-id": first?.id ?? "" }));
  expect(resumed.map(({ event }) => event)).toEqual(["end"]);
  expect((await follow(key, { "last-event-id": resumed[0]?.id ?? "" })).status).toBe(204);
  const outsider = await makeKey(await makeMember());
  expect((await api.get(`/jobs/${json.jobId}/events`, outsider)).json.code).toBe("RESULT_NOT_FOUND");
  expect(await db.webhookListener.count({ where: { id: { startsWith: "ljb_" }, closedAt: null } })).toBe(0);
});

test.each(["diarize", "channels", "redactAudio"])(
  "%s, which a job does not have, is rejected by name",
  async (name) => {
    const { status, json } = await create({ uploadId: "upl_x", [name]: "separate" });
    expect([status, json.code, json.param]).toEqual([400, "INVALID_REQUEST", name]);
  },
);
