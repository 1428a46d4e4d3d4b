// @module-tag slow
import { afterEach, expect, test, vi } from "vitest";
import { staffChain } from "@/lib/access/audit/platform-acts";
import { listModels, listVoices } from "@/lib/engines/catalogue";
import { ProviderError } from "@/lib/engines/provider";
import { readEngineSettings } from "@/lib/engines/read-settings";
import { reportEngines } from "@/lib/engines/report";
import { callEngine } from "@/lib/engines/resilience/call";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeStaff } from "@/prisma/staff-factories";
import { makeEngine, options, settle } from "@/testing/fakes/toy-engine";
import { listEngines, setEngineState, setUpstreamWeight, testEngine } from "./engines";

afterEach(async () => {
  clock.reset();
  vi.restoreAllMocks();
  await db.engineSetting.deleteMany();
  await readEngineSettings();
});

const engine = { ...makeEngine(4), name: "espeak" };
const rowOf = async (name: string) =>
  (await listEngines(await makeStaff("support"))).find((row) => row.engine === name);

test("a request that runs while its engine is drained ends, new ones are rejected until it is on again", async () => {
  const engineer = await makeStaff("engineer");
  let end = (_: string) => undefined as unknown;
  const running = callEngine(engine, () => new Promise<string>((resolve) => (end = resolve)), options());
  await setEngineState(engineer, "espeak", "draining", "Bảo trì");
  expect(await settle(callEngine(engine, async () => "new", options()))).toMatchObject({
    ...{ kind: "busy", retryAfterMs: seconds(30) },
  });
  expect(listVoices().length).toBeGreaterThan(0);
  end("done");
  expect(await running).toBe("done");
  await setEngineState(engineer, "espeak", "on", "Xong");
  expect(await callEngine(engine, async () => "new", options())).toBe("new");
  const acts = await db.auditEvent.findMany({
    where: { businessId: staffChain, action: "engine.changed" },
    orderBy: { sequence: "desc" },
    take: 2,
  });
  expect(acts.map(({ after }) => after)).toMatchObject([
    { engine: "espeak", state: "on", stateBefore: "draining", reason: "Xong" },
    { engine: "espeak", state: "draining", stateBefore: "on", reason: "Bảo trì" },
  ]);
});

test("the models and voices of an engine that is off stay listed, and their requests are rejected until it is on", async () => {
  const engineer = await makeStaff("engineer");
  const before = [listModels().length, listVoices().length];
  await setEngineState(engineer, "espeak", "off", "x");
  expect([listModels().length, listVoices().length]).toEqual(before);
  expect(await settle(callEngine(engine, async () => "new", options()))).toMatchObject({ kind: "busy" });
  expect(await rowOf("espeak")).toMatchObject({ state: "off" });
  await setEngineState(engineer, "espeak", "on", "x");
  expect(await callEngine(engine, async () => "new", options())).toBe("new");
});

test("what another process set takes effect here when its settings are read", async () => {
  await db.engineSetting.create({ data: { engine: "espeak", state: "draining", changedAt: clock.now() } });
  expect(await callEngine(engine, async () => "still", options())).toBe("still");
  await readEngineSettings();
  expect(await settle(callEngine(engine, async () => "new", options()))).toBeInstanceOf(ProviderError);
});

test("only engineers change and test engines; unknown engines, servers and states are named", async () => {
  for (const role of ["support", "finance", "admin"] as const) {
    const other = await makeStaff(role);
    const forbidden = { code: "FORBIDDEN" };
    await expect(setEngineState(other, "espeak", "off", "x")).rejects.toMatchObject(forbidden);
    await expect(setUpstreamWeight(other, "espeak", { host: "a", weight: 1, reason: "x" })).rejects.toMatchObject(
      forbidden,
    );
    await expect(testEngine(other, "espeak")).rejects.toMatchObject(forbidden);
  }
  const engineer = await makeStaff("engineer");
  await expect(setEngineState(engineer, "none", "off", "x")).rejects.toThrow("There is no engine none");
  await expect(setEngineState(engineer, "espeak", "on", "x")).rejects.toThrow("is on already");
  await expect(setUpstreamWeight(engineer, "espeak", { host: "a", weight: 1, reason: "x" })).rejects.toThrow(
    "no server a",
  );
});

test("each process's row counts running and failed requests, and disappears a minute after the process", async () => {
  const toy = { ...makeEngine(8), name: "toy-of-rows" };
  let end = (_: string) => undefined as unknown;
  const running = callEngine(toy, () => new Promise<string>((resolve) => (end = resolve)), options());
  await settle(callEngine(toy, () => Promise.reject(new ProviderError("broken", "x")), options()));
  await callEngine(toy, async () => "fine", options());
  const other = {
    engine: "toy-of-rows",
    region: "SG",
    places: 8,
    running: 3,
    waiting: 1,
    circuit: "open",
    calls: 5,
    failures: 5,
  };
  await db.engineProcess.create({ data: { ...other, process: "other:1", seenAt: clock.now() } });
  await reportEngines([toy]);
  expect(await rowOf("toy-of-rows")).toMatchObject({
    places: 16,
    running: 4,
    waiting: 1,
    calls: 7,
    failures: 6,
    isOpen: true,
  });
  end("done");
  await running;
  clock.advance(minutes(2));
  await reportEngines([toy]);
  expect(await rowOf("toy-of-rows")).toMatchObject({ places: 8, running: 0, isOpen: false });
  expect(await db.engineProcess.count({ where: { process: "other:1" } })).toBe(0);
});

test("a test says whether the engine works, also while it is off, and is in the log", async () => {
  const engineer = await makeStaff("engineer");
  await setEngineState(engineer, "espeak", "off", "x");
  expect(await testEngine(engineer, "espeak")).toMatchObject({
    isWell: true,
    detail: expect.stringContaining("north-"),
  });
});
