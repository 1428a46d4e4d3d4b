import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { clock, seconds } from "@/lib/platform/clock";
import { serveFiles, stallAt, status } from "@/testing/fakes/file-server";
import { describeModel, voiceEntry } from "@/testing/fakes/tiny-installed";
import { tinyVoice } from "@/testing/fakes/tiny-models";
import {
  cancelInstallation,
  endInstallation,
  findInstallation,
  InstallationRuns,
  startInstallation,
} from "./installation";
import { findInstalled } from "./installed";

let directory: string;
let server: Awaited<ReturnType<typeof serveFiles>>;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "vang-installation-"));
  server = await serveFiles(tinyVoice);
});
afterEach(async () => {
  await endInstallation();
  clock.reset();
  server.close();
  rmSync(directory, { recursive: true });
});

const start = (tryOut: () => Promise<void> = async () => undefined) =>
  startInstallation(describeModel(voiceEntry, tinyVoice, server.address), {
    directory,
    accepted: [],
    trustFirst: true,
    tryOut,
    retryPolicy: { tries: 2, pauseMs: 1, silenceMs: 5000 },
  });
const phase = async () => (await findInstallation(directory))?.phase;
const becomes = (wanted: string) => expect.poll(phase, { interval: 20, timeout: 5000 }).toBe(wanted);

/** Starts one whose download stops at 100 bytes. */
async function startAndStall() {
  server.trick("voice.onnx", stallAt(100));
  await start();
  await expect.poll(async () => (await findInstallation(directory))?.bytes, { interval: 20 }).toBe(100);
}

test("an installation is followed from its directory until its model is ready", async () => {
  expect(await findInstallation(directory)).toBeNull();
  await start();
  await becomes("ready");
  const size = Object.values(tinyVoice).reduce((sum, { length }) => sum + length, 0);
  expect(await findInstallation(directory)).toMatchObject({
    model: "tiny-tts",
    bytes: size,
    total: size,
    problem: null,
  });
  expect(await findInstalled(directory, "tiny-tts")).not.toBeNull();
});

test("one installation runs at a time, is canceled from anywhere by its directory, and is continued", async () => {
  await startAndStall();
  await expect(start()).rejects.toThrow(InstallationRuns);
  await cancelInstallation(directory);
  await becomes("canceled");
  expect(await findInstalled(directory, "tiny-tts")).toBeNull();
  await start();
  await becomes("ready");
  expect(server.requests).toContain("voice.onnx bytes=100-");
});

test("one that ends with its process is interrupted: at once if the process stops, otherwise when it gives no sign", async () => {
  await startAndStall();
  await endInstallation();
  expect(await phase()).toBe("interrupted");
  const state = { model: "tiny-tts", phase: "fetching", bytes: 1, total: 2, at: clock.now().toISOString() };
  writeFileSync(join(directory, ".installation.json"), JSON.stringify(state));
  expect(await phase()).toBe("fetching");
  clock.advance(seconds(11));
  expect(await phase()).toBe("interrupted");
  await start();
  await becomes("ready");
});

test("where the directory cannot be written, the staff reads so, and the next one is not blocked", async () => {
  writeFileSync(join(directory, ".locks"), "");
  await expect(start()).rejects.toThrow("cannot be written");
  rmSync(join(directory, ".locks"));
  mkdirSync(join(directory, ".installation.json.part"));
  await expect(start()).rejects.toThrow("cannot be written");
  rmSync(join(directory, ".installation.json.part"), { recursive: true });
  await start();
  await becomes("ready");
});

type Failing = [problem: string | null, prepare: () => void, tryOut?: () => Promise<never>];

test.each<Failing>([
  ["server", () => void server.trick("voice.onnx", status(404))],
  ["network", () => server.close()],
  [null, () => undefined, () => Promise.reject(new Error("it aborts"))],
])("one that fails says which problem it was: %s", async (problem, prepare, tryOut) => {
  prepare();
  await start(tryOut);
  await becomes("failed");
  expect(await findInstallation(directory)).toMatchObject({ problem, detail: expect.stringMatching(/./) });
  expect(existsSync(join(directory, ".locks", ".installation"))).toBe(false);
});
