import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, rmSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { instead, status } from "@/lib/testing/file-server";
import {
  at,
  big,
  bigRequests,
  expectInstalled,
  files,
  isReady,
  makeModel,
  prepareSite,
  run,
  sha256,
  site,
  small,
} from "@/lib/testing/model-site";
import type { Progress } from "./install";
import { findInstalled } from "./installed";
import { remove } from "./remove";
import { readTrust } from "./trust";
import { verify } from "./verify";

prepareSite();

test("a model is fetched once, tried once, and a second run asks nobody for anything", async () => {
  await run();
  await expectInstalled();
  expect(site.server.requests.sort()).toEqual(["big.onnx whole", "tokens.txt whole"]);

  const events: Progress[] = [];
  await run(makeModel(), { report: (event) => events.push(event) });
  expect(events).toEqual([{ event: "present", model: "m" }]);
  expect(site.server.requests).toHaveLength(2);
  expect(site.tried).toEqual(["m"]);
});

test("files whose hash nobody knows are taken only by who says so, from the first address only", async () => {
  await expect(run(makeModel({ hashes: "unknown" }))).rejects.toThrow("--trust-first-download");
  expect(site.server.requests).toEqual([]);

  site.server.trick("big.onnx", status(404));
  const mirrored = makeModel({ hashes: "unknown", mirrored: true });
  await expect(run(mirrored, { trustFirst: true })).rejects.toThrow("404");
  expect(site.mirror.requests).toEqual([]);
});

test("what was trusted once is remembered, and nothing else is trusted after it", async () => {
  await run(makeModel({ hashes: "unknown" }), { trustFirst: true });
  await expectInstalled();
  expect(await readTrust(site.directory, "m")).toEqual({
    "big.onnx": { size: big.length, sha256: sha256(big) },
    "tokens.txt": { size: small.length, sha256: sha256(small) },
  });

  await remove(site.directory, "m", () => undefined);
  site.server.trick("big.onnx", instead(randomBytes(3_000_000)));
  await expect(run(makeModel({ hashes: "unknown" }))).rejects.toThrow("is another file");
  await run(makeModel({ hashes: "unknown" }));
  await expectInstalled();
});

test("a licence that asks to be accepted is, by name, before anything is fetched", async () => {
  const { licence } = makeModel();
  const gated = { ...licence, spdx: "CC-BY-NC-ND-4.0", commercial: false, acceptRequired: true };
  const model = makeModel({ model: { licence: gated } });
  await expect(run(model)).rejects.toThrow("--accept-licence CC-BY-NC-ND-4.0");
  await expect(run(model, { accepted: ["MIT"] })).rejects.toThrow("--accept-licence CC-BY-NC-ND-4.0");
  expect(site.server.requests).toEqual([]);
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
  expect(site.server.requests).toHaveLength(3);
});

test("a file that changed without changing its size is found by verifying, and repaired by installing", async () => {
  await run();
  const installed = await findInstalled(site.directory, "m");
  if (!installed) throw new Error("not installed");
  expect(await verify(installed, () => undefined)).toEqual([]);
  writeFileSync(at("big.onnx"), randomBytes(big.length));
  expect(await verify(installed, () => undefined)).toEqual(["big.onnx"]);
  expect(await isReady()).toBe(false);
  await run();
  await expectInstalled();
  expect(site.server.requests).toHaveLength(3);
});

test.each(["{", "{}", "null"])(
  "a model whose marker says %s is not ready, and installs again without a request",
  async (marker) => {
    await run();
    writeFileSync(at(".ready.json"), marker);
    expect(await isReady()).toBe(false);
    await run();
    await expectInstalled();
    expect(site.server.requests).toHaveLength(2);
  },
);

test("a model that does not run is not ready, and is not fetched again to be tried again", async () => {
  const tryOut = () => Promise.reject(new Error("it aborts"));
  await expect(run(makeModel(), { tryOut })).rejects.toThrow("it aborts");
  expect(await isReady()).toBe(false);
  await run();
  await expectInstalled();
  expect(site.server.requests).toHaveLength(2);
});

test("of two installs at once one fetches, and the other finds it done", async () => {
  const events: Progress["event"][] = [];
  const report = ({ event }: Progress) => void events.push(event);
  await Promise.all([run(makeModel(), { report }), run(makeModel(), { report })]);
  await expectInstalled();
  expect(site.server.requests).toHaveLength(2);
  expect(events).toContain("waiting");
  expect(events.filter((event) => event === "ready" || event === "present").sort()).toEqual(["present", "ready"]);
});

test.each([
  ["that is dead", { host: hostname(), pid: 2 ** 22 + 1 }, 0],
  ["elsewhere that stopped touching it", { host: "elsewhere", pid: 1 }, 31],
])("the lock of a process %s is taken over", async (_, owner, ageSeconds) => {
  const lock = join(site.directory, ".locks/m");
  mkdirSync(dirname(lock));
  writeFileSync(lock, JSON.stringify(owner));
  const touched = Date.now() / 1000 - ageSeconds;
  utimesSync(lock, touched, touched);
  await run();
  await expectInstalled();
  expect(existsSync(lock)).toBe(false);
});

test("a site without a network installs from a site.directory, held against the same hashes", async () => {
  const carried = join(site.directory, "carried");
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(join(carried, "m"), { recursive: true });
    writeFileSync(join(carried, "m", path), bytes);
  }
  await run(makeModel(), { from: carried });
  await expectInstalled();
  expect(site.server.requests).toEqual([]);

  await remove(site.directory, "m", () => undefined);
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
  expect(site.server.requests).toEqual([]);
});
