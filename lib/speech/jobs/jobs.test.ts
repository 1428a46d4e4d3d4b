// @module-tag promise
import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { chargesOf, expectBooks, recordingOf, startJobsApi } from "@/testing/harness/long-jobs";

const { api, key, upload, create, reach, close } = await startJobsApi();
afterAll(close);

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
