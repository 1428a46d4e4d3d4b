// @module-tag promise
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { cloneCheckout, makeKeyIn, npmRun, npmStart } from "@/testing/harness/clone";
import { isRoot, needs } from "@/testing/harness/needs";
import { newDataDirectory } from "@/testing/harness/own-server";
import { ensureDatabase } from "./database.mjs";

const directory = newDataDirectory();
const bin = dirname(process.execPath);
const [data, restored, archive] = ["data", "restored", "out.tar"].map((name) => join(directory, name)) as [
  string,
  string,
  string,
];

const started: { stop(): Promise<void> }[] = [];

afterAll(async () => {
  for (const one of started) await one.stop();
  for (const at of [data, restored, same])
    if (existsSync(join(at, "postgres/data"))) await (await ensureDatabase({ directory: join(at, "postgres") })).stop();
  rmSync(directory, { recursive: true, force: true });
});

async function start(at: string) {
  const server = await npmStart({ clone: process.cwd(), data: at, bin });
  started.push(server);
  return server;
}

const run = (at: string, ...args: string[]) => npmRun(at, args);

type Spoken = { trackingId: string; audioUrl: string };

async function speak(url: string, key: string, again?: string): Promise<Spoken> {
  const body = JSON.stringify({
    text: "Xin chào Việt Nam",
    voiceId: "north-linh",
    modelId: "vang-espeak",
    audioFormat: "wav",
  });
  const headers = { "x-api-key": key, "content-type": "application/json", ...(again && { "idempotency-key": again }) };
  const response = await fetch(`${url}/tts`, { method: "POST", headers, body });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

const follow = async (url: string, { audioUrl }: Spoken) => {
  const { pathname, search } = new URL(audioUrl);
  const response = await fetch(url + pathname + search);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()).toString("base64") };
};

const look = async (url: string, key: string, { trackingId }: Spoken, method = "GET") =>
  (await fetch(`${url}/ai/tts/${trackingId}`, { method, headers: { "x-api-key": key } })).status;

/** Jobs one after the other until `end`, which says how many, and throws if one of them failed. */
function startLoad(url: string, key: string) {
  let isOver = false;
  const running = (async () => {
    let count = 0;
    for (; !isOver; count += 1) await speak(url, key);
    return count;
  })();
  running.catch(() => undefined);
  return {
    end() {
      isOver = true;
      return running;
    },
  };
}

