import { buffer } from "node:stream/consumers";
import { zipSync } from "fflate";
import { afterAll, expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { makeKey, makeMember } from "@/prisma/factories";
import { epubOf } from "@/testing/fakes/epub";
import { chargesOf, startReadingApi } from "@/testing/harness/long-jobs";
import { probeSound } from "@/testing/harness/probe-sound";
import { jobRequestSchema } from "../schema";
import { previewBook } from "./preview";
import { getBook, getChapter, openChapterSound } from "./view";

const { member, create, reach, upload, close } = await startReadingApi();
afterAll(close);

const outsider = await makeMember({ creditMilli: 1_000_000n });
const reader = await makeMember({ businessId: member.businessId, role: "viewer" });

const text = `# Bến sông

Con đò đã rời bến từ lâu, chỉ còn tiếng nước vỗ mạn thuyền.

## Chợ sớm

Chợ họp từ lúc trời chưa sáng.

# ***

# Đường về

Trời đổ mưa.`;

const preview = (body: object, by: Member = member) =>
  previewBook(by, jobRequestSchema.parse({ kind: "tts", voiceId: "north-linh", ...body }));

const change = (fromJobId: string, number: number, by?: Member) =>
  preview({ voiceId: undefined, fromJobId, parts: [{ number, text: "Chợ tan lúc trời sáng." }] }, by);

test("a book's chapters and price are known before it is read, and those of a change before that is confirmed", async () => {
  const found = await preview({ text, format: "markdown" });
  expect(found.chapters.map(({ title, characters }) => [title, characters])).toEqual([
    ["Bến sông", 67],
    ["Chợ sớm", 37],
    ["Đường về", 20],
  ]);
  expect(found).toMatchObject({ parts: 6, amountMilli: 300n * 124n });
  for (const { seconds } of found.chapters) expect(seconds).toBeGreaterThan(4);

  const chapters = [{ number: 3, voiceId: "south-ngoc" }];
  const { json } = await create({ text, format: "markdown", chapters });
  const id = String(json.jobId);
  await reach(id, "succeeded");
  const charged = (await chargesOf(id)).reduce((sum, { amountMilli }) => sum + amountMilli, 0n);
  expect(charged).toBe(found.amountMilli);
  await expect.poll(async () => (await getBook(reader, id)).status).toBe("read");
  const book = await getBook(reader, id);
  expect(book.chapters.map(({ title, parts, voice }) => [title, parts, voice])).toEqual([
    ["Bến sông", 2, "Linh"],
    ["Chợ sớm", 2, "Linh"],
    ["Đường về", 2, "Ngọc"],
  ]);
  expect((await getChapter(reader, id, 2)).map((part) => [part.number, part.text])).toEqual([
    [3, "Chợ sớm"],
    [4, "Chợ họp từ lúc trời chưa sáng."],
  ]);

  const changed = await change(id, 4);
  expect(changed).toMatchObject({ parts: 1, amountMilli: 300n * 22n });
  const { json: next } = await create({ fromJobId: id, parts: [{ number: 4, text: "Chợ tan lúc trời sáng." }] });
  expect(next.fromJobId).toBe(id);
  expect(await getBook(reader, id)).toMatchObject({ fromJobId: null, laterJobIds: [next.jobId] });
  await reach(String(next.jobId), "succeeded");
  expect(await getBook(reader, String(next.jobId))).toMatchObject({ fromJobId: id, laterJobIds: [] });

  await expect(change(id, 4, outsider)).rejects.toMatchObject({ code: "RESULT_NOT_FOUND" });
  await expect(getBook(outsider, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(getChapter(outsider, id, 1)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("a chapter can be played once it is read, while the others wait for credit", async () => {
  const poor = await makeMember({ creditMilli: 300n * 70n });
  const { json } = await create({ text, format: "markdown" }, {}, await makeKey(poor));
  const id = String(json.jobId);
  await expect.poll(async () => (await getBook(poor, id)).chapters[0]?.path, { timeout: 30_000 }).toBeTruthy();
  const { status, chapters } = await getBook(poor, id);
  expect([status, chapters.map(({ path }) => path !== null)]).toEqual(["unfinished", [true, false, false]]);
  const { bytes, read } = await openChapterSound(poor, id, 1);
  const sound = await buffer(read());
  expect(sound).toHaveLength(bytes);
  expect(probeSound(`${id}-1.mp3`, sound).duration).toBeGreaterThan(3);
  for (const number of [2, 4, Number.NaN])
    await expect(openChapterSound(poor, id, number)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(openChapterSound(outsider, id, 1)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("an uploaded e-book is previewed for its own business alone, by those who can have it read", async () => {
  const files = epubOf([{ body: "<p>Sáng hôm ấy trời trong.</p>", title: "Khởi hành" }]);
  const uploadId = await upload(zipSync(files), "sach.epub");
  expect(await preview({ uploadId })).toMatchObject({ chapters: [{ title: "Khởi hành", characters: 32 }] });
  await expect(preview({ uploadId }, outsider)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(preview({ uploadId }, reader)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(preview({ kind: "stt", uploadId, voiceId: undefined })).rejects.toMatchObject({
    code: "INVALID_REQUEST",
  });

  const broken = await upload(zipSync(files).slice(0, 300), "sach.epub");
  await expect(preview({ uploadId: broken })).rejects.toMatchObject({ details: { message: "jobs.book.noEpub" } });
  const empty = await upload(zipSync(epubOf([{ body: "<img/>", title: null }])), "anh.epub");
  await expect(preview({ uploadId: empty })).rejects.toMatchObject({ code: "TEXT_EMPTY" });
});
