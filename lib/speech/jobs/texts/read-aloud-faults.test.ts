// @module-tag promise
// @module-tag slow
import { zipSync } from "fflate";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { ProviderError } from "@/lib/engines/provider";
import { espeakProvider } from "@/lib/engines/providers/espeak/provider";
import { countTestAudio, testSecondsPerDay } from "@/lib/money/wallet/allowances";
import { giveCredit } from "@/lib/money/wallet/grants";
import { clock, days, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { objectStore } from "@/lib/platform/objects/open";
import { sweepStoredUploads } from "@/lib/speech/uploads/uploads";
import { makeKey, makeMember } from "@/prisma/factories";
import { epubOf } from "@/testing/fakes/epub";
import { chargesOf, expectBooks, startReadingApi } from "@/testing/harness/long-jobs";
import { sweepLongJobs } from "../finish";

const { api, key, create, read, reach, upload, close } = await startReadingApi();
afterAll(close);
afterEach(() => {
  clock.reset();
  vi.restoreAllMocks();
});

/** A text of so many parts, each of 320 characters. */
const textOf = (parts: number) =>
  Array.from({ length: parts }, (_, part) => `${`Phần ${part}: ${"gió nhẹ, ".repeat(50)}`.slice(0, 318)}a.`).join(
    "\n\n",
  );

const ended = (id: string, secret = key) =>
  expect.poll(async () => (await api.get(`/jobs/${id}`, secret)).json.resultUrl, { timeout: 10_000 }).not.toBeNull();

test("an EPUB that was uploaded is read chapter by chapter, and a damaged one fails without a charge", async () => {
  const book = epubOf([
    { body: "<h1>Bìa</h1>", title: null },
    { body: "<p>Sáng hôm ấy trời trong.</p>", title: "Chương 1" },
  ]);
  const { json } = await create({ uploadId: await upload(zipSync(book), "sach.epub") });
  await reach(String(json.jobId), "succeeded");
  const { json: found } = await api.get(`/jobs/${json.jobId}/chapters`, key);
  expect((found.chapters as unknown as { title: string }[]).map(({ title }) => title)).toEqual(["Bìa", "Chương 1"]);

  const { json: broken } = await create({ uploadId: await upload(zipSync(book).slice(0, 500), "sach.epub") });
  await reach(String(broken.jobId), "failed");
  expect(await read(String(broken.jobId))).toMatchObject({ resultCode: "BOOK_INVALID", chargeVnd: 0 });
});

test("a canceled reading charges what was finished, and keeps its audio", async () => {
  const { json } = await create({ text: textOf(6) });
  const id = String(json.jobId);
  await expect.poll(async () => (await read(id)).progress, { interval: 20, timeout: 30_000 }).toBeGreaterThan(0);
  await api.call("POST", `/jobs/${id}/cancel`, { key });
  await ended(id);
  const { json: found } = await api.get(`/jobs/${id}/chapters`, key);
  const [chapter] = found.chapters as unknown as { parts: { text: string }[] }[];
  const charges = await chargesOf(id);
  expect(charges).toHaveLength(chapter?.parts.length ?? 0);
  expect(charges.length).toBeLessThan(6);
  expect(await read(id)).toMatchObject({ status: "canceled", chargeVnd: charges.length * 320 * 0.3 });
  await expect.poll(() => db.hold.count({ where: { status: "open" } }), { timeout: 10_000 }).toBe(0);
  await expectBooks();

  const { json: early } = await create({ text: textOf(2) });
  await api.call("POST", `/jobs/${early.jobId}/cancel`, { key });
  await expect.poll(() => db.job.count({ where: { trackingId: String(early.jobId) } }), { timeout: 10_000 }).toBe(1);
});

test("without credit a reading is paused, and goes on once there is some", async () => {
  const member = await makeMember({ creditMilli: 150_000n });
  const secret = await makeKey(member);
  const { json } = await create({ text: textOf(3) }, {}, secret);
  const id = String(json.jobId);
  await reach(id, "paused", secret);
  expect((await read(id, secret)).resultCode).toBe("INSUFFICIENT_CREDIT");
  const amountMilli = 5_000_000n;
  const gift = { businessId: member.businessId, kind: "promotion", amountMilli, reference: `gift:${id}` } as const;
  await db.$transaction((tx) => giveCredit(tx, gift));
  clock.advance(seconds(30));
  await reach(id, "succeeded", secret);
  expect((await read(id, secret)).chargeVnd).toBe(3 * 320 * 0.3);
  await expectBooks();
});

test("a reading that we cannot finish costs nothing", async () => {
  const balance = async () => (await api.get("/balance", key)).json.availableVnd;
  const credit = await balance();
  const { synthesize } = espeakProvider;
  let parts = 0;
  vi.spyOn(espeakProvider, "synthesize").mockImplementation((...request) => {
    parts += 1;
    if (parts > 1 || !synthesize) throw new ProviderError("broken", "The engine ended.");
    return synthesize.call(espeakProvider, ...request);
  });
  const { json } = await create({ text: textOf(3) });
  const id = String(json.jobId);
  const state = async () => {
    clock.advance(minutes(5));
    return (await read(id)).status;
  };
  await expect.poll(state, { timeout: 60_000, interval: 200 }).toBe("failed");
  await expect.poll(() => db.job.count({ where: { trackingId: id } }), { timeout: 10_000 }).toBe(1);
  expect(await read(id)).toMatchObject({ chargeVnd: 0, resultCode: "PROVIDER_FAILED" });
  expect(await balance()).toBe(credit);
  await expectBooks();
});

test("a test key's reading is free, and ends with the allowance of the day", async () => {
  const member = await makeMember({});
  const secret = await makeKey(member, undefined, "test");
  const { json } = await create({ text: "Xin chào.", audioFormat: "wav" }, {}, secret);
  // Not by the API, where test keys can make 20 requests a minute.
  const jobOf = (id: unknown) => db.longJob.findUniqueOrThrow({ where: { id: String(id) } });
  await expect.poll(async () => (await jobOf(json.jobId)).state, { timeout: 30_000 }).toBe("succeeded");
  expect(await jobOf(json.jobId)).toMatchObject({ amountMilli: 0n, units: 0 });
  await countTestAudio(member.businessId, testSecondsPerDay);
  const { json: late } = await create({ text: "Xin chào." }, {}, secret);
  await expect.poll(async () => (await jobOf(late.jobId)).state, { timeout: 30_000 }).toBe("paused");
  await api.call("POST", `/jobs/${late.jobId}/cancel`, { key: secret });
});

test("nothing of the texts and their parts is left in the store but the results", async () => {
  await sweepLongJobs();
  clock.advance(days(8));
  await sweepStoredUploads();
  const jobs = await db.job.findMany({ select: { contentObject: true, audioObject: true } });
  const kept = jobs.flatMap(({ contentObject, audioObject }) => [contentObject, audioObject]).filter(Boolean);
  const list = async () => {
    const names: string[] = [];
    for await (const { object } of objectStore().list()) names.push(object);
    return names.sort();
  };
  expect(kept.length).toBeGreaterThan(0);
  await expect.poll(list, { timeout: 10_000 }).toEqual(kept.sort());
});
