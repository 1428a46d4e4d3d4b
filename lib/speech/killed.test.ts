// @module-tag promise
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pLimit from "p-limit";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "@/lib/access/principals/caller";
import { closeEngines } from "@/lib/engines/providers/registry";
import { audit } from "@/lib/money/wallet/books/differences";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Failpoint } from "@/lib/platform/failpoint";
import { objectStore } from "@/lib/platform/objects/open";
import { openStream } from "@/lib/platform/stream/open";
import { makeCaller } from "@/prisma/factories";
import { buildChild } from "@/scripts/bundle.mjs";
import { answering, doubling, hanging, resetting } from "@/testing/corpora/speech-failures";
import { startMachine, writeEngine } from "@/testing/fakes/remote-engine";
import { type Behavior, type SpeechServer, startSpeechServer, well } from "@/testing/fakes/speech-server";
import { isDeep } from "@/testing/harness/deep";
import { makeCall } from "@/testing/harness/make-call";
import { settleCalls } from "@/testing/harness/settle-calls";

const program = ".build/failing-call.mjs";
let healthy: SpeechServer;

beforeAll(async () => {
  await buildChild("failing-call");
  healthy = await startSpeechServer();
  writeFileSync(env.VANG_ENGINES, writeEngine([healthy]));
});
afterAll(async () => {
  clock.reset();
  await openStream().close();
  await closeEngines();
  await healthy.close();
});

type Service = keyof typeof makeCall;
/** "asked" is when the engine has received the request. */
type Point = Failpoint | "asked";

/** Makes a call in a process that is killed at this point, and returns its caller. */
async function killAt([service, behavior, point]: Death, settings: Record<string, string> = {}): Promise<Caller> {
  const caller = await makeCaller({ creditMilli: 10_000_000n });
  const engine = await startMachine(point === "asked" ? () => void child.kill("SIGKILL") : behavior);
  const timeoutMs = behavior === hanging ? 1500 : 60_000;
  const VANG_ENGINES = join(env.VANG_DATA, `${caller.businessId}.json`);
  writeFileSync(VANG_ENGINES, writeEngine([engine], { timeouts: { firstByteMs: timeoutMs } }));
  // A transcription may take its whole budget, so the client disconnects instead.
  const childArguments = [service, caller.businessId, caller.keyId, String(timeoutMs * 2)];
  const environment = { ...process.env, ...settings, VANG_ENGINES, VANG_FAIL: point };
  const child = spawn(process.execPath, [program, ...childArguments], { env: environment, stdio: "ignore" });
  expect((await once(child, "close"))[1], point).toBe("SIGKILL");
  return caller;
}

/** The caller's completed calls. Checks that each is charged and has all its files, and that nothing is held. */
async function findCompleted({ businessId }: Caller): Promise<string[]> {
  const orderBy = { trackingId: "asc" } as const;
  const jobs = await db.job.findMany({ where: { businessId, status: "completed" }, orderBy });
  const completed = jobs.map(({ trackingId }) => trackingId);
  const charges = await db.transfer.findMany({ where: { kind: "charge", debit: { businessId } }, orderBy });
  expect(charges.map(({ trackingId }) => trackingId)).toEqual(completed);
  expect(await db.hold.count({ where: { businessId, status: "open" } })).toBe(0);
  for (const { audioObject, contentObject, inputObject } of jobs) {
    const made = [audioObject, contentObject, inputObject].filter((object) => object !== null);
    for (const object of made) expect(await objectStore().open(object)).not.toBeNull();
  }
  return completed;
}

const before: Point[] = ["held", "asked"];
const beforeHearing: Point[] = ["held", "raised", "asked"];
const done: Point[] = ["spoken", "put", "stored", "published", "kept"];
const failed: Point[] = ["failed", "released", "noted"];

type Death = [Service, Behavior, Point];
type Row = [services: string, engine: string, Death[]];

const each = (service: Service, engine: string, behavior: Behavior, points: Point[]): Row => [
  service,
  engine,
  points.map((point) => [service, behavior, point]),
];
const failing = (service: Service): Row[] => [
  each(service, "fails", answering(500, {}), failed),
  each(service, "resets the connection", resetting, failed),
  each(service, "hangs", hanging, ["asked", ...failed]),
];
const all: Row[] = [
  each("tts", "is well", well, [...before, ...done]),
  each("stt", "is well", well, [...beforeHearing, ...done]),
  each("tts", "answers twice", doubling, done),
  each("stt", "answers twice", doubling, done),
  ...failing("tts"),
  ...failing("stt"),
];

/** In `npm test` these deaths are enough; the deep run has all. */
const few: Death[] = [
  ["tts", well, "held"],
  ["tts", well, "stored"],
  ["tts", well, "published"],
  ["stt", well, "raised"],
  ["stt", well, "kept"],
  ["tts", answering(500, {}), "released"],
];

test.each(isDeep ? all : [["tts or stt", "is well or fails", few] satisfies Row])(
  "a %s call whose engine %s, killed at any point, is either charged and found or neither, and never runs twice under its key",
  async (_, __, deaths) => {
    const two = pLimit(2);
    const callers = await Promise.all(deaths.map((death) => two(() => killAt(death))));
    const callAgain = () =>
      callers.map((caller, index) => makeCall[deaths[index]?.[0] ?? "tts"](caller, new AbortController().signal));
    for (const atOnce of await Promise.allSettled(callAgain())) {
      if (atOnce.status === "rejected") expect(atOnce.reason).toMatchObject({ code: "IDEMPOTENCY_RUNNING" });
    }

    await settleCalls();
    const found = await Promise.all(callers.map(findCompleted));
    const later = await Promise.all(callAgain());
    await settleCalls();
    for (const [index, caller] of callers.entries()) {
      const completed = await findCompleted(caller);
      expect(completed, deaths[index]?.[2]).toEqual([later[index]?.finished.trackingId]);
      expect(completed).toEqual(expect.arrayContaining(found[index] ?? []));
    }
    expect(await audit()).toEqual([]);
  },
);

test("a text whose credit is held late, killed at any point, is either charged and found or neither", async () => {
  const points: Point[] = ["asked", "stored", "published", "noted"];
  const settings = { VANG_DATABASE_REGION: "SG" };
  const deaths = points.map((point): Death => ["tts", point === "noted" ? answering(500, {}) : well, point]);
  const two = pLimit(2);
  const callers = await Promise.all(deaths.map((death) => two(() => killAt(death, settings))));
  await settleCalls();
  const completed = await Promise.all(callers.map(findCompleted));
  expect(completed.map(({ length }) => length)).toEqual([0, 0, 1, 0]);
  expect(await audit()).toEqual([]);
});
