// @module-tag promise
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type FinishedJob, speechFinished } from "@/lib/access/events/finished-job";
import { signAudioPath } from "@/lib/engines/audio/signed-urls";
import { clock } from "@/lib/platform/clock";
import { hmac } from "@/lib/platform/crypto";
import { db, sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { objectStore } from "@/lib/platform/objects/open";
import { replay } from "@/lib/platform/stream/dead-letters";
import { describeJob } from "@/lib/speech/history/describe";
import { ingest } from "@/lib/speech/history/ingest";
import { getJob } from "@/lib/speech/history/list";
import { makeCaller, makeKey, makeMember } from "@/prisma/factories";
import { Prisma } from "@/prisma/generated/client";
import { makeFinished, makeRecognized, makeSpoken } from "@/prisma/speech-factories";
import { makeAttempts, makeEndpoint, makePastDelivery } from "@/prisma/webhook-factories";
import { startApi } from "@/testing/harness/api";
import { objectFiles, objectPath } from "@/testing/harness/remote-parts";
import { promised } from "@/testing/promises";
import { eraseResult } from "./erase";
import { sealReceipt, verifyReceipt } from "./receipt";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());
afterEach(() => clock.reset());

const keep = async <Call extends FinishedJob>(call: Call): Promise<Call> => {
  await ingest([{ key: call.trackingId, payload: call, attempts: 0 }]);
  return call;
};

test("an erased result is unreadable at once in every way", async () => {
  const member = await makeMember();
  const key = await makeKey(member);
  const caller = await makeCaller({ businessId: member.businessId });
  const { trackingId, audioObject, expiresAt } = await keep(await makeSpoken(caller, "Xin chào"));
  const link = signAudioPath(audioObject ?? "", new Date(expiresAt));
  expect((await api.get(link)).status).toBe(200);

  const { status, json } = await api.call("DELETE", `/tts/jobs?id=${trackingId}`, { key });
  expect(status).toBe(200);
  expect(json).toMatchObject({ trackingId, objects: [{ kind: "audio", sizeBytes: 16 }, { kind: "text" }] });
  expect(json.erasedAt).not.toBeNull();
  expect(verifyReceipt(json)).toBe(true);
  const paths = [link, `/tts/jobs?id=${trackingId}`, `/ai/tts/${trackingId}`];
  const responses = await Promise.all(paths.map((path) => api.get(path, key)));
  expect(responses.filter((response) => response.status < 400)).toHaveLength(promised("D2"));
  expect(responses.slice(1).map((response) => response.json.code)).toEqual(["RESULT_EXPIRED", "RESULT_EXPIRED"]);
});

test("what the client attached to a result is erased with it, also from events that webhooks replay", async () => {
  const member = await makeMember();
  const caller = await makeCaller({ businessId: member.businessId });
  const metadata = { customer: "Nguyễn Thị Lan 0901234567" };
  const { trackingId } = await keep({ ...(await makeSpoken(caller, "Xin chào")), metadata });
  const stored = async () => {
    const job = await db.job.findUniqueOrThrow({ where: { trackingId }, select: { metadata: true } });
    const event = await db.event.findFirstOrThrow({ where: { objectId: trackingId }, select: { payload: true } });
    return [job.metadata, (event.payload as { metadata: unknown }).metadata];
  };
  expect(await stored()).toEqual([metadata, metadata]);
  await eraseResult(caller, trackingId);
  expect(await stored()).toEqual([null, null]);
});

test("what a receiver's response repeats of a result is erased with it, and no response about another one", async () => {
  const member = await makeMember();
  const caller = await makeCaller({ businessId: member.businessId });
  const endpoint = await makeEndpoint(member, { eventTypes: ["tts.completed"] });
  const trackingIds: string[] = [];
  for (const text of ["Xin chào", "Tạm biệt"]) {
    const { trackingId: objectId } = await keep(await makeRecognized(caller, text));
    const delivery = await makePastDelivery(endpoint, { eventType: "stt.completed", objectId });
    await makeAttempts(delivery, [{ responseBody: text }, { responseBody: text }]);
    trackingIds.push(objectId);
  }
  await eraseResult(caller, trackingIds[0] ?? "");
  const where = { endpointId: endpoint.id };
  const attempts = await db.webhookAttempt.findMany({ where, orderBy: { id: "asc" } });
  expect(attempts.map(({ responseBody }) => responseBody)).toEqual([null, null, "Tạm biệt", "Tạm biệt"]);
});