/** The objects that rows of the database name, and those of them that the directory lacks. */
async function compareObjects(at: string) {
  const { ownerUrl } = await ensureDatabase({ directory: join(at, "postgres") });
  const client = new pg.Client(ownerUrl);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM jobs, unnest(ARRAY[audio_object, content_object]) AS name
     WHERE deleted_at IS NULL AND name IS NOT NULL`,
  );
  await client.end();
  return {
    named: rows.length,
    missing: rows.filter(({ name }) => !existsSync(join(at, "objects/VN", name[0] ?? "", name))),
  };
}

test("an installation that is backed up under load is restored with its keys, links, jobs, books and audit log", async () => {
  const original = await start(data);
  const key = await makeKeyIn(data);
  const before: Spoken[] = [];
  for (let count = 0; count < 20; count += 1) before.push(await speak(original.url, key, `order-${count}`));
  const [first, erased] = before as [Spoken, Spoken];
  await expect.poll(() => look(original.url, key, erased), { timeout: 20_000 }).toBe(200);
  await expect.poll(() => look(original.url, key, before.at(-1) as Spoken), { timeout: 20_000 }).toBe(200);
  expect(await look(original.url, key, erased, "DELETE")).toBe(200);
  const afterErasure = await look(original.url, key, erased);
  const audio = await follow(original.url, first);

  const load = startLoad(original.url, key);
  await run(data, "backup", "--", archive);
  expect(await load.end()).toBeGreaterThan(0);
  await original.stop();

  await run(restored, "restore", "--", archive);
  const again = await start(restored);
  expect(await follow(again.url, first)).toEqual(audio);
  for (const spoken of before) expect(await look(again.url, key, spoken)).toBe(spoken === erased ? afterErasure : 200);
  expect(await speak(again.url, key, "order-0")).toMatchObject({ trackingId: first.trackingId });
  const { trackingId } = await speak(again.url, key);
  await expect.poll(() => look(again.url, key, { trackingId, audioUrl: "" }), { timeout: 20_000 }).toBe(200);
  for (const check of [["books", "--", "--full"], ["books", "--", "--jobs"], ["audit"]]) await run(restored, ...check);
  const { named, missing } = await compareObjects(restored);
  expect(named).toBeGreaterThanOrEqual(2 * 19);
  expect(missing).toEqual([]);
});

/** What the tests below do to one installation, one after the other. */
const same = join(directory, "same/data");
const copy = join(directory, "same.tar");
let key: string;
let kept: Spoken;

test.runIf(isRoot)(
  "while Vang serves, a full disk ends a backup with a sentence and nothing else, and a restore is rejected",
  needs("root on Linux"),
  async () => {
    const server = await start(same);
    key = await makeKeyIn(same);
    kept = await speak(server.url, key);
    const load = startLoad(server.url, key);
    const disk = join(directory, "disk");
    mkdirSync(disk);
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=20m", "none", disk]);
    try {
      await expect(run(same, "backup", "--", join(disk, "out.tar"))).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^The archive could not be written: ENOSPC.*Nothing is left of it.*\n$/),
      });
      expect(readdirSync(disk)).toEqual([]);
    } finally {
      execFileSync("umount", [disk]);
    }
    await run(same, "backup", "--", copy);
    await expect(run(same, "restore", "--", copy)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Vang, or a command of it, runs on .*: stop it, then restore[^\n]*\n$/),
    });
    expect(await load.end()).toBeGreaterThan(0);
    await run(same, "books", "--", "--full");
    await server.stop();
    expect(readdirSync(dirname(same))).toEqual(["data"]);
  },
);

test.runIf(isRoot)("backup, restore and books follow each other in one directory", needs("root on Linux"), async () => {
  await run(same, "backup", "--", copy);
  const { stdout } = await run(same, "restore", "--", copy);
  const [, before = ""] = /What was there before is now in (\S+)\. /.exec(stdout) ?? [];
  await run(same, "books");
  expect(readdirSync(dirname(same)).sort()).toEqual(["data", basename(before)]);
  for (const at of [same, before]) {
    const server = await start(at);
    expect(await look(server.url, key, kept)).toBe(200);
    await server.stop();
  }
});

/** The commit whose installations this version takes over, and an older one. */
const [previous, tooOld] = ["0d340e8e", "f6ad68eb"];

test.runIf(isRoot)(
  "an archive of 0d340e8e is restored, one of an older or a later version is not",
  needs("root on Linux"),
  async () => {
    const [from, to] = [join(directory, "previous.tar"), join(directory, "of-previous")];
    const archiveOf = async (release: string, archive: string) => {
      const [cwd, installed] = [join(directory, release), join(directory, `data-of-${release}`)];
      cloneCheckout(cwd, release);
      await (await npmStart({ clone: cwd, data: installed, bin })).stop();
      await npmRun(installed, ["backup", "--", archive], { cwd });
    };
    const oldArchive = join(directory, "too-old.tar");
    await archiveOf(tooOld, oldArchive);
    await expect(run(to, "restore", "--", oldArchive)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The archive is of a version older than 0d340e8e[^\n]*\n$/),
    });
    await archiveOf(previous, from);
    await run(to, "restore", "--", from);
    const server = await start(to);
    expect(await speak(server.url, await makeKeyIn(to))).toMatchObject({ trackingId: expect.any(String) });
    await server.stop();
    for (const check of [["books", "--", "--full"], ["books", "--", "--jobs"], ["audit"]]) await run(to, ...check);

    const database = await ensureDatabase({ directory: join(to, "postgres") });
    const client = new pg.Client(database.ownerUrl);
    await client.connect();
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, started_at, applied_steps_count)
     VALUES ('later', '', '29991231000000_later', now(), now(), 1)`,
    );
    await client.end();
    await database.release();
    await run(to, "backup", "--", from);
    await expect(run(to, "restore", "--", from)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^The archive is of a later release, with 1 migrations[^\n]*\n$/),
    });
  },
);
