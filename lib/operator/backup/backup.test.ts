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
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildChild } from "@/scripts/bundle.mjs";
import { ensureDatabase } from "@/scripts/database.mjs";
import { finishRestore } from "@/scripts/restoring.mjs";
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

test("nothing is restored over what is no installation, and a damaged archive leaves nothing behind", async () => {
  const busy = join(scratch, "busy");
  write("engines.json", "{}", busy);
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

/** Makes an installation whose files and database both say `words`. */
async function mark(directory: string, words: string) {
  write("secrets.json", words, directory);
  await inCluster(directory, async (client) => {
    await client.query("CREATE TABLE IF NOT EXISTS marks (words text)");
    await client.query("TRUNCATE marks");
    await client.query("INSERT INTO marks VALUES ($1)", [words]);
  });
}

/** What its files and its database say, once what was interrupted is completed, as each program does first. */
async function readMarks(directory: string): Promise<string[]> {
  finishRestore(directory);
  const words = readFileSync(join(directory, "secrets.json"), "utf8");
  return [
    words,
    await inCluster(directory, async (client) => (await client.query("SELECT * FROM marks")).rows[0].words),
  ];
}

/** A place with an archive that says "archived", and in `data` nothing yet. */
async function markedPlace(name: string) {
  const place = join(scratch, name);
  const [original, data, file] = [join(place, "original"), join(place, "data"), join(place, "out.tar")];
  await mark(original, "archived");
  await inCluster(original, async (client) => {
    await client.query(
      `CREATE TABLE "_prisma_migrations" (migration_name text, rolled_back_at text, finished_at text)`,
    );
    await client.query(`INSERT INTO "_prisma_migrations" VALUES ($1, NULL, 'now')`, [migration]);
  });
  await createBackup(original, file, { objects: "included" });
  rmSync(original, { recursive: true });
  const names = () => readdirSync(place).filter((found) => !["data", "out.tar"].includes(found));
  return { data, file, names, at: (found: string) => join(place, found) };
}

test("an installation that is in use is not replaced, and one that is stopped is moved aside", async () => {
  const { data, file, names, at } = await markedPlace("aside");
  await mark(data, "old");
  write("models/a.onnx", "a model", data);
  chmodSync(data, 0o701);
  await inCluster(data, async () => {
    await expect(restoreBackup(file, data)).rejects.toThrow(/runs on .*: stop it, then restore. Nothing was changed/);
  });
  expect([names(), await readMarks(data)]).toEqual([[], ["old", "old"]]);

  const link = at("link");
  symlinkSync("data", link);
  const { before } = await restoreBackup(file, link);
  rmSync(link);
  expect(names()).toEqual([expect.stringMatching(/^data\.before-restore-\d{8}T\d{9}Z$/)]);
  expect(before).toBe(at(names()[0] ?? ""));
  expect(await readMarks(data)).toEqual(["archived", "archived"]);
  expect(statSync(data).mode & 0o777).toBe(0o701);
  expect(await readMarks(before ?? "")).toEqual(["old", "old"]);
  expect(readFileSync(join(before ?? "", "models/a.onnx"), "utf8")).toBe("a model");
});

test("an installation that is started while an archive is read is not replaced", async () => {
  const { data, file, names } = await markedPlace("started");
  await mark(data, "old");
  const restoring = restoreBackup(file, data).catch((error) => error.message);
  await expect.poll(names).toEqual(["data.restoring"]);
  await inCluster(data, async () => expect(await restoring).toContain("stop it, then restore. Nothing was changed"));
  expect([names(), await readMarks(data)]).toEqual([[], ["old", "old"]]);
});

/** Runs a restore that is killed before its `fatal`th change. Returns whether it came to its end before that. */
const isRestored = ({ data, file }: { data: string; file: string }, fatal: number) => {
  const run = spawnSync(process.execPath, [".build/restore-child.mjs", file, data, String(fatal)], {
    encoding: "utf8",
  });
  if (run.signal !== "SIGKILL" && run.status !== 0) throw new Error(run.stderr);
  return run.status === 0;
};

test("a restore that is killed at any step leaves what was there or what was restored, loses neither, and can be repeated", {
  tags: "deep",
}, async () => {
  await buildChild("restore-child");
  const place = await markedPlace("killed");
  const { data, file, names, at } = place;
  const found = new Set<string>();
  for (let fatal = 1, isOver = false; !isOver; fatal += 1) {
    const old = `old ${fatal}`;
    await mark(data, old);
    isOver = isRestored(place, fatal);
    const [words, ofDatabase] = await readMarks(data);
    expect(ofDatabase).toBe(words);
    found.add(words === old ? "old" : (words ?? ""));
    await restoreBackup(file, data);
    expect(await readMarks(data)).toEqual(["archived", "archived"]);
    const kept = await Promise.all(names().map((name) => readMarks(at(name))));
    expect(kept).toContainEqual([old, old]);
    for (const name of names()) {
      expect(name).toContain("data.before-restore-");
      rmSync(at(name), { recursive: true });
    }
  }
  expect([...found].sort()).toEqual(["archived", "old"]);
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
  expect(readdirSync(scratch).filter((name) => name.startsWith("other"))).toEqual(["other.tar"]);
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
    await expect(restoreBackup(archive, join(disk, "data"))).rejects.toThrow(/ENOSPC.*Nothing of the archive is left/);
    expect(readdirSync(disk)).toEqual([]);
  } finally {
    spawnSync("umount", [disk]);
  }
});

test.runIf(isRoot)(
  "a mount point is restored into while it is empty, also after a kill at any step",
  { ...needs("root on Linux"), tags: "deep" },
  async () => {
    await buildChild("restore-child");
    const place = await markedPlace("mounted");
    const { data, file, names } = place;
    mkdirSync(data);
    expect(spawnSync("mount", ["-t", "tmpfs", "-o", "mode=711", "none", data]).status).toBe(0);
    try {
      for (let fatal = 1, isOver = false; !isOver; fatal += 1) {
        isOver = isRestored(place, fatal);
        finishRestore(data);
        // Until all is there, nothing has its name.
        if (readdirSync(data).some((name) => name !== "restoring"))
          await expect(restoreBackup(file, data)).rejects.toThrow("it is a mount point");
        else await restoreBackup(file, data);
        expect(await readMarks(data)).toEqual(["archived", "archived"]);
        expect([readdirSync(data).sort(), names()]).toEqual([["postgres", "secrets.json"], []]);
        for (const name of readdirSync(data)) rmSync(join(data, name), { recursive: true });
      }
    } finally {
      spawnSync("umount", [data]);
    }
  },
);
