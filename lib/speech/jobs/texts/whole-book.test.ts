// @module-tag promise
// @module-tag slow
import { zipSync } from "fflate";
import { afterAll, expect, test } from "vitest";
import { getUsage } from "@/lib/money/usage/read";
import { formatMilli } from "@/lib/platform/amounts";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { vietnamDate } from "@/lib/platform/vietnam-time";
import { epubOf } from "@/testing/fakes/epub";
import { chargesOf, expectBooks, startReadingApi } from "@/testing/harness/long-jobs";
import { probeSound } from "@/testing/harness/probe-sound";
import { jobRequestSchema } from "../schema";
import { previewBook } from "./preview";

const { api, key, member, create, reach, upload, close } = await startReadingApi();
afterAll(close);

const chapterCount = 20;

/** Each has a title and three paragraphs, of which every one is a part of its own. */
const book = epubOf(
  Array.from({ length: chapterCount }, (_, chapter) => ({
    title: `Chương ${chapter + 1}`,
    body: ["gió nhẹ", "trời trong", "nước lớn"]
      .map((words, at) => `<p>Đoạn ${at + 1} của chương ${chapter + 1}: ${`${words}, `.repeat(36)}rồi thôi.</p>`)
      .join(""),
  })),
);

const sumOf = (amounts: readonly { amountMilli: bigint }[]) =>
  amounts.reduce((sum, { amountMilli }) => sum + amountMilli, 0n);

test("a book of 20 chapters has 20 chapters in its file, and costs in all books what it was to cost as a whole", async () => {
  const uploadId = await upload(zipSync(book), "sach.epub");
  const order = jobRequestSchema.parse({ kind: "tts", voiceId: "north-linh", uploadId });
  const preview = await previewBook(member, order);
  expect(preview.chapters).toHaveLength(chapterCount);
  expect(preview.parts).toBe(4 * chapterCount);

  const { json } = await create({ uploadId, chapters: [{ number: 7, voiceId: "south-ngoc" }] });
  const id = String(json.jobId);
  await expect
    .poll(async () => (await api.get(`/jobs/${id}`, key)).json.resultUrl, { timeout: 240_000 })
    .not.toBeNull();

  const charges = await chargesOf(id);
  const characters = preview.chapters.reduce((sum, chapter) => sum + chapter.characters, 0);
  expect(charges).toHaveLength(4 * chapterCount);
  expect([sumOf(charges), preview.amountMilli]).toEqual(Array(2).fill(BigInt(characters * 300)));
  const [recorded] = await db.job.findMany({ where: { trackingId: id } });
  expect(recorded).toMatchObject({ amountMilli: preview.amountMilli, units: characters, characters });
  const events = await db.event.findMany({ where: { objectId: id } });
  expect(events.map(({ payload }) => (payload as { chargeVnd: string }).chargeVnd)).toEqual([
    formatMilli(preview.amountMilli),
  ]);
  await expectBooks();
  const now = clock.now();
  const range = { from: vietnamDate(new Date(+now - days(1))), to: vietnamDate(new Date(+now + days(1))) };
  const usage = () => getUsage(member, { ...range, by: [] });
  await expect.poll(async () => sumOf((await usage()).rows), { timeout: 30_000 }).toBe(preview.amountMilli);

  const { json: read } = await api.get(`/jobs/${id}/chapters`, key);
  const { pathname, search } = new URL(String(read.audioUrl));
  const found = probeSound(`${id}.mp3`, (await api.get(pathname + search)).bytes);
  expect(found.chapters.map(([, , title]) => title)).toEqual(preview.chapters.map(({ title }) => title));
  expect(found.chapters.at(-1)?.[1]).toBe(recorded?.audioDuration);
  const guessed = preview.chapters.reduce((sum, { seconds }) => sum + seconds, 0);
  expect(found.duration / guessed).toBeGreaterThan(0.5);
  expect(found.duration / guessed).toBeLessThan(2);

  const text = "Đoạn này được sửa.";
  const { json: change } = await create({ fromJobId: id, parts: [{ number: 30, text }], voiceId: undefined });
  await reach(String(change.jobId), "succeeded");
  expect(sumOf(await chargesOf(String(change.jobId)))).toBe(BigInt(text.length * 300));
  await expectBooks();
}, 300_000);
