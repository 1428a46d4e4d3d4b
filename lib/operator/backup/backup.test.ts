// @module-tag promise
// @module-tag slow
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ensureDatabase } from "@/scripts/database.mjs";
import { needs } from "@/testing/harness/needs";
import { aboutPath, describeInstallation } from "./about";
import { textEntry, writeArchive } from "./archive";
import { createBackup } from "./create";
import { checkArchive, restoreBackup } from "./restore";

const scratch = mkdtempSync(join(tmpdir(), "vang-backup-"));
chmodSync(scratch, 0o755);
const [data, archive] = [join(scratch, "data"), join(scratch, "out.tar")];
const migration = readdirSync("prisma/migrations").sort()[0] ?? "";

const write = (path: string, text: string, directory = data) => {
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  writeFileSync(join(directory, path), text);
};

async function inCluster<Result>(directory: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const database = await ensureDatabase({ directory: join(directory, "postgres") });
  const client = new pg.Client(database.ownerUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await database.release();
  }
}

const isRunning = (directory: string) => existsSync(join(directory, "postgres/data/postmaster.pid"));
const objectOf = (id: number) => `objects/VN/${id % 10}/${id}.wav`;

beforeAll(async () => {
  for (const path of ["secrets.json", "engines.json", "audit-heads/1.json", "mail/1.eml", "giọng nói/á.txt"])
    write(path, path);
  for (const path of ["models/a.onnx", "uploads/1", "previews/1.mp3", "objects/VN/a/1.wav.x.part"]) write(path, path);
  await inCluster(data, async (client) => {
    await client.query(
      `CREATE TABLE "_prisma_migrations" (migration_name text, rolled_back_at text, finished_at text)`,
    );
    await client.query(`INSERT INTO "_prisma_migrations" VALUES ($1, NULL, 'now')`, [migration]);
    await client.query("CREATE TABLE jobs (id int PRIMARY KEY)");
  });
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test("a backup of a running installation has all that came before it, and the object of each of its rows", async () => {
  const restored = join(scratch, "restored");
  const added = await inCluster(data, async (client) => {
    let [id, isOver] = [0, false];
    const addOne = async () => {
      id += 1;
      write(objectOf(id), `audio ${id}`);
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

test("nothing is restored over data, and a damaged archive leaves the directory empty", async () => {
  const busy = join(scratch, "busy");
  write("engines.json", "{}", busy);
  await expect(restoreBackup(archive, busy)).rejects.toThrow("is not empty (engines.json): nothing is overwritten");
  expect(readdirSync(busy)).toEqual(["engines.json"]);

  const [damaged, target] = [join(scratch, "damaged.tar"), join(scratch, "target")];
  const bytes = readFileSync(archive);
  bytes[bytes.length - 10_000] = (bytes[bytes.length - 10_000] ?? 0) ^ 1;
  writeFileSync(damaged, bytes);
  mkdirSync(join(target, "lost+found"), { recursive: true });
  for (const action of [() => restoreBackup(damaged, target), () => checkArchive(damaged)])
    await expect(action()).rejects.toThrow("is damaged, incomplete or no archive of Vang");
  expect(readdirSync(target)).toEqual(["lost+found"]);
  await expect(restoreBackup(join(scratch, "none.tar"), target)).rejects.toThrow("There is no file");
  expect(await checkArchive(archive)).toMatchObject({ objects: "included", migrations: [migration] });
});

const about = describeInstallation({
  createdAt: new Date(0).toISOString(),
  postgres: "18",
  migrations: [migration],
  objects: "included",
});

test.each([
  [
    "of a later release",
    { ...about, migrations: [migration, "29991231000000_later"] },
    "of a later release, with 1 migrations",
  ],
  ["of another processor", { ...about, platform: "plan9-mips" }, "PostgreSQL 18 on plan9-mips"],
  ["of another PostgreSQL", { ...about, postgres: "17" }, "the files of PostgreSQL 17"],
  ["of a later format", { ...about, format: 2 }, "is damaged, of a later release, or no archive"],
])("an archive %s is rejected before anything is written", async (_, said, words) => {
  const [file, target] = [join(scratch, "other.tar"), join(scratch, "other")];
  async function* entries() {
    yield textEntry(aboutPath, said);
    yield textEntry("files/secrets.json", {});
  }
  await writeArchive(file, entries());
  await expect(restoreBackup(file, target)).rejects.toThrow(words);
  expect(readdirSync(target)).toEqual([]);
});

test("an archive cannot write outside the directory", async () => {
  const [file, target] = [join(scratch, "outside.tar"), join(scratch, "outside")];
  async function* entries() {
    yield textEntry(aboutPath, about);
    yield textEntry("files/../../escaped", {});
  }
  await writeArchive(file, entries());
  await expect(restoreBackup(file, target)).rejects.toThrow("belongs nowhere");
  expect(existsSync(join(scratch, "escaped"))).toBe(false);
});

test("nothing is backed up where there is nothing, or into the directory itself", async () => {
  const empty = join(scratch, "empty");
  await expect(createBackup(empty, archive, { objects: "included" })).rejects.toThrow("There is no installation in");
  expect(existsSync(empty)).toBe(false);
  await expect(createBackup(data, join(data, "out.tar"), { objects: "included" })).rejects.toThrow("outside VANG_DATA");
});

const isRoot = process.getuid?.() === 0 && process.platform === "linux";

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
    const target = join(disk, "data");
    await expect(restoreBackup(archive, target)).rejects.toThrow(/ENOSPC.*Nothing of the archive is left/);
    expect(readdirSync(target)).toEqual([]);
  } finally {
    spawnSync("umount", [disk]);
  }
});
