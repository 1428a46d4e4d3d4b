// @module-tag slow
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Engines } from "./engines";
import type { Task } from "./task";

// A fake engine process, since no real model hangs or crashes on demand.
const obedient = `
import { writeSync } from "node:fs";
process.on("message", async ({ id, task }) => {
  const text = task.do === "load" ? task.config.onLoad ?? "" : task.text;
  if (text === "die") { writeSync(2, "terminate called after throwing an instance of 'Ort::Exception'"); process.abort(); }
  if (text === "exit") process.exit(255);
  if (text === "hang") return;
  if (text === "slow") await new Promise((done) => setTimeout(done, 300));
  process.send(text === "fail" ? { id, failure: "Please check your config!" } : { id, answer: { pid: process.pid, settings: Object.keys(process.env) } });
});
process.on("disconnect", () => process.exit());
`;

const directory = mkdtempSync(join(tmpdir(), "vang-engines-"));
const program = join(directory, "obedient.mjs");
const opened: Engines[] = [];

beforeAll(() => writeFileSync(program, obedient));
afterAll(() => {
  for (const engines of opened) engines.close();
  rmSync(directory, { recursive: true });
});

function open(settings: ConstructorParameters<typeof Engines>[2] = {}, processes = 1, onLoad = "") {
  const engines = new Engines({ do: "load", kind: "tts", config: { onLoad } }, processes, { program, ...settings });
  opened.push(engines);
  return engines;
}

const speakTask = (text: string): Task => ({ do: "speak", text, speaker: 0, speed: 1 });

const ask = (engines: Engines, text = "", signal = AbortSignal.timeout(20_000)) =>
  engines.run<{ pid: number; settings: string[] }>(speakTask(text), signal);

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("one process serves call after call", async () => {
  const engines = open();
  expect((await ask(engines)).pid).toBe((await ask(engines)).pid);
});

test.each(["die", "exit"])(
  "a call that makes its process %s fails as broken, and the next one gets a new process",
  async (how) => {
    const engines = open();
    const { pid } = await ask(engines);
    await expect(ask(engines, how)).rejects.toMatchObject({ kind: "broken" });
    expect(isAlive(pid)).toBe(false);
    expect((await ask(engines)).pid).not.toBe(pid);
  },
);

test("the last output of a dying process is kept for the operator", async () => {
  await expect(ask(open(), "die")).rejects.toMatchObject({ cause: expect.stringContaining("Ort::Exception") });
});

test("an error that the engine reports fails as broken and keeps the process", async () => {
  const engines = open();
  const { pid } = await ask(engines);
  await expect(ask(engines, "fail")).rejects.toMatchObject({
    kind: "broken",
    message: "sherpa-onnx failed: Please check your config!",
  });
  expect((await ask(engines)).pid).toBe(pid);
});

test("an aborted call times out at once; if it hangs, its process is ended", async () => {
  const engines = open({ graceMs: 100 });
  const { pid } = await ask(engines);
  const before = performance.now();
  await expect(ask(engines, "hang", AbortSignal.timeout(50))).rejects.toMatchObject({ kind: "timeout" });
  expect(performance.now() - before).toBeLessThan(1000);
  expect((await ask(engines)).pid).not.toBe(pid);
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test("an aborted slow call may finish and keeps its process", async () => {
  const engines = open({ graceMs: 5000 });
  const { pid } = await ask(engines);
  await expect(ask(engines, "slow", AbortSignal.timeout(50))).rejects.toMatchObject({ kind: "timeout" });
  expect((await ask(engines)).pid).toBe(pid);
});

test("an aborted call in the queue times out at once", async () => {
  const engines = open({ graceMs: 100 });
  const hung = ask(engines, "hang", AbortSignal.timeout(500));
  await expect(ask(engines, "", AbortSignal.timeout(20))).rejects.toMatchObject({ kind: "timeout" });
  await expect(hung).rejects.toMatchObject({ kind: "timeout" });
});

test.each(["die", "exit", "fail"])(
  "a model that makes its process %s while loading fails every call as broken",
  async (how) => {
    const engines = open({}, 1, how);
    await expect(ask(engines)).rejects.toMatchObject({ kind: "broken" });
    await expect(ask(engines)).rejects.toMatchObject({ kind: "broken" });
  },
);

test("a model that never finishes loading is ended", async () => {
  await expect(ask(open({ loadMs: 100 }, 1, "hang"))).rejects.toMatchObject({ kind: "broken" });
});

test("calls beyond the queue's limit are rejected as busy", async () => {
  const engines = open({ longestQueue: 2 });
  const calls = Array.from({ length: 6 }, () => ask(engines, "slow").catch(({ kind }) => kind));
  const answers = await Promise.all(calls);
  expect(answers.filter((answer) => answer === "busy").length).toBeGreaterThanOrEqual(2);
  expect(answers.filter((answer) => answer !== "busy").length).toBeGreaterThanOrEqual(3);
});

test("no more processes run than allowed", async () => {
  const engines = open({}, 2);
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask(engines, "slow")));
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2);
});

test("an idle process is ended, and the next call starts another", async () => {
  const engines = open({ idleMs: 100 });
  const { pid } = await ask(engines);
  await expect.poll(() => isAlive(pid)).toBe(false);
  expect((await ask(engines)).pid).not.toBe(pid);
});

test("closing ends every process, and pending calls fail as broken", async () => {
  const engines = open({}, 2);
  const { pid } = await ask(engines);
  const hung = expect(ask(engines, "hang")).rejects.toMatchObject({ kind: "broken" });
  await sleep(50);
  engines.close();
  await hung;
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test("a process gets none of the server's settings", async () => {
  process.env.NEXTAUTH_SECRET ??= "x".repeat(40);
  const { settings } = await ask(open());
  expect(settings).not.toContain("NEXTAUTH_SECRET");
  expect(settings).not.toContain("DATABASE_URL");
});

test("a process survives the signals that stop the server until running calls end, and never outlives the server", async () => {
  const starter = `
    const child = require("node:child_process").fork(".build/sherpa-child.mjs", { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    child.on("message", () => process.stdout.write(String(child.pid)));
    child.send({ id: 1, task: { do: "transcribe" } });
    setInterval(() => undefined, 1000);`;
  const server = spawn(process.execPath, ["-e", starter]);
  const pid = Number(await new Promise((said) => server.stdout.on("data", said)));
  process.kill(pid, "SIGTERM");
  process.kill(pid, "SIGINT");
  await sleep(200);
  expect(isAlive(pid)).toBe(true);
  server.kill("SIGKILL");
  await expect.poll(() => isAlive(pid), { timeout: 5000 }).toBe(false);
});
