// @module-tag promise
// @module-tag slow
import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { inCluster, makeScratch, migration, recordMigration, writeInto } from "@/testing/harness/installation";
import { isRoot, needs } from "@/testing/harness/needs";
import { createBackup } from "./create";
import { checkArchive, restoreBackup } from "./restore";

const scratch = makeScratch();
const [data, archive] = [join(scratch, "data"), join(scratch, "out.tar")];

const isRunning = (directory: string) => existsSync(join(directory, "postgres/data/postmaster.pid"));
const objectOf = (id: number) => `objects/VN/${id % 10}/${id}.wav`;

beforeAll(async () => {
  for (const path of ["secrets.json", "engines.json", "audit-heads/1.json", "mail/1.eml", "giọng nói/á.txt"])
    writeInto(data, path, path);
  for (const path of [
    "models/a.onnx",
    "uploads/1",
    "previews/1.mp3",
    "objects/VN/a/1.wav.x.part",
    "objects/VN/a/1.brief.wav",
  ])
    writeInto(data, path, path);
  await inCluster(data, async (client) => {
    await recordMigration(client);
    await client.query("CREATE TABLE jobs (id int PRIMARY KEY)");
  });
});

test("a backup of a running installation has all that came before it, and the object of each of its rows", async () => {
  const restored = join(scratch, "restored");
  const added = await inCluster(data, async (client) => {
    let [id, isOver] = [0, false];
    const addOne = async () => {
      id += 1;
      writeInto(data, objectOf(id), `audio ${id}`);
      await client.query("INSERT INTO jobs VALUES ($1)", [id]);
    };
    for (let count = 0; count < 100; count += 1) await addOne();
    const adding = (async () => {
      while (!isOver) await addOne();
    })();
    const created = await createBackup(data, archive, { objects: "included" });
    isOver = true;
    await adding;
    expect(created).toMatchObject({ migrations: [migration], leftOut: ["models"], bytes: statSync(archive).size });
    expect(isRunning(data)).toBe(true);
    return id;
  });
  expect(statSync(archive).mode & 0o777).toBe(0o600);

  await restoreBackup(archive, restored);
  const rows = await inCluster(restored, async (client) => (await client.query("SELECT id FROM jobs")).rows);
  expect(rows.length).toBeGreaterThanOrEqual(100);
  expect(added).toBeGreaterThan(100);
  for (const { id } of rows) expect(readFileSync(join(restored, objectOf(id)), "utf8")).toBe(`audio ${id}`);
  for (const path of ["secrets.json", "engines.json", "audit-heads/1.json", "mail/1.eml", "giọng nói/á.txt"])
    expect(readFileSync(join(restored, path), "utf8")).toBe(path);
  expect(readdirSync(restored).sort()).toEqual(
    ["audit-heads", "engines.json", "giọng nói", "mail", "objects", "postgres", "secrets.json"].sort(),
  );
  expect(existsSync(join(restored, "objects/VN/a"))).toBe(false);
});

test("a stopped installation is backed up too and is stopped afterwards, without its objects if wanted", async () => {
  expect(isRunning(data)).toBe(false);
  const small = join(scratch, "small.tar");
  await createBackup(data, small, { objects: "left out" });
  expect(isRunning(data)).toBe(false);
  const restored = join(scratch, "without-objects");
  expect(await restoreBackup(small, restored)).toMatchObject({ objects: "left out" });
  expect(existsSync(join(restored, "objects"))).toBe(false);
  expect(
    await inCluster(restored, async (client) => (await client.query("SELECT FROM jobs")).rowCount),
  ).toBeGreaterThan(99);
});

test("nothing is restored over what is no installation, and a damaged archive leaves nothing behind", async () => {
  const busy = join(scratch, "busy");
  writeInto(busy, "engines.json", "{}");
  await expect(restoreBackup(archive, busy)).rejects.toThrow("is not empty (engines.json): nothing is overwritten");
  expect(readdirSync(busy)).toEqual(["engines.json"]);

  const [damaged, target] = [join(scratch, "damaged.tar"), join(scratch, "targets/data")];
  const bytes = readFileSync(archive);
  bytes[bytes.length - 10_000] = (bytes[bytes.length - 10_000] ?? 0) ^ 1;
  writeFileSync(damaged, bytes);
  for (const action of [() => restoreBackup(damaged, target), () => checkArchive(damaged)])
    await expect(action()).rejects.toThrow("is damaged, incomplete or no archive of Vang");
  mkdirSync(join(target, "lost+found"), { recursive: true });
  await expect(restoreBackup(damaged, target)).rejects.toThrow("is damaged, incomplete or no archive of Vang");
  await expect(restoreBackup(join(scratch, "none.tar"), target)).rejects.toThrow("There is no file");
  expect(readdirSync(dirname(target), { recursive: true })).toEqual(["data", "data/lost+found"]);
  expect(await checkArchive(archive)).toMatchObject({ objects: "included", migrations: [migration] });
});

test("nothing is backed up where there is nothing, or into the directory itself", async () => {
  const empty = join(scratch, "empty");
  await expect(createBackup(empty, archive, { objects: "included" })).rejects.toThrow("There is no installation in");
  expect(existsSync(empty)).toBe(false);
  symlinkSync(data, join(scratch, "link"));
  for (const inside of [join(data, "out.tar"), join(data, "..out.tar"), join(scratch, "link", "out.tar")])
    await expect(createBackup(data, inside, { objects: "included" })).rejects.toThrow("outside VANG_DATA");
});

test.runIf(isRoot)("a full disk is reported, and an earlier archive stays", needs("root on Linux"), async () => {
  const disk = join(scratch, "disk");
  mkdirSync(disk);
  expect(spawnSync("mount", ["-t", "tmpfs", "-o", "size=20m", "none", disk]).status).toBe(0);
  try {
    const file = join(disk, "out.tar");
    writeFileSync(file, "yesterday's");
    await expect(createBackup(data, file, { objects: "included" })).rejects.toThrow(/ENOSPC.*Nothing is left of it/);
    expect(readdirSync(disk)).toEqual(["out.tar"]);
    expect(readFileSync(file, "utf8")).toBe("yesterday's");
    expect(isRunning(data)).toBe(false);
    rmSync(file);
    await expect(restoreBackup(archive, join(disk, "data"))).rejects.toThrow(/ENOSPC.*Nothing of the archive is left/);
    expect(readdirSync(disk)).toEqual([]);
  } finally {
    spawnSync("umount", [disk]);
  }
});
