// @module-tag promise
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Member } from "@/lib/access/principals/member";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { objectStore } from "@/lib/platform/objects/open";
import type { RecognizedContent } from "@/lib/speech/content";
import { filesOf } from "@/lib/speech/history/files";
import { ingest } from "@/lib/speech/history/ingest";
import { eraseResult } from "@/lib/speech/retention/erase";
import { scanForOrphans } from "@/lib/speech/retention/orphan-scan";
import { eraseDueContent } from "@/lib/speech/retention/sweep";
import { endSharedLink, getSharedTrace } from "@/lib/speech/trace/share";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeRecognized } from "@/prisma/speech-factories";
import { startApi } from "@/testing/harness/api";
import { previewTranscript } from "./preview";
import { getSharedTranscript, shareTranscript } from "./share";
import { getEditableTranscript, saveEdits } from "./store";
import { wordsOfParagraph } from "./text";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(() => clock.reset());

const segments = [
  { start: 0, end: 1, text: "xin chào", speaker: "A" },
  { start: 1, end: 2, text: "chào bạn", speaker: "B" },
];

async function makeTranscript(member: Member, content: Partial<RecognizedContent> = {}) {
  const caller = { businessId: member.businessId, keyId: (await makeKey(member)).slice(0, 20) };
  const job = await makeRecognized(caller, "xin chào chào bạn", {}, { segments, ...content });
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  return job;
}

const corrected = { names: { A: "Lan" }, texts: [{ from: 2, to: 4, text: "chào chị Lan" }] };

const editsObjectOf = async (trackingId: string) =>
  (await db.job.findUniqueOrThrow({ where: { trackingId }, select: { editsObject: true } })).editsObject ?? "";

async function makeEdited() {
  const member = await makeMember();
  const { trackingId } = await makeTranscript(member);
  await saveEdits(member, trackingId, { edits: corrected, version: "" });
  return { member, trackingId, object: await editsObjectOf(trackingId) };
}

test("edits are found again with who saved them, and the API returns what it returned first", async () => {
  const member = await makeMember();
  const key = await makeKey(member);
  const { trackingId } = await makeTranscript(member);
  const lookUp = async () => (await api.call("GET", `/stt/jobs?id=${trackingId}`, { key })).json;
  const first = await lookUp();
  expect(await getEditableTranscript(member, trackingId)).toMatchObject({ version: "", editor: null, mayEdit: true });
  const saved = await saveEdits(member, trackingId, { edits: corrected, version: "" });
  const found = await getEditableTranscript(member, trackingId);
  expect(found).toMatchObject({ edits: corrected, segments, editor: { name: expect.any(String) } });
  expect(saved).toEqual({ status: "saved", version: found.version });
  expect(await lookUp()).toEqual(first);
});

test("of two members who began from the same version, the second gets the edits of the first and overwrites nothing", async () => {
  const member = await makeMember();
  const colleague = await makeMember({ businessId: member.businessId, role: "developer" });
  const { trackingId } = await makeTranscript(member);
  const theirs = { names: { A: "Minh" }, texts: [] };
  const saved = await Promise.all([
    saveEdits(member, trackingId, { edits: corrected, version: "" }),
    saveEdits(colleague, trackingId, { edits: theirs, version: "" }),
  ]);
  expect(saved.map(({ status }) => status).toSorted()).toEqual(["conflict", "saved"]);
  const found = await getEditableTranscript(member, trackingId);
  const [conflict] = saved.filter(({ status }) => status === "conflict");
  expect(conflict).toMatchObject({ edits: found.edits, version: found.version, editor: found.editor });
  const again = await saveEdits(member, trackingId, { edits: theirs, version: found.version });
  expect(again.status).toBe("saved");
  expect(await saveEdits(member, trackingId, { edits: corrected, version: found.version })).toMatchObject({
    status: "conflict",
    edits: theirs,
  });
  // Of each version that was replaced, and of each that was not stored, the file is gone.
  expect(await objectStore().open(await editsObjectOf(trackingId))).not.toBeNull();
  clock.advance(hours(1));
  expect((await scanForOrphans())?.orphans ?? []).toEqual([]);
});

