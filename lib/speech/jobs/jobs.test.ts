// @module-tag promise
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, expect, test } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { audit } from "@/lib/money/wallet/books/differences";
import { compareJobs } from "@/lib/money/wallet/books/uncharged";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { db, sql } from "@/lib/platform/db";
import { objectStore } from "@/lib/platform/objects/open";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeTone } from "@/testing/fakes/sound";
import { sendJson, well } from "@/testing/fakes/speech-server";
import { startSttApi } from "@/testing/harness/stt-api";
import { sweepLongJobs } from "./finish";
import { chunkLengths } from "./prepare";

Object.assign(chunkLengths, { shortestSeconds: 6, longestSeconds: 9 });

const { api, engine, key, businessId, close } = await startSttApi();
afterAll(close);
afterEach(() => {
  engine.behave(well);
  clock.reset();
});

type Job = { jobId: string; status: string; chargeVnd: number; resultCode: string | null; progress: number };

/** A tone with a pause every two seconds. */
async function recordingOf(length: number): Promise<Uint8Array<ArrayBuffer>> {
  const samples = makeTone(220, 16_000, length);
  for (let at = 2; at < length; at += 2) samples.fill(0, at * 16_000, (at + 0.4) * 16_000);
  return new Uint8Array(await encodeWav({ samples, sampleRate: 16_000 }));
}

async function upload(file: Uint8Array<ArrayBuffer>, secret = key): Promise<string> {
  const headers = {
    "tus-resumable": "1.0.0",
    "upload-length": String(file.length),
    "upload-metadata": "filename SOG7jXAud2F2",
  };
  const type = { "content-type": "application/offset+octet-stream" };
  const { json } = await api.call("POST", "/uploads", { key: secret, body: file, headers: { ...headers, ...type } });
  expect(json.receivedBytes).toBe(file.length);
  return String(json.uploadId);
}

const create = (body: object, headers: Record<string, string> = {}, secret = key) =>
  api.call("POST", "/jobs", { key: secret, json: { kind: "stt", modelId: "listener", ...body }, headers });

const read = async (id: string, secret = key) => (await api.get(`/jobs/${id}`, secret)).json as unknown as Job;

const reach = (id: string, status: string, secret = key) =>
  expect.poll(async () => (await read(id, secret)).status, { timeout: 20_000, interval: 50 }).toBe(status);

const chargesOf = (trackingId: string) => db.transfer.findMany({ where: { kind: "charge", trackingId } });

/** Everything that the books compare, of all jobs of this file. */
async function expectBooks() {
  expect(await audit()).toEqual([]);
  expect((await compareJobs(sql)).differences).toEqual([]);
  expect(await db.hold.count({ where: { status: "open" } })).toBe(0);
}

async function listObjects(): Promise<string[]> {
  const names: string[] = [];
  for await (const { object } of objectStore().list()) names.push(object);
  return names.sort();
}

test("a long recording is one job: charged part by part what the whole costs, and found with its words in order", async () => {
  const uploadId = await upload(await recordingOf(20.5));
  const { status, json, headers } = await create({ uploadId, formatting: "none", metadata: { meeting: "1" } });
  const id = String(json.jobId);
  expect([status, json.status]).toEqual([202, "queued"]);
  expect(headers.get("location")).toMatch(new RegExp(`/jobs/${id}$`));
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  await reach(id, "succeeded");

  const { json: done } = await api.get(`/jobs/${id}`, key);
  expect(done).toMatchObject({ progress: 1, secondsTotal: 20.5, chargeVnd: 21 * 20, resultCode: null });
  const charges = await chargesOf(id);
  expect(charges).toHaveLength(3);
  expect(charges.reduce((sum, { amountMilli }) => sum + amountMilli, 0n)).toBe(21n * 20_000n);

  const result = await api.get(`/stt/jobs?id=${id}&responseFormat=verbose_json`, key);
  expect(result.json).toMatchObject({ trackingId: id, audioDuration: 21, inputAudioFileName: "Họp.wav" });
  expect(result.json.transcript).toBe("Xin chào Việt Nam. Xin chào Việt Nam. Xin chào Việt Nam.");
  const starts = (result.json.segments as unknown as { start: number }[]).map(({ start }) => start);
  expect(starts).toEqual([...starts].sort((one, other) => one - other));
  expect(String((await api.get(`/stt/jobs?id=${id}&responseFormat=srt`, key)).bytes)).toContain("00:0");

  const [recorded] = await db.job.findMany({ where: { trackingId: id } });
  expect(recorded).toMatchObject({ amountMilli: 420_000n, units: 21, metadata: { meeting: "1" }, status: "completed" });
  const [event] = await db.event.findMany({ where: { objectId: id } });
  expect(event?.payload).toMatchObject({ trackingId: id, chargeVnd: "420" });
  await expectBooks();
  await expect.poll(() => db.longJobStep.count({ where: { jobId: id } })).toBe(0);
});

test("speech is cut in pauses only, and every part arrives once", async () => {
  const heard: number[] = [];
  engine.behave(({ body }, response) => {
    heard.push(body.length);
    return sendJson(response, 200, { text: "một", segments: [{ start: 0, end: 1, text: "một", no_speech_prob: 0 }] });
  });
  const { json } = await create({ uploadId: await upload(await recordingOf(15)) });
  const steps = () =>
    db.longJobStep.findMany({ where: { jobId: String(json.jobId), kind: "chunk" }, orderBy: { number: "asc" } });
  await expect.poll(async () => (await steps()).length, { interval: 20, timeout: 10_000 }).toBe(2);
  const [first, second] = await steps();
  expect([first?.fromMs, first?.toMs, second?.toMs]).toEqual([0, second?.fromMs, 15_000]);
  // The pauses begin at every even second.
  expect(((first?.toMs ?? 0) / 1000) % 2).toBeLessThanOrEqual(0.4);
  await reach(String(json.jobId), "succeeded");
  expect(heard).toHaveLength(2);
});