test("repeated requests, by any member, at once or later, return the same receipt", async () => {
  const member = await makeMember();
  const key = await makeKey(member);
  const caller = await makeCaller({ businessId: member.businessId });
  const { trackingId } = await keep(await makeRecognized(caller, "Xin chào"));
  const [first, second] = await Promise.all([eraseResult(caller, trackingId), eraseResult(member, trackingId)]);
  expect(second.receiptId).toBe(first.receiptId);
  expect(first.objects.map(({ kind }) => kind)).toEqual(["transcript", "input"]);
  const again = await api.call("DELETE", `/ai/stt/${trackingId}`, { key });
  expect(await eraseResult(member, trackingId)).toEqual(again.json);
  expect(await db.job.findUnique({ where: { trackingId } })).toMatchObject({ inputErasedAt: expect.any(Date) });
});

test("another business can neither erase nor detect a result; a viewer cannot erase; the other service's path does not find it", async () => {
  const member = await makeMember();
  const caller = await makeCaller({ businessId: member.businessId });
  const { trackingId } = await keep(await makeSpoken(caller, "Xin chào"));
  const [outsider, viewer] = [await makeMember(), await makeMember({ businessId: member.businessId, role: "viewer" })];
  await expect(eraseResult(outsider, trackingId)).rejects.toMatchObject({ code: "RESULT_NOT_FOUND" });
  await expect(eraseResult(await makeCaller(), trackingId)).rejects.toMatchObject({ code: "RESULT_NOT_FOUND" });
  await expect(eraseResult(member, "\0")).rejects.toMatchObject({ code: "RESULT_NOT_FOUND" });
  await expect(eraseResult(viewer, trackingId)).rejects.toMatchObject({ code: "FORBIDDEN" });
  const answer = await api.call("DELETE", `/ai/stt/${trackingId}`, { key: await makeKey(member) });
  expect(answer.json.code).toBe("RESULT_NOT_FOUND");
  expect(await db.job.findUnique({ where: { trackingId } })).toMatchObject({ deletedAt: null });
});

test("content of a job in the dead letters is erased for its business alone, with one receipt", async () => {
  const member = await makeMember();
  const key = await makeKey(member);
  const caller = await makeCaller({ businessId: member.businessId });
  const [mine, elsewhere] = [
    await makeRecognized(caller, "Xin chào"),
    await makeRecognized(caller, "Xin chào", { region: "SG" }),
  ];
  for (const { trackingId, ...rest } of [mine, elsewhere]) {
    const payload = { trackingId, ...rest };
    await db.streamMessage.create({ data: { topic: speechFinished, key: trackingId, payload, failedAt: new Date() } });
  }
  const path = `/ai/stt/${mine.trackingId}`;
  const outsider = await api.call("DELETE", path, { key: await makeKey(await makeMember()) });
  expect(outsider.json.code).toBe("RESULT_NOT_FOUND");
  expect((await api.call("DELETE", `/ai/stt/${elsewhere.trackingId}`, { key })).json.code).toBe("WRONG_REGION");

  const [first, second] = await Promise.all([api.call("DELETE", path, { key }), api.call("DELETE", path, { key })]);
  expect(first.json).toMatchObject({
    objects: [{ kind: "transcript" }, { kind: "input" }],
    auditEntry: { sequence: 1 },
  });
  expect(first.json.erasedAt).not.toBeNull();
  expect(verifyReceipt(first.json)).toBe(true);
  expect(second.json).toEqual(first.json);
  expect((await api.call("DELETE", path, { key })).json).toEqual(first.json);
  for (const object of [mine.contentObject, mine.inputObject])
    expect(await objectStore().open(object ?? "")).toBeNull();
  expect(await replay([mine.trackingId])).toEqual([]);
});

test("content in another region is erased there", async () => {
  const caller = await makeCaller();
  const { trackingId } = await keep(makeFinished(caller, { region: "SG" }));
  await expect(eraseResult(caller, trackingId)).rejects.toMatchObject({ code: "WRONG_REGION" });
});