test("a member of another business reads, saves, previews and shares nothing, and one without the permission reads", async () => {
  const { member, trackingId } = await makeEdited();
  const outsider = await makeMember();
  const viewer = await makeMember({ businessId: member.businessId, role: "viewer" });
  const notFound = { code: "NOT_FOUND" };
  const chosen = { formatting: [], keyterms: [], redact: [] };
  await expect(getEditableTranscript(outsider, trackingId)).rejects.toMatchObject(notFound);
  await expect(saveEdits(outsider, trackingId, { edits: corrected, version: "" })).rejects.toMatchObject(notFound);
  await expect(previewTranscript(outsider, trackingId, chosen)).rejects.toMatchObject(notFound);
  await expect(shareTranscript(outsider, trackingId)).rejects.toMatchObject(notFound);
  const { version, mayEdit } = await getEditableTranscript(viewer, trackingId);
  expect(mayEdit).toBe(false);
  const forbidden = { code: "FORBIDDEN" };
  await expect(saveEdits(viewer, trackingId, { edits: corrected, version })).rejects.toMatchObject(forbidden);
  await expect(previewTranscript(viewer, trackingId, chosen)).rejects.toMatchObject(forbidden);
});

test("edits beyond the words of the transcript are rejected", async () => {
  const member = await makeMember();
  const { trackingId } = await makeTranscript(member);
  const edits = { names: {}, texts: [{ from: 3, to: 5, text: "x" }] };
  await expect(saveEdits(member, trackingId, { edits, version: "" })).rejects.toMatchObject({
    details: { param: "edits" },
  });
});

test("erasing the result erases its edits, and the receipt has them", async () => {
  const { member, trackingId, object } = await makeEdited();
  const receipt = await eraseResult(member, trackingId);
  expect(receipt.objects.map(({ kind }) => kind)).toEqual(["transcript", "input", "edits"]);
  expect(await objectStore().open(object)).toBeNull();
  await expect(saveEdits(member, trackingId, { edits: corrected, version: "" })).rejects.toMatchObject({
    code: "RESULT_EXPIRED",
  });
});

test("edits are unreadable to the second when the transcript expires, and are then deleted with it", async () => {
  const { member, trackingId, object } = await makeEdited();
  const { version } = await getEditableTranscript(member, trackingId);
  const { href } = new URL(await shareTranscript(member, trackingId));
  const link = Object.fromEntries(new URL(href).searchParams);
  clock.advance(days(30));
  const gone = { code: "RESULT_EXPIRED" };
  await expect(getEditableTranscript(member, trackingId)).rejects.toMatchObject(gone);
  await expect(saveEdits(member, trackingId, { edits: corrected, version })).rejects.toMatchObject(gone);
  expect(await getSharedTranscript(trackingId, link)).toBeNull();
  await eraseDueContent();
  expect(await objectStore().open(object)).toBeNull();
});

test("the scan for orphans keeps edits, and reports those whose file is missing", async () => {
  const { trackingId, object } = await makeEdited();
  clock.advance(hours(25) + minutes(1));
  const scan = await scanForOrphans();
  expect(scan?.missing.filter((missing) => missing.trackingId === trackingId)).toEqual([]);
  expect(await objectStore().open(object)).not.toBeNull();
  await objectStore().delete(object);
  clock.advance(hours(25));
  expect((await scanForOrphans())?.missing).toContainEqual({ trackingId, object });
});

test("the download of selected requests has the transcript as it was returned and as it was edited", async () => {
  const { member, trackingId } = await makeEdited();
  const files = new Map<string, string>();
  for await (const { name, read } of filesOf(member, [trackingId])) files.set(name, await text(read()));
  expect(files.get(`${trackingId}.txt`)).toBe("xin chào chào bạn");
  expect(files.get(`${trackingId}.edited.txt`)).toBe("Lan: xin chào\n\nB: chào chị Lan\n");
  expect(files.get(`${trackingId}.edited.srt`)).toContain("B: chào chị Lan");
});

