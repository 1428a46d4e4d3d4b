// @module-tag promise
import { afterAll, afterEach, beforeAll, expect, inject, test } from "vitest";
import { warmPool } from "@/lib/engines/pool";
import { listContents } from "@/lib/operator/backup/contents";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { sweepLongJobs } from "@/lib/speech/jobs/finish";
import { sweepStoredUploads } from "@/lib/speech/uploads/uploads";
import { captureLog } from "@/testing/harness/captured-log";
import { findInStorage } from "@/testing/harness/find-in-storage";
import { makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";
import { listObjects, runWays, saidPattern, unkeptJobs, unkeptWays } from "@/testing/harness/unkept";
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

/** What an archive of this installation has of the words, with the log of the database's changes. */
async function findInBackup(): Promise<string[]> {
  const found: string[] = [];
  for await (const { path, body } of listContents(env.VANG_DATA, inject("adminUrl"), { withObjects: true })) {
    let before = "";
    for await (const chunk of body) {
      const text = before + Buffer.from(chunk).toString("utf8");
      if (saidPattern.test(text)) found.push(path);
      before = text.slice(-100);
    }
  }
  return found;
}

const found = async () => [
  ...Object.entries(await findInStorage(saidPattern)).filter(([, count]) => count > 0),
  ...(await findInBackup()),
];

test.each([
  ["request", true],
  ["key", false],
] as const)(
  "no table, object, file, log or backup has the content of what its %s wishes not to be kept",
  async (_, asks) => {
    const { key, ...member } = await makePartner({ creditMilli: 1_000_000_000n });
    if (!asks) await db.apiKey.updateMany({ where: { businessId: member.businessId }, data: { keepsNothing: true } });
    const before = await listObjects();
    await runWays(await unkeptWays(server.url, key, { asks }));

    const jobs = await unkeptJobs(server.url, key, { asks });
    const ids = await Promise.all(jobs.map((job) => job.create()));
    // While they work, what they work on is in objects that backups leave out.
    expect(await findInBackup()).toEqual([]);
    for (const [index, job] of jobs.entries()) {
      const id = ids[index] ?? "";
      await expect.poll(() => job.state(id), { timeout: 60_000 }).toBe("succeeded");
      expect(await job.result(id)).toMatch(saidPattern);
    }
    await expect.poll(() => db.longJobStep.count()).toBe(0);
    expect(await findInBackup()).toEqual([]);

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

test("the search finds what is kept, in the store and in the backup", async () => {
  const { key } = await makePartner();
  await runWays((await unkeptWays(server.url, key, { asks: false })).slice(0, 1));
  expect((await findInBackup()).some((path) => path.includes("objects"))).toBe(true);
});
