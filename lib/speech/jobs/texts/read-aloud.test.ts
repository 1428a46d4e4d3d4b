// @module-tag promise
import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { chargesOf, expectBooks, startReadingApi } from "@/testing/harness/long-jobs";
import { probeSound } from "@/testing/harness/probe-sound";

const { api, key, member, create, reach, close } = await startReadingApi();
afterAll(close);

const book = `# Chương một: Ngày khởi hành

Sáng hôm ấy trời trong và gió nhẹ.

Chúng tôi đi 12 km thì dừng lại.

# Chương hai: Bến sông

Con đò đã rời bến từ lâu.`;

const outsider = await makeKey(await makeMember({ creditMilli: 1_000_000n }));

type Part = { number: number; text: string };
type Chapter = { start: number; end: number; voiceId: string; audioUrl: string; parts: Part[] };

const readChapters = async (id: string) =>
  (await api.get(`/jobs/${id}/chapters`, key)) as unknown as { json: { audioUrl: string; chapters: Chapter[] } };

async function download(link = "", headers: HeadersInit = {}): Promise<Uint8Array> {
  const { pathname, search } = new URL(link);
  return (await api.get(pathname + search, undefined, headers)).bytes;
}

test("a text is read as one job: charged part by part what the whole costs, with its chapters in the file", async () => {
  const { status, json } = await create({
    text: book,
    format: "markdown",
    chapters: [{ number: 2, voiceId: "south-ngoc" }],
  });
  const id = String(json.jobId);
  expect([status, json.status, json.kind]).toEqual([202, "queued", "tts"]);
  await reach(id, "succeeded");

  // The characters of the titles and paragraphs, without the empty lines between them.
  const characters = book.replace(/# |\n\n(?!Chúng)/g, "").replace("\n\n", "\n").length;
  const { json: done } = await api.get(`/jobs/${id}`, key);
  expect(done).toMatchObject({ progress: 1, charactersDone: characters, charactersTotal: characters });
  const charges = await chargesOf(id);
  expect(charges).toHaveLength(4);
  expect(charges.reduce((sum, { amountMilli }) => sum + amountMilli, 0n)).toBe(BigInt(characters * 300));
  const [recorded] = await db.job.findMany({ where: { trackingId: id } });
  expect(recorded).toMatchObject({ amountMilli: BigInt(characters * 300), units: characters, characters });
  const [event] = await db.event.findMany({ where: { objectId: id } });
  expect(event?.payload).toMatchObject({ jobId: id, secondsTotal: recorded?.audioDuration });
  await expectBooks();

  const { json: read } = await readChapters(id);
  const whole = await download(read.audioUrl);
  const found = probeSound(`${id}.mp3`, whole);
  const [first, second] = found.chapters;
  expect(found.chapters.map(([, , title]) => title)).toEqual(["Chương một: Ngày khởi hành", "Chương hai: Bến sông"]);
  expect([first?.[0], first?.[1], second?.[1]]).toEqual([0, second?.[0], recorded?.audioDuration]);
  expect(found.duration).toBeCloseTo(recorded?.audioDuration ?? 0, 0);
  expect(found.silences.map((seconds) => Math.round(seconds * 5) / 5)).toEqual([1, 2, 1, 2]);
  expect(read.chapters.map(({ start, end, voiceId }) => [start, end, voiceId])).toEqual([
    [0, second?.[0], "north-linh"],
    [second?.[0], second?.[1], "south-ngoc"],
  ]);
  const chapter = await download(read.chapters[1]?.audioUrl);
  expect(Buffer.from(whole).includes(Buffer.from(chapter.subarray(-5000)))).toBe(true);
  expect(probeSound(`${id}-2.mp3`, chapter).duration).toBeCloseTo((second?.[1] as number) - (second?.[0] as number), 0);
  const tail = await download(read.chapters[1]?.audioUrl, { range: "bytes=100-299" });
  expect(Buffer.from(tail).equals(Buffer.from(chapter.subarray(100, 300)))).toBe(true);
  await expect.poll(() => db.longJobStep.count({ where: { jobId: id } })).toBe(0);

  // One part is changed.
  const text = "Con đò vừa cập bến.";
  const { json: change } = await create({ fromJobId: id, parts: [{ number: 4, text }], voiceId: undefined });
  const changedId = String(change.jobId);
  await reach(changedId, "succeeded");
  const [charge, ...others] = await chargesOf(changedId);
  expect([charge?.amountMilli, others]).toEqual([BigInt(text.length * 300), []]);
  const { json: again } = await readChapters(changedId);
  expect(again.chapters.map(({ parts }) => parts.map((part) => part.text))).toEqual([
    read.chapters[0]?.parts.map((part) => part.text),
    ["Chương hai: Bến sông", text],
  ]);
  const anew = await download(again.audioUrl);
  const kept = await download(read.chapters[0]?.audioUrl);
  expect(Buffer.from(anew).includes(Buffer.from(kept.subarray(kept.length - 20_000)))).toBe(true);
  expect(probeSound(`${changedId}.mp3`, anew).chapters).toHaveLength(2);
  await expectBooks();
  expect((await create({ fromJobId: id, parts: [{ number: 5, text }] })).json.param).toBe("parts.0.number");
  expect((await create({ fromJobId: id }, {}, outsider)).json).toMatchObject({ code: "RESULT_NOT_FOUND" });
  expect((await api.get(`/jobs/${id}/chapters`, outsider)).json.code).toBe("RESULT_NOT_FOUND");

  await api.call("DELETE", `/tts/jobs?id=${id}`, { key });
  expect((await api.get(`/jobs/${id}/chapters`, key)).json.code).toBe("RESULT_EXPIRED");
  const { pathname, search } = new URL(read.chapters[1]?.audioUrl ?? "");
  expect((await api.get(pathname + search)).json.code).toBe("NOT_FOUND");
});

test("another business and a key for transcripts alone see no reading", async () => {
  const { json } = await create({ text: "Xin chào Việt Nam." });
  const path = `/jobs/${json.jobId}`;
  const listener = await makeKey(member, ["stt:execute"]);
  expect((await api.get(path, listener)).json.code).toBe("SCOPE_MISSING");
  expect((await create({ text: "Xin chào." }, {}, listener)).json.code).toBe("SCOPE_MISSING");
  expect((await api.get("/jobs", listener)).json.jobs).toEqual([]);
  expect((await api.get(path, outsider)).json.code).toBe("RESULT_NOT_FOUND");
  expect((await api.call("POST", `${path}/cancel`, { key: outsider })).json.code).toBe("RESULT_NOT_FOUND");
  await reach(String(json.jobId), "succeeded");
});

test.each([
  [{ text: "a", textType: "ssml" }, "INVALID_REQUEST", "textType"],
  [{ text: "a", voiceId: "nobody" }, "VOICE_UNKNOWN", "voiceId"],
  [{ text: "a", chapters: [{ number: 1, voiceId: "nobody" }] }, "VOICE_UNKNOWN", "chapters.0.voiceId"],
  [{ text: " " }, "TEXT_EMPTY", "text"],
  [{ text: "a".repeat(200_001) }, "TEXT_TOO_LONG", "text"],
  [{ text: "a", uploadId: "upl_x" }, "INVALID_REQUEST", "uploadId"],
  [{}, "INVALID_REQUEST", "uploadId"],
])("a request that cannot be read is rejected by name: %#", async (body, code, param) => {
  const { json } = await create(body);
  expect([json.code, json.param]).toEqual([code, param]);
});
