// @module-tag promise
import { unzipSync } from "fflate";
import { afterEach, expect, test } from "vitest";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import type { Member } from "@/lib/access/principals/member";
import { createKey } from "@/lib/keys/service";
import { clock, days, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { zipped } from "@/lib/platform/zip";
import { filesOf } from "@/lib/speech/history/files";
import { ingest } from "@/lib/speech/history/ingest";
import type { HistoryFilter } from "@/lib/speech/history/schema";
import type { Metadata } from "@/lib/speech/metadata";
import { eraseResult } from "@/lib/speech/retention/erase";
import { eraseDueContent } from "@/lib/speech/retention/sweep";
import { makeKeySettings, makeMember } from "@/prisma/factories";
import { makeFinished, makeRecognized, makeSpoken } from "@/prisma/speech-factories";
import { exportRequests } from "./export";
import { flushRejectedRequests, recordRejectedRequest } from "./record";
import { listRequests } from "./requests";
import { describeRows } from "./rows";

afterEach(() => clock.reset());

type Place = { businessId: string; keyId: string };

async function makePlace(): Promise<Place & { member: Member }> {
  const member = await makeMember();
  const { id: keyId } = await createKey(member, makeKeySettings({ name: "Tổng đài" }));
  return { member, businessId: member.businessId, keyId };
}

const keep = async (...calls: FinishedJob[]) => {
  await ingest(calls.map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
  return calls.map(({ trackingId }) => trackingId);
};

async function reject(
  { businessId, keyId }: Place,
  endedJob = false,
  code = "TEXT_EMPTY",
  metadata: Metadata | null = null,
): Promise<string> {
  const requestId = newId("request");
  const place = { businessId, keyId, keyHint: null, method: "POST", path: "/tts" };
  recordRejectedRequest({ requestId, ...place, code, detail: {}, endedJob, readMetadata: () => metadata });
  await flushRejectedRequests();
  return requestId;
}

async function all<Piece>(pieces: AsyncIterable<Piece>): Promise<Piece[]> {
  const found: Piece[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}

const idsOf = async (member: Member, filter: HistoryFilter = {}, limit = 30) => {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listRequests(member, { filter, cursor, limit });
    ids.push(...page.requests.map((row) => ("trackingId" in row ? row.trackingId : row.requestId)));
    cursor = page.next ?? undefined;
  } while (cursor);
  return ids;
};

test("jobs and rejected requests are one list, the newest first, each once on its pages", async () => {
  const { member, ...place } = await makePlace();
  const made: string[] = [];
  for (let turn = 0; turn < 3; turn++) {
    made.push(...(await keep(makeFinished(place))));
    clock.advance(1000);
    made.push(await reject(place));
    clock.advance(1000);
  }
  const newest = made.toReversed();
  for (const limit of [1, 2, 30]) expect(await idsOf(member, {}, limit)).toEqual(newest);
  expect(await idsOf(member, { status: "rejected" })).toEqual(newest.filter((id) => id.startsWith("req_")));
  expect(await idsOf(member, { status: "completed" })).toEqual(newest.filter((id) => id.startsWith("tts_")));
  expect(await idsOf(member, { result: "TEXT_EMPTY" })).toHaveLength(3);
  expect(await idsOf(member, { voice: "north-linh" })).toHaveLength(3);
});

test("a rejection that ended a job is listed as the failed job alone, and one of 31 days not at all", async () => {
  const { member, ...place } = await makePlace();
  const requestId = await reject(place, true, "PROVIDER_REJECTED");
  const [trackingId] = await keep(
    makeFinished(place, { requestId, status: "failed", resultCode: "PROVIDER_REJECTED", amountMilli: "0" }),
  );
  expect(await idsOf(member)).toEqual([trackingId]);
  await reject(place);
  expect(await idsOf(member)).toHaveLength(2);
  clock.advance(days(31));
  expect(await idsOf(member)).toEqual([trackingId]);
});

test("a request is found by trackingId, by request ID, and by words of its text without accents", async () => {
  const { member, ...place } = await makePlace();
  const requestId = newId("request");
  const spoken = await makeSpoken(place, "Đơn hàng số 1.024 đã được giao, cảm ơn quý khách.", { requestId });
  const recognized = await makeRecognized(place, "Tôi muốn hỏi đơn hàng hôm qua");
  await keep(spoken, recognized);
  const rejected = await reject(place);
  expect(await idsOf(member, { q: spoken.trackingId })).toEqual([spoken.trackingId]);
  expect(await idsOf(member, { q: ` ${requestId}\n` })).toEqual([spoken.trackingId]);
  expect(await idsOf(member, { q: rejected })).toEqual([rejected]);
  expect(await idsOf(member, { q: "don hang" })).toHaveLength(2);
  expect(await idsOf(member, { q: "ĐƠN HÀNG hôm qua" })).toEqual([recognized.trackingId]);
  // Both words are in it, not one after the other.
  expect(await idsOf(member, { q: "hàng đơn" })).toEqual([]);
  for (const q of ["…", "\0", "không có từ này"]) expect(await idsOf(member, { q })).toEqual([]);
});

test("a request is found by a value of its metadata or a pair, in any case, also failed, rejected, expired or of a test key", async () => {
  const { member, ...place } = await makePlace();
  const make = (metadata: Metadata, more = {}) => makeFinished(place, { metadata, ...more });
  const failed = make({ orderId: "Order-123" }, { status: "failed", resultCode: "PROVIDER_FAILED", amountMilli: "0" });
  const expired = make({ orderId: "order-123" }, { expiresAt: new Date(+clock.now() - 1000).toISOString() });
  const ofTest = make({ note: "order-123" }, { mode: "test" });
  const spoken = await makeSpoken(place, "Đơn hàng order 123 đã giao");
  await keep(failed, expired, ofTest, spoken, make({ orderId: "order-1234" }));
  clock.advance(1000);
  const rejected = await reject(place, false, "TEXT_EMPTY", { orderId: "ORDER-123", shop: "Huế" });
  const all = [failed, expired, ofTest, spoken].map(({ trackingId }) => trackingId);
  for (const limit of [1, 2, 30]) {
    const ids = await idsOf(member, { q: " order-123 " }, limit);
    expect(ids[0]).toBe(rejected);
    expect(ids.toSorted()).toEqual([...all, rejected].toSorted());
  }
  expect((await idsOf(member, { q: "orderId: order-123" })).toSorted()).toEqual(
    [failed.trackingId, expired.trackingId, rejected].toSorted(),
  );
  expect(await idsOf(member, { q: "Huế" })).toEqual([rejected]);
  expect(await idsOf(member, { q: "order-123", status: "failed" })).toEqual([failed.trackingId]);
  const outsider = await makeMember();
  const billing = await makeMember({ businessId: place.businessId, role: "billing" });
  expect(await idsOf(outsider, { q: "order-123" })).toEqual([]);
  expect((await idsOf(billing, { q: "order-123" })).toSorted()).toEqual(all.toSorted());
});

test("words of content that was erased or has expired find nothing, and their digests are gone", async () => {
  const { member, ...place } = await makePlace();
  const [erased, expired] = [await makeSpoken(place, "bí mật một"), await makeSpoken(place, "bí mật hai")];
  await keep(erased, expired);
  expect(await idsOf(member, { q: "bí mật" })).toHaveLength(2);
  await eraseResult(member, erased.trackingId);
  expect(await idsOf(member, { q: "bí mật" })).toEqual([expired.trackingId]);
  clock.advance(days(31));
  expect(await idsOf(member, { q: "bí mật" })).toEqual([]);
  await eraseDueContent();
  const where = { trackingId: { in: [erased.trackingId, expired.trackingId] } };
  const rows = await db.job.findMany({ where, select: { marks: true, spark: true } });
  expect(rows).toEqual(Array(2).fill({ marks: [], spark: null }));
});

test("another business finds nothing by id, word, file or export, and equal words have other digests there", async () => {
  const { member, ...place } = await makePlace();
  const outsider = await makeMember();
  const spoken = await makeSpoken(place, "bí mật");
  await keep(spoken);
  const rejected = await reject(place);
  for (const q of [undefined, spoken.trackingId, rejected, "bí mật"]) expect(await idsOf(outsider, { q })).toEqual([]);
  expect(await all(filesOf(outsider, [spoken.trackingId]))).toEqual([]);
  expect(await all(exportRequests(outsider, {}, "vi"))).toHaveLength(2);
  const theirs = await makeSpoken({ businessId: outsider.businessId, keyId: newId("key") }, "bí mật");
  expect(theirs.marks?.filter((mark) => spoken.marks?.includes(mark))).toEqual([]);
});

test("who cannot see keys sees neither rejected requests nor the names of keys", async () => {
  const { member, ...place } = await makePlace();
  const billing = await makeMember({ businessId: place.businessId, role: "billing" });
  await keep(makeFinished(place), makeFinished({ ...place, keyId: newId("key") }));
  await reject(place);
  const rowsOf = async (by: Member) => describeRows(by, (await listRequests(by)).requests);
  expect((await rowsOf(member)).map(({ keyName }) => keyName).toSorted()).toEqual(["Tổng đài", "Tổng đài", null]);
  expect((await rowsOf(billing)).map(({ keyName }) => keyName)).toEqual([undefined, undefined]);
});

test("the export has every request of the filter, and no cell that a spreadsheet runs", async () => {
  const { member, ...place } = await makePlace();
  await keep(
    await makeSpoken(place, '=HYPERLINK("x")', { createdAt: new Date(+clock.now() - hours(1)).toISOString() }),
  );
  await keep(...Array.from({ length: 120 }, () => makeFinished(place)));
  await reject(place);
  const lines = (await all(exportRequests(member, {}, "en"))).join("").trim().split("\r\n");
  expect(lines).toHaveLength(123);
  expect(lines.at(-1)).toContain(`"'=HYPERLINK(""x"")"`);
  const failed = (await all(exportRequests(member, { status: "rejected" }, "vi"))).join("");
  expect(failed).toContain("TEXT_EMPTY");
  expect(failed.trim().split("\r\n")).toHaveLength(2);
});

test("the archive has audio, text and subtitles of the selected jobs, without what can no longer be read", async () => {
  const { member, ...place } = await makePlace();
  const [spoken, recognized, erased] = [
    await makeSpoken(place, "Xin chào"),
    await makeRecognized(place, "Chào bạn"),
    await makeSpoken(place, "bí mật"),
  ];
  await keep(spoken, recognized, erased);
  await eraseResult(member, erased.trackingId);
  const ids = [spoken, recognized, erased].map(({ trackingId }) => trackingId);
  const archive = Buffer.concat(await all(zipped(filesOf(member, [...ids, ids[0] ?? "", newId("tts")]))));
  const files = Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, Buffer.from(bytes)] as const);
  expect(files.map(([name]) => name)).toEqual([
    `${spoken.trackingId}.mp3`,
    `${spoken.trackingId}.txt`,
    `${recognized.trackingId}.txt`,
    `${recognized.trackingId}.srt`,
  ]);
  expect(files[0]?.[1]).toHaveLength(16);
  expect(files[1]?.[1].toString()).toBe("Xin chào");
});
