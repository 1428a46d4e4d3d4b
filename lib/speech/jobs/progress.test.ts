import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { makeMember } from "@/prisma/factories";
import { makeLongJob } from "@/prisma/speech-factories";
import { expectBooks, recordingOf, startJobsApi } from "@/testing/harness/long-jobs";
import { cancelOwnJob, getJobProgress } from "./progress";

const { businessId, upload, create, reach, close } = await startJobsApi();
afterAll(close);

const missing = { code: "NOT_FOUND" };

test("a member follows a job from its file to what it cost; a member of another business finds none", async () => {
  const member = await makeMember({ businessId, role: "viewer" });
  const { json } = await create({ uploadId: await upload(await recordingOf(20.5)) });
  const id = String(json.jobId);
  const seen = await getJobProgress(member, id);
  expect(seen).toMatchObject({ jobId: id, name: "Họp.wav", kind: "stt", retriedFor: null });
  await expect.poll(async () => (await getJobProgress(member, id)).parts ?? 3, { interval: 20 }).toBe(3);
  await expect(getJobProgress(await makeMember(), id)).rejects.toMatchObject(missing);
  await reach(id, "succeeded");
  const ended = {
    status: "succeeded",
    name: "Họp.wav",
    stage: null,
    progress: 1,
    chargedMilli: "420000",
    totalMilli: null,
  };
  expect(await getJobProgress(member, id)).toMatchObject(ended);
  await expect(getJobProgress(await makeMember(), id)).rejects.toMatchObject(missing);
});

test("a job is canceled by a member who can run speech, and by no viewer and no member of another business", async () => {
  const { json } = await create({ uploadId: await upload(await recordingOf(20.5)) });
  const id = String(json.jobId);
  const viewer = await makeMember({ businessId, role: "viewer" });
  await expect(cancelOwnJob(viewer, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(cancelOwnJob(await makeMember(), id)).rejects.toMatchObject(missing);
  expect((await getJobProgress(viewer, id)).status).not.toBe("canceled");
  await cancelOwnJob(await makeMember({ businessId, role: "developer" }), id);
  await reach(id, "canceled");
  await expect.poll(() => db.job.count({ where: { trackingId: id } }), { timeout: 10_000 }).toBe(1);
  await expectBooks();
});

test("a job that waits for credit says so, and what waits to be tried again", async () => {
  const member = await makeMember({ businessId });
  const { id } = await makeLongJob(businessId);
  const paused = { status: "paused", resultCode: "INSUFFICIENT_CREDIT", totalMilli: null, retriedFor: null };
  expect(await getJobProgress(member, id)).toMatchObject(paused);
  await db.longJob.update({
    where: { id },
    data: { state: "running", resultCode: null, totalMs: 1000, totalUnits: 1 },
  });
  const dueAt = new Date("2999-01-01");
  const step = { jobId: id, number: 1, kind: "chunk", attempts: 1, lastError: "PROVIDER_FAILED", dueAt };
  await db.longJobStep.create({ data: step });
  const retried = { stage: "work", parts: 1, partsDone: 0, retriedFor: "PROVIDER_FAILED" };
  expect(await getJobProgress(member, id)).toMatchObject(retried);
  await db.longJobStep.deleteMany({ where: { jobId: id } });
});
