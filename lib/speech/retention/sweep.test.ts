// @module-tag promise
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import { clock, days, hours, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { objectStore } from "@/lib/platform/objects/open";
import { ingest } from "@/lib/speech/history/ingest";
import { deleteWithoutMembers } from "@/lib/speech/retention/sweep";
import { makeCaller, makeMember } from "@/prisma/factories";
import { makeRecognized, makeSpoken } from "@/prisma/speech-factories";
import { objectPath } from "@/testing/harness/remote-parts";
import { eraseDueContent, sweepLag, watchSweep } from "./sweep";

afterEach(async () => {
  await eraseDueContent();
  clock.reset();
  vi.restoreAllMocks();
});

const keep = async (...calls: FinishedJob[]) =>
  ingest(calls.map((payload) => ({ key: payload.trackingId, payload, attempts: 0 })));
const exists = async (object: string | null) => (await objectStore().open(object ?? "")) !== null;
const rowOf = ({ trackingId }: FinishedJob) => db.job.findUniqueOrThrow({ where: { trackingId } });

test("content lives until it expires, and the next sweep deletes its bytes", async () => {
  const call = await makeSpoken(await makeCaller(), "Xin chào");
  await keep(call);
  clock.advance(days(30) - minutes(1));
  await eraseDueContent();
  expect(await exists(call.audioObject)).toBe(true);

  clock.advance(minutes(2));
  await eraseDueContent();
  expect(await exists(call.audioObject)).toBe(false);
  expect((await rowOf(call)).erasedAt).not.toBeNull();
  expect(await sweepLag()).toBe(0);
});

test("results of a business without members are erased; another business's stay, also when it is archived", async () => {
  const [gone, archived] = [await makeCaller(), await makeCaller()];
  await makeMember({ businessId: archived.businessId });
  const calls = [await makeSpoken(gone, "một"), await makeRecognized(gone, "hai"), await makeSpoken(archived, "ba")];
  const metadata = { customer: "0901234567" };
  await keep(...calls.map((call) => ({ ...call, metadata })));
  await db.membership.deleteMany({ where: { businessId: gone.businessId } });
  const both = [gone.businessId, archived.businessId];
  await db.business.updateMany({ where: { id: { in: both } }, data: { archivedAt: clock.now() } });
  await deleteWithoutMembers();
  await eraseDueContent();
  const objects = calls.flatMap((call) => [call.audioObject, call.contentObject, call.inputObject]).filter(Boolean);
  expect(await Promise.all(objects.map(exists))).toEqual([false, false, false, false, true, true]);
  const events = await db.event.findMany({ where: { objectId: { in: calls.map(({ trackingId }) => trackingId) } } });
  const kept = events.filter(({ payload }) => (payload as { metadata: unknown }).metadata !== null);
  expect(kept.map(({ businessId }) => businessId)).toEqual([archived.businessId]);
});

test("uploads are deleted after a quarter of an hour, and the transcript stays", async () => {
  const call = await makeRecognized(await makeCaller(), "Xin chào");
  await keep(call);
  clock.advance(minutes(16));
  await eraseDueContent();
  expect(await exists(call.inputObject)).toBe(false);
  expect(await exists(call.contentObject)).toBe(true);
  expect(await rowOf(call)).toMatchObject({ erasedAt: null, inputErasedAt: expect.any(Date) });
});

test("a file that cannot be deleted does not block others, is logged, retried, and reported after half an hour", async () => {
  const caller = await makeCaller();
  const [stuck, free] = [await makeSpoken(caller, "một"), await makeSpoken(caller, "hai")];
  // A directory, which cannot be deleted as a file, simulates a disk error.
  const path = objectPath(stuck.audioObject);
  rmSync(path);
  mkdirSync(path);
  writeFileSync(join(path, "x"), "");
  await keep(stuck, free);
  const report = vi.spyOn(log, "error").mockImplementation(() => undefined);
  clock.advance(days(30) + hours(1));
  await eraseDueContent();
  expect(await exists(free.audioObject)).toBe(false);
  expect((await rowOf(stuck)).erasedAt).toBeNull();
  const reportedAs = (text: string) => report.mock.calls.filter(([, message]) => message?.includes(text));
  expect(reportedAs("could not be erased")).toMatchObject([[{ trackingId: stuck.trackingId }, expect.anything()]]);
  expect(await sweepLag()).toBeGreaterThan(minutes(59));
  await watchSweep();
  expect(reportedAs("waits to be erased")).toHaveLength(1);

  rmSync(path, { recursive: true });
  await eraseDueContent();
  expect((await rowOf(stuck)).erasedAt).not.toBeNull();
});

test("several processes sweep at once, more than one batch, and each job is erased once", async () => {
  const caller = await makeCaller();
  const calls: FinishedJob[] = [];
  while (calls.length < 450) calls.push(await makeSpoken(caller, `Câu ${calls.length}`));
  await keep(...calls);
  clock.advance(days(31));
  const counts = await Promise.all([eraseDueContent(), eraseDueContent(), eraseDueContent()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(450);
  expect(await sweepLag()).toBe(0);
});

test("content of another region is not touched", async () => {
  const call = await makeSpoken(await makeCaller(), "Xin chào", { region: "SG" });
  await keep(call);
  clock.advance(days(31));
  await eraseDueContent();
  expect((await rowOf(call)).erasedAt).toBeNull();
});
