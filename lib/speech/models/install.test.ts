import { createHash, randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { hostname, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { cutAt, endless, instead, serveFiles, silent, status, whole } from "@/lib/testing/file-server";
import { describeModel } from "@/lib/testing/tiny-installed";
import { type InstallOptions, install, type Progress } from "./install";
import { findInstalled } from "./installed";
import type { SpeechModel } from "./manifest";
import { remove } from "./remove";
import { readTrust } from "./trust";
import { verify } from "./verify";

const big = randomBytes(3_000_000);
const small = randomBytes(1000);
const files = { "big.onnx": big, "tokens.txt": small };
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

/** A model of two files, served here, its hashes known. */
function makeModel(changed: Partial<SpeechModel> = {}): SpeechModel {
  const model = describeModel(
    { id: "m", kind: "stt", config: { tokens: "tokens.txt" }, ...changed },
    files,
    server.address,
  );
  if (changed.files) return model;
  const known = model.files.map((file) => ({ ...file, sha256: sha256(files[file.path as keyof typeof files]) }));
  return { ...model, files: known };
}

const withoutHashes = () => {
  const model = makeModel();
  return { ...model, files: model.files.map((file) => ({ ...file, sha256: null })) };
};

const withMirror = () => {
  const model = makeModel();
  return { ...model, files: model.files.map((file) => ({ ...file, mirrors: [mirror.address + file.path] })) };
};

/** Installs what cannot run: only the bytes matter here. */
const run = (model = makeModel(), options: Partial<InstallOptions> = {}) =>
  install(model, {
    directory,
    accepted: [],
    trustFirst: false,
    report: () => undefined,
    tryOut: async ({ id }) => void tried.push(id),
    patience: { tries: 3, pauseMs: 5, silenceMs: 200 },
    ...options,
  });

const at = (path: string) => join(directory, "m", path);
const isReady = async () => (await findInstalled(directory, "m")) !== null;
const bigRequests = () => server.requests.filter((request) => request.startsWith("big.onnx"));

async function expectInstalled() {
  expect(await isReady()).toBe(true);
  expect(readFileSync(at("big.onnx")).equals(big)).toBe(true);
  expect(readFileSync(at("tokens.txt")).equals(small)).toBe(true);
  expect(existsSync(at("big.onnx.part"))).toBe(false);
}

test("a model is fetched once, tried once, and a second run asks nobody for anything", async () => {
  await run();
  await expectInstalled();
  expect(server.requests.sort()).toEqual(["big.onnx whole", "tokens.txt whole"]);

  const events: Progress[] = [];
  await run(makeModel(), { report: (event) => events.push(event) });
  expect(events).toEqual([{ event: "present", model: "m" }]);
  expect(server.requests).toHaveLength(2);
  expect(tried).toEqual(["m"]);
});

test("a connection cut twice is continued where it broke", async () => {
  server.trick("big.onnx", cutAt(900_000), cutAt(1_800_000));
  await run();
  await expectInstalled();
  expect(bigRequests()).toEqual([
    "big.onnx whole",
    expect.stringMatching(/bytes=\d+-$/),
    expect.stringMatching(/bytes=\d+-$/),
  ]);
  expect(bigRequests()[2]).not.toBe(bigRequests()[1]);
});

test("a server that knows no ranges is begun again", async () => {
  server.trick("big.onnx", cutAt(900_000), whole);
  await run();
  await expectInstalled();
});

test("a command that was killed is continued by the next one", async () => {
  server.trick("big.onnx", cutAt(900_000), status(404));
  await expect(run()).rejects.toThrow("404");
  expect(await isReady()).toBe(false);
  await run();
  await expectInstalled();
  expect(bigRequests().at(-1)).toMatch(/bytes=\d{5,}-$/);
});

test("what an earlier try left wrong is thrown away and fetched again", async () => {
  mkdirSync(join(directory, "m"));
  writeFileSync(at("big.onnx.part"), randomBytes(500_000));
  await run();
  await expectInstalled();
  expect(bigRequests()).toEqual(["big.onnx bytes=500000-", "big.onnx whole"]);
});

test("a server that fails now and then is borne with", async () => {
  server.trick("big.onnx", status(503), status(429));
  await run();
  await expectInstalled();
});

test("a server that falls silent is given up after a while, and the mirror asked", async () => {
  server.trick("big.onnx", silent, silent, silent);
  await run(withMirror());
  await expectInstalled();
  expect(mirror.requests).toHaveLength(1);
});

test("a file that is not there, or is another one, comes from the mirror", async () => {
  server.trick("big.onnx", status(404));
  server.trick("tokens.txt", instead(randomBytes(1000)));
  await run(withMirror());
  await expectInstalled();
  expect(mirror.requests).toHaveLength(2);
});

test("the operator's own mirror is asked first", async () => {
  await run(makeModel(), { mirror: `${mirror.address}` });
  await expectInstalled();
  expect(server.requests).toEqual([]);
  expect(mirror.requests).toHaveLength(2);
});

test("a file with another hash is refused with both hashes, and leaves nothing behind", async () => {
  const other = randomBytes(3_000_000);
  server.trick("big.onnx", instead(other));
  await expect(run()).rejects.toThrow(new RegExp(`${sha256(other)}, not ${sha256(big)}`));
  expect(await isReady()).toBe(false);
  expect(existsSync(at("big.onnx"))).toBe(false);
  expect(existsSync(at("big.onnx.part"))).toBe(false);
  expect(tried).toEqual([]);
});

test.each([
  ["longer", big.length + 1],
  ["shorter", big.length - 1],
])("a file that is %s than the manifest says is refused", async (_, length) => {
  server.trick("big.onnx", instead(Buffer.concat([big, small]).subarray(0, length)));
  await expect(run()).rejects.toThrow(`has ${length} bytes where the manifest says ${big.length}`);
  expect(existsSync(at("big.onnx.part"))).toBe(false);
});

test("a server that never stops sending is stopped at the size of the manifest", async () => {
  server.trick("big.onnx", endless);
  await expect(run()).rejects.toThrow("where the manifest says 3000000");
  expect(existsSync(at("big.onnx.part"))).toBe(false);
});

test("files whose hash nobody knows are taken only by who says so, from the first address only", async () => {
  const [model, mirrored] = [withoutHashes(), withMirror()];
  await expect(run(model)).rejects.toThrow("--trust-first-download");
  expect(server.requests).toEqual([]);

  const files = mirrored.files.map((file) => ({ ...file, sha256: null }));
  server.trick("big.onnx", status(404));
  await expect(run({ ...mirrored, files }, { trustFirst: true })).rejects.toThrow("404");
  expect(mirror.requests).toEqual([]);
});

test("what was trusted once is remembered, and nothing else is trusted after it", async () => {
  await run(withoutHashes(), { trustFirst: true });
  await expectInstalled();
  expect(await readTrust(directory, "m")).toEqual({
    "big.onnx": { size: big.length, sha256: sha256(big) },
    "tokens.txt": { size: small.length, sha256: sha256(small) },
  });

  await remove(directory, "m", () => undefined);
  server.trick("big.onnx", instead(randomBytes(3_000_000)));
  await expect(run(withoutHashes())).rejects.toThrow("is another file");
  await run(withoutHashes());
  await expectInstalled();
});

test("a licence that asks to be accepted is, by name, before anything is fetched", async () => {
  const { licence } = makeModel();
  const model = makeModel({
    licence: { ...licence, spdx: "CC-BY-NC-ND-4.0", commercial: false, acceptRequired: true },
  });
  await expect(run(model)).rejects.toThrow("--accept-licence CC-BY-NC-ND-4.0");
  await expect(run(model, { accepted: ["MIT"] })).rejects.toThrow("--accept-licence CC-BY-NC-ND-4.0");
  expect(server.requests).toEqual([]);
  await run(model, { accepted: ["CC-BY-NC-ND-4.0"] });
  await expectInstalled();
});

test("a truncated file is no longer offered, and its missing end alone is fetched", async () => {
  await run();
  truncateSync(at("big.onnx"), 2_000_000);
  expect(await isReady()).toBe(false);
  await run();
  await expectInstalled();
  expect(bigRequests().at(-1)).toBe("big.onnx bytes=2000000-");
  expect(server.requests).toHaveLength(3);
});

test("a file that changed without changing its size is found by verifying, and repaired by installing", async () => {
  await run();
  const installed = await findInstalled(directory, "m");
  if (!installed) throw new Error("not installed");
  expect(await verify(installed)).toEqual([]);
  writeFileSync(at("big.onnx"), randomBytes(big.length));
  expect(await verify(installed)).toEqual(["big.onnx"]);
  expect(await isReady()).toBe(false);
  await run();
  await expectInstalled();
  expect(server.requests).toHaveLength(3);
});

test("a model that does not run is not ready, and is not fetched again to be tried again", async () => {
  const tryOut = () => Promise.reject(new Error("it aborts"));
  await expect(run(makeModel(), { tryOut })).rejects.toThrow("it aborts");
  expect(await isReady()).toBe(false);
  await run();
  await expectInstalled();
  expect(server.requests).toHaveLength(2);
});

test("of two installs at once one fetches, and the other finds it done", async () => {
  const events: Progress["event"][] = [];
  const report = ({ event }: Progress) => void events.push(event);
  await Promise.all([run(makeModel(), { report }), run(makeModel(), { report })]);
  await expectInstalled();
  expect(server.requests).toHaveLength(2);
  expect(events).toContain("waiting");
  expect(events.filter((event) => event === "ready" || event === "present").sort()).toEqual(["present", "ready"]);
});

test.each([
  ["that is dead", { host: hostname(), pid: 2 ** 22 + 1 }, 0],
  ["elsewhere that stopped touching it", { host: "elsewhere", pid: 1 }, 31],
])("the lock of a process %s is taken over", async (_, owner, ageSeconds) => {
  const lock = join(directory, ".locks/m");
  mkdirSync(dirname(lock));
  writeFileSync(lock, JSON.stringify(owner));
  const touched = Date.now() / 1000 - ageSeconds;
  utimesSync(lock, touched, touched);
  await run();
  await expectInstalled();
  expect(existsSync(lock)).toBe(false);
});

test("a site without a network installs from a directory, held against the same hashes", async () => {
  const carried = join(directory, "carried");
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(join(carried, "m"), { recursive: true });
    writeFileSync(join(carried, "m", path), bytes);
  }
  await run(makeModel(), { from: carried });
  await expectInstalled();
  expect(server.requests).toEqual([]);

  await remove(directory, "m", () => undefined);
  writeFileSync(join(carried, "m", "tokens.txt"), randomBytes(1000));
  await expect(run(makeModel(), { from: carried })).rejects.toThrow("is not the file of the manifest");
  rmSync(join(carried, "m", "tokens.txt"));
  await expect(run(makeModel(), { from: carried })).rejects.toThrow("is not there");
  expect(await isReady()).toBe(false);
});

test("a model that the disk has no room for is refused before anything is fetched", async () => {
  const model = makeModel();
  const files = model.files.map((file) => ({ ...file, size: 2 ** 52 }));
  await expect(run({ ...model, files })).rejects.toThrow(/needs \d+ MB and the disk of .+ has \d+ MB left/);
  expect(server.requests).toEqual([]);
});
