// @module-tag slow
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { sherpaProviders } from "@/lib/engines/providers/sherpa/provider";
import { serveFiles, silent } from "@/testing/fakes/file-server";
import { describeModel, recognizerEntry, voiceEntry } from "@/testing/fakes/tiny-installed";
import { tinyRecognizer, tinyVoice } from "@/testing/fakes/tiny-models";

const directory = mkdtempSync(join(tmpdir(), "vang-models-cli-"));
const manifest = join(directory, "manifest.json");
const corrupt = { ...tinyRecognizer, "encoder.onnx": Buffer.from("not a model".repeat(50)) };
const prefixed = (prefix: string, files: Record<string, Uint8Array>) =>
  Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`${prefix}/${path}`, bytes]));

let server: Awaited<ReturnType<typeof serveFiles>>;
let operateFromTerminal: typeof import("@/lib/operator/cli/cli").operateFromTerminal;

beforeAll(async () => {
  process.env.MODELS_DIR = join(directory, "models");
  ({ operateFromTerminal } = await import("@/lib/operator/cli/cli"));
  server = await serveFiles({
    ...prefixed("stt", tinyRecognizer),
    ...prefixed("tts", tinyVoice),
    ...prefixed("bad", corrupt),
    ...prefixed("late", tinyRecognizer),
  });
  const models = [
    describeModel(recognizerEntry, tinyRecognizer, `${server.address}stt/`),
    describeModel(voiceEntry, tinyVoice, `${server.address}tts/`),
    describeModel({ ...recognizerEntry, id: "bad" }, corrupt, `${server.address}bad/`),
    describeModel({ ...recognizerEntry, id: "late" }, tinyRecognizer, `${server.address}late/`),
  ];
  const bundles = { tiny: models.slice(0, 2).map(({ id }) => id) };
  writeFileSync(manifest, JSON.stringify({ schema: 1, bundles, models }));
});

afterAll(() => {
  server.close();
  rmSync(directory, { recursive: true });
});

/** `npm run models` as its own process, with only the models directory configured. */
function start(...args: string[]) {
  const env = { PATH: process.env.PATH, NODE_ENV: process.env.NODE_ENV, MODELS_DIR: join(directory, "models") };
  return spawn(process.execPath, ["scripts/operator.mjs", "models", ...args, "--manifest", manifest], { env });
}

type Ran = { status: number | null; said: string; failed: string };

async function modelsAlone(...args: string[]): Promise<Ran> {
  const child = start(...args);
  let [said, failed] = ["", ""];
  child.stdout.on("data", (text) => (said += text));
  child.stderr.on("data", (text) => (failed += text));
  const status = await new Promise<number | null>((ended) => child.on("close", ended));
  return { status, said, failed };
}

/** The same in this process, which starts sooner. */
async function models(...args: string[]): Promise<Ran> {
  const [said, failed]: [string[], string[]] = [[], []];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => said.push(String(text)) > 0);
  vi.spyOn(process.stderr, "write").mockImplementation((text) => failed.push(String(text)) > 0);
  try {
    const status = await operateFromTerminal(["models", ...args, "--manifest", manifest]);
    return { status, said: said.join(""), failed: failed.join("") };
  } finally {
    vi.restoreAllMocks();
  }
}

test("a bundle is listed, installed, tried, offered by a server, verified and removed", async () => {
  expect((await modelsAlone("list")).said).toMatch(/tiny-stt .+ not installed, unverified/);

  const refused = await models("install", "tiny");
  expect(refused).toMatchObject({ status: 1, failed: expect.stringContaining("--trust-first-download") });
  const installed = await modelsAlone("install", "tiny", "--trust-first-download");
  expect(installed.failed).toBe("");
  expect(installed.said).toContain('{"event":"ready","model":"tiny-stt"}');
  expect(installed.said).toContain('{"event":"ready","model":"tiny-tts"}');
  expect((await models("list")).said).toMatch(/tiny-stt .+ ready/);

  const [recognizer, voice] = await sherpaProviders(join(directory, "models"));
  const signal = AbortSignal.timeout(30_000);
  const spoken = await voice?.synthesize?.(
    { text: "Xin chào", voiceId: "tiny", modelId: "tiny-tts", config: {} },
    signal,
  );
  expect(spoken?.samples.length).toBeGreaterThan(1000);
  const audio = {
    samples: new Float32Array(16_000).fill(0.5).map((level, index) => (index % 3 ? level : -level)),
    sampleRate: 16_000,
  };
  const recognized = await recognizer?.transcribe?.({ audio, modelId: "tiny-stt", config: {} }, signal);
  expect(recognized?.text).toMatch(/^xin chào/);
  await recognizer?.close?.();
  await voice?.close?.();

  expect(await models("verify")).toMatchObject({ status: 0, said: "tiny-stt is whole\ntiny-tts is whole\n" });
  writeFileSync(join(directory, "models/tiny-tts/tokens.txt"), Buffer.alloc(tinyVoice["tokens.txt"].length));
  expect(await models("verify", "tiny-tts")).toMatchObject({ status: 1, said: expect.stringContaining("tokens.txt") });
  expect(JSON.parse((await models("lock")).said)).toHaveProperty("tiny-stt.encoder\\.onnx.sha256");
  expect(await models("remove", "tiny-stt")).toMatchObject({ status: 0 });
  expect((await models("list")).said).toMatch(/tiny-stt .+ not installed/);
});

test("a model that cannot be loaded is not ready, and the reason is printed", async () => {
  const { status, failed } = await models("install", "bad", "--trust-first-download");
  expect(status).toBe(1);
  expect(failed).toContain("bad is here whole but does not run");
  expect((await models("list")).said).toMatch(/bad .+ begun/);
});

test("a killed install does not block the next one", async () => {
  server.trick("late/encoder.onnx", silent);
  const killed = start("install", "late", "--trust-first-download");
  await expect.poll(() => server.requests, { timeout: 10_000 }).toContain("late/encoder.onnx whole");
  killed.kill("SIGKILL");
  const before = performance.now();
  expect(await modelsAlone("install", "late", "--trust-first-download")).toMatchObject({ status: 0, failed: "" });
  expect(performance.now() - before).toBeLessThan(10_000);
});

test("invalid arguments are named", async () => {
  expect(await models("fetch")).toMatchObject({
    status: 2,
    failed: expect.stringContaining("unknown command 'fetch'"),
  });
  expect(await models("list", "--speed")).toMatchObject({ status: 2, failed: expect.stringContaining("--speed") });
  expect(await models("install", "nothing")).toMatchObject({
    status: 1,
    failed: expect.stringContaining("There are: tiny,"),
  });
});