test("a canceled job charges what was finished and keeps its words", async () => {
  let parts = 0;
  engine.behave(async (seen, response) => {
    parts += 1;
    if (parts > 1) await sleep(1500);
    return well(seen, response);
  });
  const { json } = await create({ uploadId: await upload(await recordingOf(20)) });
  const id = String(json.jobId);
  await expect.poll(async () => (await read(id)).progress, { interval: 50, timeout: 15_000 }).toBeGreaterThan(0);
  const { json: canceled } = await api.call("POST", `/jobs/${id}/cancel`, { key });
  expect(canceled).toMatchObject({ status: "canceled", resultCode: "JOB_CANCELED" });
  await expect.poll(async () => (await api.get(`/jobs/${id}`, key)).json.resultUrl, { timeout: 10_000 }).not.toBeNull();
  const [charge, ...others] = await chargesOf(id);
  expect(others).toEqual([]);
  expect(await read(id)).toMatchObject({ status: "canceled", chargeVnd: Number(charge?.amountMilli) / 1000 });
  expect((await api.get(`/stt/jobs?id=${id}`, key)).json.transcript).toBe("Xin chào Việt Nam.");
  await expect.poll(() => db.hold.count({ where: { status: "open" } }), { timeout: 10_000 }).toBe(0);
  await expectBooks();
});

test("without credit a job is paused, and goes on once there is some", async () => {
  const member = await makeMember({ creditMilli: 200_000n });
  const secret = await makeKey(member);
  const { json } = await create({ uploadId: await upload(await recordingOf(20), secret) }, {}, secret);
  const id = String(json.jobId);
  await reach(id, "paused", secret);
  expect((await read(id, secret)).resultCode).toBe("INSUFFICIENT_CREDIT");
  const available = { businessId_kind: { businessId: member.businessId, kind: "available" } } as const;
  expect((await db.walletAccount.findUniqueOrThrow({ where: available })).balanceMilli).toBeLessThan(200_000n);
  const { giveCredit } = await import("@/lib/money/wallet/grants");
  const grant = {
    businessId: member.businessId,
    kind: "promotion",
    amountMilli: 5_000_000n,
    reference: `gift:${id}`,
  } as const;
  await db.$transaction((tx) => giveCredit(tx, grant));
  clock.advance(seconds(30));
  await reach(id, "succeeded", secret);
  expect((await read(id, secret)).chargeVnd).toBe(400);
  await expectBooks();
});

test("a job that we cannot finish costs nothing", async () => {
  const balance = async () => (await api.get("/balance", key)).json.availableVnd;
  const credit = await balance();
  let parts = 0;
  engine.behave((seen, response) => {
    parts += 1;
    return parts > 1 ? sendJson(response, 500, { error: { message: "broken" } }) : well(seen, response);
  });
  const { json } = await create({ uploadId: await upload(await recordingOf(20)) });
  const id = String(json.jobId);
  await expect
    .poll(
      async () => {
        clock.advance(minutes(5));
        return (await read(id)).status;
      },
      { timeout: 30_000, interval: 200 },
    )
    .toBe("failed");
  await expect.poll(() => db.job.count({ where: { trackingId: id } }), { timeout: 10_000 }).toBe(1);
  expect(await read(id)).toMatchObject({ chargeVnd: 0, resultCode: "PROVIDER_FAILED" });
  expect(await balance()).toBe(credit);
  expect((await api.get(`/stt/jobs?id=${id}`, key)).json.code).toBe("RESULT_FAILED");
  await expectBooks();
});

test("what is no recording fails without a charge", async () => {
  const { json } = await create({ uploadId: await upload(new Uint8Array(Buffer.from("no sound at all"))) });
  await reach(String(json.jobId), "failed");
  expect(await read(String(json.jobId))).toMatchObject({ resultCode: "AUDIO_UNSUPPORTED", chargeVnd: 0 });
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
  const mine = await api.get("/jobs?limit=1", key);
  expect(mine.json.jobs).toMatchObject([{ jobId: json.jobId }]);
  expect(mine.json.next).not.toBeNull();
  await reach(String(json.jobId), "succeeded");
});

test.each(["diarize", "channels", "redactAudio"])(
  "%s, which a job does not have, is rejected by name",
  async (name) => {
    const { status, json } = await create({ uploadId: "upl_x", [name]: "separate" });
    expect([status, json.code, json.param]).toEqual([400, "INVALID_REQUEST", name]);
  },
);

test("nothing of the recordings and their parts is left in the store", async () => {
  const kept = await db.job.count({ where: { contentObject: { not: null }, businessId } });
  await sweepLongJobs();
  clock.advance(minutes(60 * 24 * 8));
  const { sweepStoredUploads } = await import("@/lib/speech/uploads/uploads");
  await sweepStoredUploads();
  expect(kept).toBeGreaterThan(0);
  const results = await db.job.findMany({ where: { contentObject: { not: null } }, select: { contentObject: true } });
  const names = results.map(({ contentObject }) => contentObject).sort();
  await expect.poll(listObjects, { timeout: 10_000 }).toEqual(names);
});