test("a receipt with any change is not verified", async () => {
  const caller = await makeCaller();
  const receipt = await eraseResult(caller, (await keep(await makeSpoken(caller, "Xin chào"))).trackingId);
  expect(verifyReceipt(receipt)).toBe(true);
  for (const change of [{ requestedBy: "usr_x" }, { erasedAt: null }, { objects: [] }, { signature: "" }])
    expect(verifyReceipt({ ...receipt, ...change })).toBe(false);
  expect(verifyReceipt(null)).toBe(false);
});

test("a receipt names the deletion's entry in the business's audit log", async () => {
  const member = await makeMember();
  const caller = await makeCaller({ businessId: member.businessId });
  for (const text of ["một", "hai"]) {
    const { trackingId } = await keep(await makeSpoken(caller, text));
    const receipt = await eraseResult(member, trackingId);
    const [entry] = await db.auditEvent.findMany({ where: { businessId: member.businessId, subject: trackingId } });
    expect(receipt.auditEntry).toEqual({ sequence: Number(entry?.sequence), digest: entry?.digest });
    expect(verifyReceipt({ ...receipt, auditEntry: { sequence: 9, digest: entry?.digest } })).toBe(false);
    expect(verifyReceipt({ ...receipt, auditEntry: null })).toBe(false);
  }
});

test("an older receipt without that entry is still verified, and is sealed in its own form", async () => {
  const caller = await makeCaller();
  const { trackingId } = await keep(await makeSpoken(caller, "Xin chào"));
  const { auditEntry, signature, ...before } = await eraseResult(caller, trackingId);
  const old = { ...before, erasedAt: null };
  const { receiptId, businessId, requestedBy, requestedAt, objects } = old;
  const pieces = objects.map(({ kind, sizeBytes, salt, digest }) => [kind, sizeBytes, salt, digest]);
  const said = [receiptId, trackingId, businessId, requestedBy, requestedAt, null, pieces];
  const signed = hmac(env.VANG_LINK_SECRET, `deletion-receipt.${JSON.stringify(said)}`);
  expect(verifyReceipt({ ...old, signature: signed })).toBe(true);

  const data = { auditEntry: Prisma.DbNull, erasedAt: null, signature: signed };
  await db.deletionReceipt.update({ where: { trackingId }, data });
  await sealReceipt(trackingId);
  const sealed = await eraseResult(caller, trackingId);
  expect(sealed).toMatchObject({ erasedAt: expect.any(String), auditEntry: null });
  expect(verifyReceipt(sealed)).toBe(true);
});

test("a result of an older installation, whose text is stored behind its audio, is readable and is erased with both on its receipt", async () => {
  const member = await makeMember();
  const caller = await makeCaller({ businessId: member.businessId });
  const audioObject = "ebdftu32k9sysj1go4hd7jyge8a75lud-49b.mp3";
  const path = objectPath(audioObject);
  mkdirSync(dirname(path), { recursive: true });
  copyFileSync(join("testing/fixtures/0d340e8e/data/objects/VN/e", audioObject), path);
  const { trackingId } = await keep(makeFinished(caller, { audioObject }));
  const { audioPath, words } = await describeJob(await getJob(member, trackingId));
  const sizeBytes = Number.parseInt("49b", 36);
  expect(words).toBe("Xin chào");
  expect((await api.get(audioPath ?? "")).bytes).toHaveLength(sizeBytes);

  const receipt = await eraseResult(member, trackingId);
  expect(receipt.objects).toMatchObject([
    { kind: "audio", sizeBytes },
    { kind: "text", sizeBytes: 34 },
  ]);
  expect(await objectStore().open(audioObject)).toBeNull();
});

test("an erased phrase is in no file, and never was in the database", async () => {
  const canary = "chim hoàng yến hót trong mỏ than";
  const caller = await makeCaller();
  const calls = [await keep(await makeSpoken(caller, canary)), await keep(await makeRecognized(caller, canary))];
  expect(filesWith(canary)).toBe(2);
  for (const { trackingId } of calls) await eraseResult(caller, trackingId);
  expect(filesWith(canary)).toBe(0);
  for (const table of ["jobs", "stream_messages", "idempotency_records", "deletion_receipts"]) {
    const rows = await sql(`canary-${table}`, `SELECT 1 FROM ${table} AS row WHERE row::text LIKE $1`, [`%${canary}%`]);
    expect(rows, table).toEqual([]);
  }
});

const filesWith = (phrase: string) =>
  readdirSync(objectFiles(), { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && readFileSync(join(file.parentPath, file.name)).includes(phrase),
  ).length;
