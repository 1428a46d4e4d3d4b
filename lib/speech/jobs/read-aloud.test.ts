// @module-tag promise
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { chargesOf, expectBooks, startReadingApi } from "@/testing/harness/long-jobs";

const { api, key, member, create, reach, close } = await startReadingApi();
afterAll(close);

const book = `# Chương một: Ngày khởi hành

Sáng hôm ấy trời trong và gió nhẹ.

Chúng tôi đi 12 km thì dừng lại.

# Chương hai: Bến sông

Con đò đã rời bến từ lâu.`;

/** What FFmpeg finds in a file. */
function probe(name: string, bytes: Uint8Array) {
  const path = join(tmpdir(), name);
  writeFileSync(path, bytes);
  const run = (command: string, ...options: string[]) =>
    String(execFileSync(command, [...options], { stdio: ["ignore", "pipe", "ignore"] }));
  const said = run("ffprobe", "-v", "error", "-show_chapters", "-show_format", "-of", "json", path);
  const { chapters, format } = JSON.parse(said) as {
    chapters: { start_time: string; end_time: string; tags: { title: string } }[];
    format: { duration: string };
  };
  return {
    duration: Number(format.duration),
    chapters: chapters.map(({ start_time, end_time, tags }) => [Number(start_time), Number(end_time), tags.title]),
  };
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

  const { json: result } = await api.get(`/tts/jobs?id=${id}`, key);
  const { pathname, search } = new URL(String(result.audioUrl));
  const found = probe(`${id}.mp3`, (await api.get(pathname + search)).bytes);
  const [first, second] = found.chapters;
  expect(found.chapters.map(([, , title]) => title)).toEqual(["Chương một: Ngày khởi hành", "Chương hai: Bến sông"]);
  expect([first?.[0], first?.[1], second?.[1]]).toEqual([0, second?.[0], recorded?.audioDuration]);
  expect(found.duration).toBeCloseTo(recorded?.audioDuration ?? 0, 0);
  await expect.poll(() => db.longJobStep.count({ where: { jobId: id } })).toBe(0);
});

test("another business and a key for transcripts alone see no reading", async () => {
  const { json } = await create({ text: "Xin chào Việt Nam." });
  const path = `/jobs/${json.jobId}`;
  const outsider = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
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
  [{ text: "a", uploadId: "upl_x" }, "INVALID_REQUEST", "text"],
  [{}, "INVALID_REQUEST", "uploadId"],
])("a request that cannot be read is rejected by name: %#", async (body, code, param) => {
  const { json } = await create(body);
  expect([json.code, json.param]).toEqual([code, param]);
});
