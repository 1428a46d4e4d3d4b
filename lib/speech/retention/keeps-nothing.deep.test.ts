// @module-tag promise
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { warmPool } from "@/lib/engines/pool";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { isBrief } from "@/lib/platform/objects/store";
import { sweepLongJobs } from "@/lib/speech/jobs/finish";
import { sweepStoredUploads } from "@/lib/speech/uploads/uploads";
import { asOwner } from "@/testing/harness/as-owner";
import { captureLog } from "@/testing/harness/captured-log";
import { findInStorage } from "@/testing/harness/find-in-storage";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";
import { listObjects, runWays, said, saidPattern, unkeptJobs, unkeptWays } from "@/testing/harness/unkept";
import { promised } from "@/testing/promises";
import { eraseDueContent } from "./sweep";

let server: Awaited<ReturnType<typeof serveHere>>;
let logged: () => string;
beforeAll(async () => {
  logged = captureLog();
  server = await serveHere();
  await warmPool();
});
afterAll(() => server.close());
afterEach(() => clock.reset());

/** The files of the database that have the words, with the log of its changes: what a base backup and an archived log copy. */
async function findInCluster(): Promise<string[]> {
  const { directory, database } = await asOwner(async (client) => {
    const admin = new pg.Client(inject("adminUrl"));
    await admin.connect();
    await admin.query("CHECKPOINT");
    const { rows: places } = await admin.query("SHOW data_directory");
    await admin.end();
    const { rows } = await client.query("SELECT oid FROM pg_database WHERE datname = current_database()");
    return { directory: String(places[0].data_directory), database: String(rows[0].oid) };
  });
  return ["pg_wal", join("base", database)].flatMap((place) =>
    readdirSync(join(directory, place), { withFileTypes: true })
      .filter((file) => file.isFile())
      .map(({ name }) => join(directory, place, name))
      .filter((file) => saidPattern.test(readFileSync(file, "utf8"))),
  );
}

const found = async () => [
  ...Object.entries(await findInStorage(saidPattern)).filter(([, count]) => count > 0),
  ...(await findInCluster()),
];

test.each([
  ["request", true],
  ["key", false],
] as const)(
  "no table, object, file, log or backup has the content of what its %s asks not to keep",
  async (_, asks) => {
    const { key, ...member } = await makePartner({ creditMilli: 1_000_000_000n });
    if (!asks) await db.apiKey.updateMany({ where: { businessId: member.businessId }, data: { keepsNothing: true } });
    const before = await listObjects();
    await runWays(await unkeptWays(server.url, key, { asks }));

    const jobs = await unkeptJobs(server.url, key, { asks });
    const ids = await Promise.all(jobs.map((job) => job.create()));
    // While they work, what they work on is in objects that backups leave out.
    expect((await listObjects()).filter((object) => !isBrief(object))).toEqual(before);
    for (const [index, job] of jobs.entries()) {
      const id = ids[index] ?? "";
      await expect.poll(() => job.state(id), { timeout: 60_000 }).toBe("succeeded");
      expect(await job.result(id)).toMatch(saidPattern);
    }
    await expect.poll(() => db.longJobStep.count()).toBe(0);
    expect((await listObjects()).filter((object) => !isBrief(object))).toEqual(before);

    clock.advance(minutes(14));
    await Promise.all([eraseDueContent(), sweepStoredUploads(), sweepLongJobs()]);
    clock.reset();
    expect(await listObjects()).toEqual(before);
    expect((await found()).length).toBe(promised("D6"));
    expect(saidPattern.test(logged())).toBe(false);
    expect(logged()).not.toBe("");
  },
  240_000,
);

test("the search of the database's files finds a row that was written", async () => {
  await asOwner((client) => client.query("CREATE TABLE found_words AS SELECT $1::text AS words", [said.text]));
  expect(await findInCluster()).not.toEqual([]);
});
