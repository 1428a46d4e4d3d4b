// @module-tag promise
// @module-tag slow
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { giveCredit } from "@/lib/money/wallet/grants";
import { clock, days, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { objectStore } from "@/lib/platform/objects/open";
import { getTrace } from "@/lib/speech/trace/read";
import { sweepStoredUploads } from "@/lib/speech/uploads/uploads";
import { makeKey, makeMember } from "@/prisma/factories";
import { sendJson, well } from "@/testing/fakes/speech-server";
import { chargesOf, expectBooks, recordingOf, startJobsApi } from "@/testing/harness/long-jobs";
import { sweepLongJobs } from "./finish";

const { api, engine, key, businessId, upload, create, read, reach, close } = await startJobsApi();
afterAll(close);
afterEach(() => {
  engine.behave(well);
  clock.reset();
});

async function listObjects(): Promise<string[]> {
  const names: string[] = [];
  for await (const { object } of objectStore().list()) names.push(object);
  return names.sort();
}

test("speech is cut in pauses only, and every part arrives once", async () => {
  const received: number[] = [];
  engine.behave(({ body }, response) => {
    received.push(body.length);
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
  expect(received).toHaveLength(2);
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
  const events = await db.event.findMany({ where: { objectId: id }, orderBy: { sequence: "asc" } });
  expect(events.map(({ type }) => type)).toEqual(["job.paused", "job.succeeded"]);
  const { steps } = await getTrace(member, id);
  const wanted = ["received", "key", "prepared", "paused", "continued", "ended", "result"];
  expect(steps.map(({ kind }) => kind).filter((kind) => wanted.includes(kind))).toEqual(wanted);
  expect(steps.find(({ kind }) => kind === "ended")).toMatchObject({ done: 3, parts: 3 });
  const charges = steps.filter((step) => step.kind === "money" && step.movement === "charge");
  expect(charges).toMatchObject([{ amountMilli: 400_000n, price: { units: 20 } }]);
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
  const trace = await getTrace({ businessId, role: "owner" } as Member, id);
  const retried = trace.steps.filter(({ kind }) => kind === "retried");
  expect(retried.length).toBeGreaterThanOrEqual(11);
  expect(retried[0]).toMatchObject({ part: expect.any(Number), attempt: 1, code: "PROVIDER_FAILED" });
  await expectBooks();
});

test("what is no recording fails without a charge", async () => {
  const { json } = await create({ uploadId: await upload(new Uint8Array(Buffer.from("no sound at all"))) });
  await reach(String(json.jobId), "failed");
  expect(await read(String(json.jobId))).toMatchObject({ resultCode: "AUDIO_UNSUPPORTED", chargeVnd: 0 });
});

test("a job that is canceled just when it ends has one end, in its state, its history, its event and its charges", async () => {
  const file = await recordingOf(12);
  for (const waitMs of [0, 20]) {
    const id = String((await create({ uploadId: await upload(file) })).json.jobId);
    const isAtEnd = async () => (await db.longJob.findUniqueOrThrow({ where: { id } })).doneMs === 12_000;
    await expect.poll(isAtEnd, { interval: 5, timeout: 20_000 }).toBe(true);
    await sleep(waitMs);
    await api.call("POST", `/jobs/${id}/cancel`, { key });
    await expect
      .poll(async () => (await api.get(`/jobs/${id}`, key)).json.resultUrl, { timeout: 10_000 })
      .not.toBeNull();
    const { state, amountMilli } = await db.longJob.findUniqueOrThrow({ where: { id } });
    const events = await db.event.findMany({ where: { objectId: id } });
    expect(events.map(({ type }) => type)).toEqual([`job.${state}`]);
    const recorded = await db.job.findMany({ where: { trackingId: id } });
    const resultCode = state === "canceled" ? "JOB_CANCELED" : null;
    expect(recorded).toMatchObject([{ amountMilli: 240_000n, resultCode }]);
    const charges = await chargesOf(id);
    expect(charges.reduce((sum, charge) => sum + charge.amountMilli, 0n)).toBe(amountMilli);
  }
  await expectBooks();
});

test("of a recording without speech the free seconds of the day are given back, once", async () => {
  engine.behave((_, response) => sendJson(response, 200, { text: "", segments: [] }));
  const member = await makeMember({ creditMilli: 1_000_000n });
  const secret = await makeKey(member);
  const { json } = await create({ uploadId: await upload(await recordingOf(10), secret) }, {}, secret);
  await reach(String(json.jobId), "succeeded", secret);
  expect(await read(String(json.jobId), secret)).toMatchObject({ resultCode: "NO_SPEECH_FOUND" });
  const returned = await db.creditGrant.findMany({ where: { businessId: member.businessId, reason: { not: null } } });
  expect(returned.map(({ amountMilli }) => amountMilli)).toEqual([200_000n]);
  await expectBooks();
});

test("nothing of the recordings and their parts is left in the store", async () => {
  const kept = await db.job.count({ where: { contentObject: { not: null }, businessId } });
  await sweepLongJobs();
  clock.advance(days(8));
  await sweepStoredUploads();
  expect(kept).toBeGreaterThan(0);
  const results = await db.job.findMany({
    where: { contentObject: { not: null } },
    select: { contentObject: true, inputObject: true },
  });
  const names = results.flatMap(({ contentObject, inputObject }) => [contentObject, inputObject ?? []].flat()).sort();
  await expect.poll(listObjects, { timeout: 10_000 }).toEqual(names);
});
