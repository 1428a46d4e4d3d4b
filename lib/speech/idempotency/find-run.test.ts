// @module-tag promise
import { afterAll, expect, test } from "vitest";
import type { Caller } from "@/lib/access/principals/caller";
import type { Member } from "@/lib/access/principals/member";
import { db } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { newId } from "@/lib/platform/ids";
import { openStream } from "@/lib/platform/stream/open";
import { makeCaller, makeMember } from "@/prisma/factories";
import { settleCalls } from "@/testing/harness/settle-calls";
import type { Call, Outcome } from "../call";
import { runCall } from "../run";
import { findRun } from "./find-run";
import { type WantedRun, wantedRunSchema } from "./schema";

afterAll(() => openStream().close());

const outcome: Outcome = {
  audioObject: "a".repeat(32),
  audioFormat: "wav",
  contentObject: null,
  inputObject: null,
  audioDuration: 1.5,
  fileSizeBytes: "1000",
};

async function setUp() {
  const member = await makeMember({ creditMilli: 1_000_000n });
  const caller: Caller = await makeCaller({ businessId: member.businessId });
  const key = `playground-${crypto.randomUUID()}`;
  const call: Call = {
    caller,
    service: "tts",
    trackingId: newId("tts"),
    modelId: "vang-espeak",
    voiceId: "north-linh",
    languageCode: null,
    characters: 17,
    rulesVersion: null,
    amountMilli: 5100n,
    priceId: null,
    units: null,
    receivedAt: performance.now(),
    requestId: newId("request"),
    idempotency: { key, fingerprint: "one body" },
  };
  const wanted: WantedRun = { service: "tts", key };
  return { member, call, wanted };
}

/** What the business has, and whatever a read could leave. */
const countRows = async ({ businessId }: Member) => [
  await db.refusedRequest.count({ where: { businessId } }),
  await db.auditEvent.count({ where: { businessId } }),
  await db.job.count({ where: { businessId } }),
];

test("a page finds its run while it runs and once it has ended, and no one of another business does", async () => {
  const { member, call, wanted } = await setUp();
  const other = await makeMember();
  const { trackingId } = call;
  const named = { ...wanted, trackingId };
  expect(await findRun(member, wanted)).toEqual({ status: "none" });
  await runCall(call, async () => {
    expect(await findRun(member, wanted)).toEqual({ status: "running", trackingId });
    expect(await findRun(other, named)).toEqual({ status: "none" });
    return outcome;
  });
  const completed = { status: "completed", trackingId, chargeMilli: "5100", resultCode: null, engine: null };
  expect(await findRun(member, wanted)).toEqual(completed);
  await settleCalls();
  const before = await countRows(member);
  expect(await findRun(member, named)).toEqual(completed);
  for (const sought of [wanted, named]) expect(await findRun(other, sought)).toEqual({ status: "none" });
  expect(await countRows(member)).toEqual(before);
});

test("a failed run is found by its tracking ID, with its code and request, and only in its business", async () => {
  const { member, call, wanted } = await setUp();
  const { trackingId, requestId } = call;
  const failure = new AppError("PROVIDER_FAILED");
  await expect(runCall(call, () => Promise.reject(failure))).rejects.toBe(failure);
  await settleCalls();
  expect(await findRun(member, wanted)).toEqual({ status: "none" });
  const failed = { status: "failed", trackingId, code: "PROVIDER_FAILED", requestId };
  expect(await findRun(member, { ...wanted, trackingId })).toEqual(failed);
  expect(await findRun(await makeMember(), { ...wanted, trackingId })).toEqual({ status: "none" });
});

test("who may not use speech finds no run", async () => {
  const { member, wanted } = await setUp();
  const viewer = await makeMember({ businessId: member.businessId, role: "viewer" });
  await expect(findRun(viewer, wanted)).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("only the playground's own keys are asked for, not those of a partner's program", () => {
  const key = `playground-${crypto.randomUUID()}`;
  expect(wantedRunSchema.safeParse({ service: "tts", key, trackingId: newId("tts") }).success).toBe(true);
  for (const wrong of ["order-1024", `${key} 2`, ` test ${key}`, "playground-"])
    expect(wantedRunSchema.safeParse({ service: "tts", key: wrong }).success).toBe(false);
  expect(wantedRunSchema.safeParse({ service: "tts", key, trackingId: "tts_\0" }).success).toBe(false);
});
