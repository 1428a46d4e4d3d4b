// @module-tag promise
import { existsSync, mkdtempSync, readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type ArchiveEntry, readArchive, textEntry, writeArchive } from "./archive";

type Written = { path: string; bytes: Buffer };

async function* entriesOf(files: Written[]): AsyncGenerator<ArchiveEntry> {
  for (const { path, bytes } of files) {
    const body = (async function* () {
      for (let at = 0; at < bytes.length; at += 1000) yield bytes.subarray(at, at + 1000);
    })();
    yield { path, mode: 0o640, modifiedAt: new Date(1000), isDirectory: false, size: bytes.length, body };
  }
}

async function readAll(file: string): Promise<Written[]> {
  const found: Written[] = [];
  for await (const { path, body } of readArchive(file)) found.push({ path, bytes: await buffer(body) });
  return found;
}

const newFile = () => join(mkdtempSync(join(tmpdir(), "vang-archive-")), "out.tar");

test("files of any name and size come back from an archive as they were", async () => {
  const names = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 80 }), { minLength: 1, maxLength: 4 });
  const path = names
    .map((parts) => parts.map((part) => part.replace(/[/\\\p{Cc}]/gu, "_")).join("/"))
    .filter((name) => !name.endsWith("."));
  const files = fc.array(
    fc.record({ path, bytes: fc.uint8Array({ maxLength: 5000 }).map((bytes) => Buffer.from(bytes)) }),
  );
  await fc.assert(
    fc.asyncProperty(files, async (written) => {
      const file = newFile();
      await writeArchive(file, entriesOf(written));
      expect(await readAll(file)).toEqual(written);
    }),
    { numRuns: 30, endOnFailure: true },
  );
});

test("an archive keeps times and modes, is readable by its owner alone, and replaces an earlier one at once", async () => {
  const file = newFile();
  writeFileSync(file, "an earlier archive", { mode: 0o644 });
  const written = await writeArchive(file, entriesOf([{ path: "a", bytes: Buffer.from("b") }]));
  expect(written).toMatchObject({ entries: 1, bytes: statSync(file).size });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  for await (const entry of readArchive(file)) expect(entry).toMatchObject({ mode: 0o640, modifiedAt: new Date(1000) });
});

const damages: [string, (file: string) => void][] = [
  ["is cut off anywhere", (file) => truncateSync(file, 512 * 3)],
  ["lacks its end", (file) => truncateSync(file, statSync(file).size - 2048)],
  [
    "has one other byte in a file",
    (file) => {
      const bytes = readFileSync(file);
      bytes[600] = (bytes[600] ?? 0) ^ 1;
      writeFileSync(file, bytes);
    },
  ],
  [
    "lacks a file",
    (file) => {
      const bytes = readFileSync(file);
      writeFileSync(file, Buffer.concat([bytes.subarray(0, 1024), bytes.subarray(2048)]));
    },
  ],
  ["is another tar file", (file) => writeFileSync(file, Buffer.alloc(10_240))],
  ["is no tar file", (file) => writeFileSync(file, "x".repeat(10_240))],
  ["is empty", (file) => writeFileSync(file, "")],
];

test.each(damages)("an archive that %s is rejected", async (_, damage) => {
  const file = newFile();
  await writeArchive(file, entriesOf(["a", "b", "c"].map((path) => ({ path, bytes: Buffer.from(path.repeat(99)) }))));
  await expect(readAll(file)).resolves.toHaveLength(3);
  damage(file);
  await expect(readAll(file)).rejects.toThrow("is damaged, incomplete or no archive of Vang");
});

test("nothing is left of an archive whose contents cannot be read to their end, and an earlier one stays", async () => {
  const file = newFile();
  writeFileSync(file, "an earlier archive");
  async function* failing() {
    yield textEntry("a", "b".repeat(100_000));
    throw new Error("the database is gone");
  }
  await expect(writeArchive(file, failing())).rejects.toThrow("the database is gone");
  async function* shrunk() {
    yield { ...textEntry("a", "b"), size: 100 };
  }
  await expect(writeArchive(file, shrunk())).rejects.toThrow("a changed while it was copied");
  expect(readdirSync(join(file, ".."))).toEqual(["out.tar"]);
  expect(readFileSync(file, "utf8")).toBe("an earlier archive");
  expect(existsSync(file)).toBe(true);
});
