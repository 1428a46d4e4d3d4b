// @module-tag slow
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  cutAt,
  endless,
  from,
  instead,
  serveFiles,
  silent,
  stallAt,
  status,
  unnamedRange,
  whole,
} from "@/testing/fakes/file-server";
import { describeModel } from "@/testing/fakes/tiny-installed";
import { type InstallOptions, install, type Progress, readTrust, remove, verify } from "./install";
import { findInstalled } from "./installed";
import type { SpeechModel } from "./manifest";

/** The model `m` of two files with random content. */
const big = randomBytes(3_000_000);
const small = randomBytes(1000);
const files: Record<string, Buffer> = { "big.onnx": big, "tokens.txt": small };
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let directory: string;
let server: Awaited<ReturnType<typeof serveFiles>>;
let mirror: Awaited<ReturnType<typeof serveFiles>>;
let tried: string[];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "vang-models-"));
  server = await serveFiles(files);
  mirror = await serveFiles({ ...files, "m/big.onnx": big, "m/tokens.txt": small });
  tried = [];
});
afterEach(() => {
  server.close();
  mirror.close();
  rmSync(directory, { recursive: true });
});

function makeModel(given: Partial<SpeechModel> = {}, { known = true, mirrored = false } = {}): SpeechModel {
  const model = describeModel({ id: "m", kind: "stt", config: {}, ...given }, files, server.address);
  const entries = model.files.map((file) => ({
    ...file,
    sha256: known ? sha256(files[file.path] as Buffer) : null,
    mirrors: mirrored ? [mirror.address + file.path] : [],
  }));
  return { ...model, files: entries };
}

const run = (model = makeModel(), options: Partial<InstallOptions> = {}) =>
  install(model, {
    directory,
    accepted: [],
    trustFirst: false,
    report: () => undefined,
    tryOut: async ({ id }) => void tried.push(id),
    retryPolicy: { tries: 3, pauseMs: 5, silenceMs: 200 },
    ...options,
  });

const at = (path: string) => join(directory, "m", path);
const isReady = async () => (await findInstalled(directory, "m")) !== null;
const bigRequests = () => server.requests.filter((request) => request.startsWith("big.onnx"));

async function expectInstalled(): Promise<void> {
  expect(await isReady()).toBe(true);
  for (const [path, bytes] of Object.entries(files)) expect(readFileSync(at(path)).equals(bytes)).toBe(true);
  expect(existsSync(at("big.onnx.part"))).toBe(false);
}

test("a model is downloaded and tried once; a second run sends no request", async () => {
  await run();
  await expectInstalled();
  const events: Progress[] = [];
  await run(makeModel(), { report: (event) => events.push(event) });
  expect(events).toEqual([{ event: "present", model: "m" }]);
  expect(server.requests).toEqual(["big.onnx whole", "tokens.txt whole"]);
  expect(tried).toEqual(["m"]);
});

test("files without a known hash are accepted only on request, and from then on only with the same content", async () => {
  const unknown = () => makeModel({}, { known: false, mirrored: true });
  await expect(run(unknown())).rejects.toThrow("--trust-first-download");
  expect(server.requests).toEqual([]);
  server.trick("big.onnx", status(404));
  await expect(run(unknown(), { trustFirst: true })).rejects.toThrow("404");
  expect(mirror.requests).toEqual([]);

  mkdirSync(join(directory, "m"), { recursive: true });
  writeFileSync(at("big.onnx.part"), randomBytes(500_000));
  await run(unknown(), { trustFirst: true });
  await expectInstalled();
  expect(bigRequests().at(-1)).toBe("big.onnx whole");
  expect((await readTrust(directory, "m"))["big.onnx"]).toEqual({ size: big.length, sha256: sha256(big) });
  await remove(directory, "m", () => undefined);
  server.trick("big.onnx", instead(randomBytes(3_000_000)));
  mirror.trick("big.onnx", instead(randomBytes(3_000_000)));
  await expect(run(unknown())).rejects.toThrow("is not the file of the manifest");
});