test("a shared link shows the edited words, and neither the trace nor anything once it is withdrawn", async () => {
  const { member, trackingId } = await makeEdited();
  const link = Object.fromEntries(new URL(await shareTranscript(member, trackingId)).searchParams);
  const shared = await getSharedTranscript(trackingId, link);
  expect(shared?.paragraphs.map(wordsOfParagraph)).toEqual(["xin chào", "chào chị Lan"]);
  expect(shared?.names).toEqual({ A: "Lan" });
  expect(await getSharedTrace(trackingId, link)).toBeNull();
  expect(await getSharedTranscript(trackingId, { ...link, signature: `${link.signature}x` })).toBeNull();
  const { trackingId: other } = await makeTranscript(member);
  expect(await getSharedTranscript(other, link)).toBeNull();
  await endSharedLink(member, link.link ?? "");
  expect(await getSharedTranscript(trackingId, link)).toBeNull();
});

const spoken = "gọi không chín tám bảy sáu năm bốn ba hai một nhé";
const timedWords = spoken.split(" ").map((word, index) => ({ word, start: index, end: index + 0.9 }));

test("a preview shows other choices for a stored transcript, and charges and stores nothing", async () => {
  const member = await makeMember();
  const raw = { transcript: spoken, segments: [{ start: 0, end: 12, text: spoken }] };
  const written = timedWords.map((word, index) => ({ ...word, written: index === 1 ? "0987654321" : "" }));
  const { trackingId } = await makeTranscript(member, {
    transcript: "Gọi 0987654321 nhé.",
    segments: [{ start: 0, end: 12, text: "Gọi 0987654321 nhé.", words: written }],
    raw,
  });
  const before = await db.job.findUniqueOrThrow({ where: { trackingId } });
  const show = (chosen: Partial<Parameters<typeof previewTranscript>[2]>) =>
    previewTranscript(member, trackingId, { formatting: [], keyterms: [], redact: [], ...chosen });
  expect(await show({})).toBe(spoken);
  expect(await show({ formatting: ["numerals"] })).toBe("gọi 0987 654 321 nhé");
  expect(await show({ formatting: ["numerals", "casing", "punctuate"], redact: ["pii"] })).toBe("Gọi {PHONE_1} nhé.");
  expect(await db.job.findUniqueOrThrow({ where: { trackingId } })).toEqual(before);
  expect(await db.hold.count({ where: { businessId: member.businessId } })).toBe(0);
  await expect(show({ redact: ["x"] })).rejects.toMatchObject({ details: { param: "redact" } });
});

test("of a redacted transcript neither editor nor shared link has what was redacted, and there is no preview", async () => {
  const member = await makeMember();
  const words = [
    { word: "gọi", written: "gọi", start: 0, end: 0.9 },
    { word: "{PHONE_1}", written: "{PHONE_1}", start: 1, end: 10.9 },
  ];
  const { trackingId } = await makeTranscript(member, {
    transcript: "gọi {PHONE_1}",
    segments: [{ start: 0, end: 12, text: "gọi {PHONE_1}", words }],
    redacted: ["phone"],
  });
  const link = Object.fromEntries(new URL(await shareTranscript(member, trackingId)).searchParams);
  const shown = JSON.stringify([
    await getEditableTranscript(member, trackingId),
    await getSharedTranscript(trackingId, link),
  ]);
  expect(shown).toContain("{PHONE_1}");
  expect(shown).not.toContain("không chín");
  const preview = previewTranscript(member, trackingId, { formatting: ["numerals"], keyterms: [], redact: [] });
  await expect(preview).rejects.toMatchObject({ code: "CONFLICT" });
});
