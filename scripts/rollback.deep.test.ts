// @module-tag promise
import { copyFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { ensureDatabase, freePort } from "@/scripts/database.mjs";
import { s3Keys, startS3 } from "@/testing/fakes/s3-server";
import { startBalancer } from "@/testing/harness/balancer";
import { cloneCheckout, makeKeyIn, npmRun, npmStart, switchDatabase } from "@/testing/harness/clone";
import { hasNats, startNats } from "@/testing/harness/nats";
import { newDataDirectory } from "@/testing/harness/own-server";
import { startRedis } from "@/testing/harness/redis";
import { makeKeyOf, startUpgradeLoad } from "@/testing/harness/upgrade-load";

/** The commit whose installations this version takes over. */
const previous = "0d340e8e";

const directory = newDataDirectory();
const data = join(directory, "data");
const bin = dirname(process.execPath);

afterAll(() => rmSync(directory, { recursive: true, force: true }));

const post = (url: string, key: string) => {
  const body = JSON.stringify({ text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak" });
  const headers = { "x-api-key": key, "content-type": "application/json" };
  return fetch(`${url}/tts`, { method: "POST", headers, body });
};
const speak = async (url: string, key: string) => (await post(url, key)).status;

const health = async (url: string) => (await fetch(`${url}/health`)).json();

/** A clone at a release; it is built at its first start. */
function cloneOf(name: string, release: string): string {
  const at = join(directory, name);
  if (!existsSync(at)) cloneCheckout(at, release);
  return at;
}

const newer = process.cwd();

test("the previous release starts and serves on an installation that this one has converted", async () => {
  const older = cloneOf("older", previous);
  const before = await npmStart({ clone: older, data, bin });
  expect(await health(before.url)).toMatchObject({ status: "ok" });
  await before.stop();

  const converted = await npmStart({ clone: newer, data, bin });
  expect(await health(converted.url)).toMatchObject({ status: "ok", role: "api" });
  const key = await makeKeyIn(data);
  expect(await speak(converted.url, key)).toBe(200);
  await converted.stop();

  const back = await npmStart({ clone: older, data, bin });
  expect(await speak(back.url, key)).toBe(200);
  await back.stop();

  const again = await npmStart({ clone: newer, data, bin });
  expect(await speak(again.url, key)).toBe(200);
  expect(await health(again.url)).toMatchObject({ status: "ok", role: "api" });
  await again.stop();
});

test("an archive of an installation of the previous release is restored under this one, which converts it", async () => {
  const older = cloneOf("older", previous);
  const [from, to, archive] = [join(directory, "from"), join(directory, "to"), join(directory, "older.tar")];
  await (await npmStart({ clone: older, data: from, bin })).stop();
  await npmRun(from, ["backup", "--", archive]);
  await npmRun(to, ["restore", "--", archive]);
  const server = await npmStart({ clone: newer, data: to, bin });
  const key = await makeKeyIn(to);
  expect(await speak(server.url, key)).toBe(200);
  for (const check of [["books", "--", "--full"], ["books", "--", "--jobs"], ["audit"]]) await npmRun(to, check);
  await server.stop();
});

test("two machines are upgraded and taken back one after the other under load, without a failed request or a lost job", async () => {
  const older = cloneOf("older", previous);
  const shared = join(directory, "shared");
  const database = await ensureDatabase({ directory: join(directory, "cluster"), settings: ["max_connections=200"] });
  const ports = [await freePort(), await freePort()];
  const balancer = await startBalancer(ports);
  const common = { DATABASE_URL: database.ownerUrl, VANG_DRAIN_SECONDS: "2" };
  const settings = {
    [older]: { ...common, VANG_ANONYMOUS_FORMS_PER_MINUTE: "1000000", VANG_METRICS: "off" },
    [newer]: { ...common, VANG_ANONYMOUS_FORMS_PER_MINUTE: "1000000", VANG_METRICS: "off" },
  };
  const start = (clone: string, port = 0) => npmStart({ clone, data: shared, bin, port, settings: settings[clone] });
  const machines: Awaited<ReturnType<typeof start>>[] = [];
  for (const port of ports) machines.push(await start(older, port));
  await expect.poll(() => ports.every(balancer.isWell), { timeout: 300_000 }).toBe(true);
  const load = startUpgradeLoad(balancer.url, await makeKeyOf(older, shared, database.ownerUrl), 4);

  await load.during("before", 200);
  for (const [clone, doing] of [
    [newer, "upgrade"],
    [older, "rollback"],
  ] as const)
    for (const [index, port] of ports.entries()) {
      const ready = load.during(`${doing} of machine ${index + 1}`, 200);
      await machines[index]?.stop();
      machines[index] = await start(clone, port);
      await expect.poll(() => balancer.isWell(port), { timeout: 300_000 }).toBe(true);
      await ready;
      await load.during(`after the ${doing} of machine ${index + 1}`, 400);
    }
  await load.during("afterwards", Math.max(0, 5000 - load.count()));
  await load.end();
  expect(load.failed).toEqual([]);

  switchDatabase(database.ownerUrl);
  const [{ audit }, { compareJobs }, { closeDatabase, db, withOwnConnection }] = await Promise.all([
    import("@/lib/money/wallet/books/differences"),
    import("@/lib/money/wallet/books/uncharged"),
    import("@/lib/platform/db"),
  ]);
  const made = load.spoken.map(({ trackingId }) => trackingId).sort();
  const recorded = async () => {
    const jobs = await db.job.findMany({ select: { trackingId: true }, orderBy: { trackingId: "asc" } });
    return jobs.map(({ trackingId }) => trackingId).sort();
  };
  await expect.poll(async () => (await recorded()).length, { timeout: 60_000 }).toBe(made.length);
  expect(await recorded()).toEqual(made);
  await expect.poll(() => db.hold.count({ where: { status: "captured" } }), { timeout: 60_000 }).toBe(made.length);
  expect([await audit(), (await withOwnConnection(({ sql }) => compareJobs(sql))).differences]).toEqual([[], []]);
  await closeDatabase();
  for (const machine of machines) await machine.stop();
  await balancer.close();
  await database.stop();
});

test.runIf(hasNats)(
  "two releases beside each other on S3, NATS and Redis record and serve what the other made",
  async () => {
    const older = cloneOf("older", previous);
    const [first, second] = [join(directory, "first"), join(directory, "second")];
    const [nats, redis] = await Promise.all([startNats(), startRedis()]);
    const s3 = await startS3({ directory: join(directory, "s3") });
    const parts = { OBJECTS_URL: s3.url, ...s3Keys, STREAM_URL: nats.url, STREAM_UNSAFE: "1", REDIS_URL: redis.url };
    // This version cannot be returned from on a database that it made itself, so the previous one makes it.
    await (await npmStart({ clone: older, data: first, bin, settings: parts })).stop();
    const one = await npmStart({ clone: newer, data: first, bin, settings: parts });
    const key = await makeKeyIn(first);
    const { url: DATABASE_URL } = await ensureDatabase({ directory: join(first, "postgres") });
    mkdirSync(second, { recursive: true });
    copyFileSync(join(first, "secrets.json"), join(second, "secrets.json"));
    const two = await npmStart({ clone: older, data: second, bin, settings: { ...parts, DATABASE_URL } });

    const made: { trackingId: string; by: string }[] = [];
    for (let job = 0; job < 100; job++) {
      const by = job % 2 ? one.url : two.url;
      const response = await post(by, key);
      expect(response.status).toBe(200);
      made.push({ trackingId: (await response.json()).trackingId, by });
    }
    for (const { trackingId, by } of made) {
      const other = by === one.url ? two.url : one.url;
      const found = () => fetch(`${other}/ai/tts/${trackingId}`, { headers: { "x-api-key": key } });
      await expect.poll(async () => (await found()).status, { timeout: 30_000 }).toBe(200);
    }
    switchDatabase(DATABASE_URL);
    const [{ audit }, { closeDatabase, db }] = await Promise.all([
      import("@/lib/money/wallet/books/differences"),
      import("@/lib/platform/db"),
    ]);
    await expect.poll(() => db.hold.count({ where: { status: "captured" } }), { timeout: 30_000 }).toBe(made.length);
    expect([await db.job.count({ where: { status: "completed" } }), await audit()]).toEqual([made.length, []]);
    await closeDatabase();
    await two.stop();
    await one.stop();
    await Promise.all([s3.stop(), nats.stop(), redis.stop()]);
  },
);