test("a license that requires acceptance has to be accepted by name before any request", async () => {
  const license = { ...makeModel().license, spdx: "CC-BY-NC-ND-4.0", commercial: false, acceptRequired: true };
  await expect(run(makeModel({ license }), { accepted: ["MIT"] })).rejects.toThrow("--accept-license CC-BY-NC-ND-4.0");
  expect(server.requests).toEqual([]);
  await run(makeModel({ license }), { accepted: ["CC-BY-NC-ND-4.0"] });
  await expectInstalled();
});

test("an interrupted download resumes, within one run and in the next", async () => {
  server.trick("big.onnx", cutAt(900_000), status(503), cutAt(1_800_000), status(404));
  await expect(run()).rejects.toThrow("404");
  expect(await isReady()).toBe(false);
  await run();
  await expectInstalled();
  const starts = bigRequests().map((request) => Number(/=(\d+)-/.exec(request)?.[1] ?? 0));
  expect(starts).toEqual([...starts].sort((a, b) => a - b));
  expect(starts.at(-1)).toBeGreaterThan(900_000);
});

test("a download that is canceled goes on where it ended, and from the start if the file has changed since", async () => {
  const unknown = (changed = {}) => {
    const model = makeModel({}, { known: false });
    return { ...model, files: model.files.map((file) => ({ ...file, size: null, atMost: 4_000_000, ...changed })) };
  };
  const cancel = async () => {
    server.trick("big.onnx", stallAt(900_000));
    const controller = new AbortController();
    const report = (progress: Progress) =>
      progress.event === "progress" && progress.bytes >= 900_000 && controller.abort(new Error("canceled"));
    const running = run(unknown(), { trustFirst: true, signal: controller.signal, report });
    await expect(running).rejects.toThrow("canceled");
    expect(await isReady()).toBe(false);
  };
  await cancel();
  await run(unknown(), { trustFirst: true });
  await expectInstalled();
  expect(bigRequests().at(-1)).toMatch(/^big.onnx bytes=[1-9]\d{5}-$/);

  rmSync(directory, { recursive: true });
  await cancel();
  const other = randomBytes(3_000_000);
  server.trick("big.onnx", instead(other));
  await run(unknown(), { trustFirst: true });
  expect(readFileSync(at("big.onnx")).equals(other)).toBe(true);
  expect(existsSync(at("big.onnx.part.etag"))).toBe(false);
});

test("a file that does not fit on the disk is not requested", async () => {
  const model = makeModel();
  const files = model.files.map((file) => ({ ...file, size: 2 ** 50 }));
  await expect(run({ ...model, files })).rejects.toMatchObject({ problem: "disk" });
  expect(server.requests).toEqual([]);
});

test.each([
  ["network", () => server.close()],
  ["server", () => server.trick("big.onnx", status(404))],
  ["file", () => server.trick("big.onnx", instead(randomBytes(3_000_000)))],
])("an install that fails says what kind of problem it was: %s", async (problem, prepare) => {
  prepare();
  await expect(run()).rejects.toMatchObject({ problem });
});

test.each([
  ["a server without ranges", [cutAt(900_000), whole]],
  ["a server whose rest is of another file", [cutAt(900_000), instead(randomBytes(3_000_000))]],
])("with %s the download starts again", async (_, answers) => {
  server.trick("big.onnx", ...answers);
  await run();
  await expectInstalled();
});

test.each([
  ["begins earlier than asked", from(0)],
  ["begins later than asked", from(1_000_000)],
  ["names no range", unnamedRange],
])("when the rest of a file without a known hash %s the download starts again", async (_, answer) => {
  server.trick("big.onnx", cutAt(900_000), answer);
  const model = makeModel({}, { known: false });
  const sizes = { size: null, atMost: 2 * big.length };
  await run({ ...model, files: model.files.map((file) => ({ ...file, ...sizes })) }, { trustFirst: true });
  await expectInstalled();
  expect(bigRequests().at(-1)).toBe("big.onnx whole");
});

