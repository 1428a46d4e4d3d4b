// @module-tag promise
// @module-tag slow
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { earlierChecksums } from "@/lib/platform/baseline";
import { buildChild } from "@/scripts/bundle.mjs";
import { finishRestore } from "@/scripts/restoring.mjs";
import { inCluster, makeScratch, migration, recordMigration, writeInto } from "@/testing/harness/installation";
import { isRoot, needs } from "@/testing/harness/needs";
import { aboutPath, describeInstallation, requireRestorable } from "./about";
import { readArchive, textEntry, writeArchive } from "./archive";
import { createBackup } from "./create";
import { restoreBackup } from "./restore";

const scratch = makeScratch();

/** Makes an installation whose files and database both say `words`. */
async function mark(directory: string, words: string) {
  writeInto(directory, "secrets.json", words);
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
  await inCluster(original, recordMigration);
  await createBackup(original, file, { objects: "included" });
  rmSync(original, { recursive: true });
  const names = () => readdirSync(place).filter((found) => !["data", "out.tar"].includes(found));
  return { data, file, names, at: (found: string) => join(place, found) };
}

test("an installation that is in use is not replaced, and one that is stopped is moved aside", async () => {
  const { data, file, names, at } = await markedPlace("aside");
  await mark(data, "old");
  writeInto(data, "models/a.onnx", "a model");
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

test("no file of an altered archive is restored with setuid, or open to others", async () => {
  const { data, file, at } = await markedPlace("modes");
  async function* altered() {
    for await (const entry of readArchive(file)) yield { ...entry, mode: entry.mode | 0o6077 };
  }
  await writeArchive(at("altered.tar"), altered());
  await restoreBackup(at("altered.tar"), data);
  for (const path of ["secrets.json", "postgres/password", "postgres/data/PG_VERSION"])
    expect(statSync(join(data, path)).mode & 0o7777).toBe(0o600);
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

test("an archive of 0d340e8e can be restored, since its database can be taken over", () => {
  const ofThatCommit = { ...about, migrations: [...earlierChecksums.keys()] };
  expect(() => requireRestorable(ofThatCommit, { postgres: "18" })).not.toThrow();
});

test.each([
  [
    "of a later release",
    { ...about, migrations: [migration, "29991231000000_later"] },
    "of a later release, with 1 migrations",
  ],
  [
    "of an older version",
    { ...about, migrations: [...earlierChecksums.keys()].slice(0, 10) },
    "of a version older than 0d340e8e: it lacks the migration",
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
