import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cutAt, endless, instead, silent, status, whole } from "@/lib/testing/file-server";
import {
  at,
  big,
  bigRequests,
  expectInstalled,
  isReady,
  makeModel,
  prepareSite,
  run,
  sha256,
  site,
  small,
} from "@/lib/testing/model-site";

prepareSite();

test("a connection cut twice is continued where it broke", async () => {
  site.server.trick("big.onnx", cutAt(900_000), cutAt(1_800_000));
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
  site.server.trick("big.onnx", cutAt(900_000), whole);
  await run();
  await expectInstalled();
});

test("a command that gave up is continued by the next one", async () => {
  site.server.trick("big.onnx", cutAt(900_000), status(404));
  await expect(run()).rejects.toThrow("404");
  expect(await isReady()).toBe(false);
  await run();
  await expectInstalled();
  expect(bigRequests().at(-1)).toMatch(/bytes=\d{5,}-$/);
});

test("what an earlier try left wrong is thrown away and fetched again", async () => {
  mkdirSync(join(site.directory, "m"));
  writeFileSync(at("big.onnx.part"), randomBytes(500_000));
  await run();
  await expectInstalled();
  expect(bigRequests()).toEqual(["big.onnx bytes=500000-", "big.onnx whole"]);
});

test("a server that fails now and then is borne with", async () => {
  site.server.trick("big.onnx", status(503), status(429));
  await run();
  await expectInstalled();
});

test("a server that falls silent is given up after a while, and the mirror asked", async () => {
  site.server.trick("big.onnx", silent, silent, silent);
  await run(makeModel({ mirrored: true }));
  await expectInstalled();
  expect(site.mirror.requests).toHaveLength(1);
});

test("a file that is not there, or is another one, comes from the mirror", async () => {
  site.server.trick("big.onnx", status(404));
  site.server.trick("tokens.txt", instead(randomBytes(1000)));
  await run(makeModel({ mirrored: true }));
  await expectInstalled();
  expect(site.mirror.requests).toHaveLength(2);
});

test("the operator's own mirror is asked first", async () => {
  await run(makeModel(), { mirror: `${site.mirror.address}` });
  await expectInstalled();
  expect(site.server.requests).toEqual([]);
  expect(site.mirror.requests).toHaveLength(2);
});

test("a file with another hash is refused with both hashes, and leaves nothing behind", async () => {
  const other = randomBytes(3_000_000);
  site.server.trick("big.onnx", instead(other));
  await expect(run()).rejects.toThrow(new RegExp(`${sha256(other)}, not ${sha256(big)}`));
  expect(await isReady()).toBe(false);
  expect(existsSync(at("big.onnx"))).toBe(false);
  expect(existsSync(at("big.onnx.part"))).toBe(false);
  expect(site.tried).toEqual([]);
});

test.each([
  ["longer", big.length + 1],
  ["shorter", big.length - 1],
])("a file that is %s than the manifest says is refused", async (_, length) => {
  site.server.trick("big.onnx", instead(Buffer.concat([big, small]).subarray(0, length)));
  await expect(run()).rejects.toThrow(`has ${length} bytes where the manifest says ${big.length}`);
  expect(existsSync(at("big.onnx.part"))).toBe(false);
});

test("a server that never stops sending is stopped at the size of the manifest", async () => {
  site.server.trick("big.onnx", endless);
  await expect(run()).rejects.toThrow("where the manifest says 3000000");
  expect(existsSync(at("big.onnx.part"))).toBe(false);
});

test("a file whose hash nobody knows is never put together from two downloads", async () => {
  mkdirSync(join(site.directory, "m"));
  writeFileSync(at("big.onnx.part"), randomBytes(500_000));
  await run(makeModel({ hashes: "unknown" }), { trustFirst: true });
  await expectInstalled();
  expect(bigRequests()).toEqual(["big.onnx whole"]);
});

test("a disk that is full ends the install at once, in the disk's words", async () => {
  mkdirSync(join(site.directory, "m"));
  symlinkSync("/dev/full", at("big.onnx.part"));
  await expect(run(makeModel({ mirrored: true }))).rejects.toThrow("no space left on device");
  expect(bigRequests()).toHaveLength(1);
  expect(site.mirror.requests).toEqual([]);
  expect(await isReady()).toBe(false);
});