test.each([
  ["is not there", status(404)],
  ["is another file", instead(randomBytes(3_000_000))],
  ["does not come", silent],
])("a file that %s comes from the mirror", async (_, answer) => {
  server.trick("big.onnx", answer, answer, answer);
  await run(makeModel({}, { mirrored: true }));
  await expectInstalled();
  expect(mirror.requests).toHaveLength(1);
});

test("the operator's own mirror is tried first", async () => {
  await run(makeModel(), { mirror: mirror.address });
  await expectInstalled();
  expect(server.requests).toEqual([]);
});

test.each([
  ["another", instead(randomBytes(3_000_000))],
  ["a longer", instead(randomBytes(3_000_001))],
  ["a shorter", instead(big.subarray(1))],
  ["an endless", endless],
])("%s file is rejected and removed", async (_, answer) => {
  server.trick("big.onnx", answer);
  await expect(run()).rejects.toThrow("big.onnx is not the file of the manifest");
  expect(await isReady()).toBe(false);
  expect([existsSync(at("big.onnx")), existsSync(at("big.onnx.part"))]).toEqual([false, false]);
  expect(tried).toEqual([]);
});

test("of two concurrent installs one downloads, and the other finds it complete", async () => {
  const events: Progress["event"][] = [];
  const report = ({ event }: Progress) => void events.push(event);
  await Promise.all([run(makeModel(), { report }), run(makeModel(), { report })]);
  await expectInstalled();
  expect(server.requests).toHaveLength(2);
  expect(events.filter((event) => event !== "progress").sort()).toEqual([
    "fetching",
    "present",
    "ready",
    "trying",
    "waiting",
  ]);
});

test("without a network a model is installed from a directory, verified by the same hashes", async () => {
  const from = join(directory, "carried");
  mkdirSync(join(from, "m"), { recursive: true });
  for (const [path, bytes] of Object.entries(files)) writeFileSync(join(from, "m", path), bytes);
  await run(makeModel(), { from });
  await expectInstalled();
  expect(server.requests).toEqual([]);

  await remove(directory, "m", () => undefined);
  writeFileSync(join(from, "m", "tokens.txt"), randomBytes(1000));
  await expect(run(makeModel(), { from })).rejects.toThrow("is not the file of the manifest");
  expect(await isReady()).toBe(false);
});

test("verifying finds a damaged file, and installing downloads only that file", async () => {
  await run();
  const installed = await findInstalled(directory, "m");
  if (!installed) throw new Error("not installed");
  expect(await verify(installed, () => undefined)).toEqual([]);
  writeFileSync(at("big.onnx"), randomBytes(big.length));
  expect(await verify(installed, () => undefined)).toEqual(["big.onnx"]);
  expect(await isReady()).toBe(false);
  await run();
  await expectInstalled();
  expect(server.requests).toHaveLength(3);
});

test("a model with an invalid marker, or one that fails its trial, is not ready and is not downloaded again", async () => {
  await expect(run(makeModel(), { tryOut: () => Promise.reject(new Error("it aborts")) })).rejects.toThrow("it aborts");
  expect(await isReady()).toBe(false);
  await run();
  writeFileSync(at(".ready.json"), "{");
  expect(await isReady()).toBe(false);
  await run();
  await expectInstalled();
  expect(server.requests).toHaveLength(2);
});

test("a full disk ends the install with a message that says so", async () => {
  mkdirSync(join(directory, "m"), { recursive: true });
  symlinkSync("/dev/full", at("big.onnx.part"));
  await expect(run(makeModel({}, { mirrored: true }))).rejects.toThrow("no space left on device");
  expect([bigRequests().length, mirror.requests.length]).toEqual([1, 0]);
});
