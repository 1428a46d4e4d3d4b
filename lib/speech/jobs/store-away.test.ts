// @module-tag promise
// @module-tag slow
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { clock, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { log } from "@/lib/platform/log";
import { closeObjects } from "@/lib/platform/objects/open";
import { storeTimeout } from "@/lib/platform/objects/s3";
import { readUpload } from "@/lib/speech/uploads/uploads";
import { s3Keys, startS3 } from "@/testing/fakes/s3-server";
import { well } from "@/testing/fakes/speech-server";
import { chargesOf, expectBooks, recordingOf, startJobsApi } from "@/testing/harness/long-jobs";

const home = mkdtempSync(join(tmpdir(), "vang-s3-jobs-"));
const s3 = await startS3({ directory: home });
Object.assign(process.env, s3Keys, { OBJECTS_URL: s3.url });
const { api, engine, key, upload, create, read, reach, close } = await startJobsApi();

afterAll(async () => {
  await close();
  closeObjects();
  await s3.stop();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(() => {
  storeTimeout.ms = 500;
  for (const level of ["error", "warn"] as const) vi.spyOn(log, level).mockImplementation(() => undefined);
});
afterEach(() => {
  s3.state.trouble = null;
  engine.behave(well);
  clock.reset();
});

const setTrouble = (trouble: "full" | null) => async () => {
  s3.state.trouble = trouble;
};

const troubles = {
  full: { begin: setTrouble("full"), end: setTrouble(null) },
  away: { begin: s3.stop, end: s3.restart },
};

const kinds = ["full", "away"] as const;

test.each(kinds)(
  "while the bucket is %s, a part of an upload is rejected as retryable, and its offset stays",
  async (kind) => {
    const file = randomBytes(300_000);
    const tus = { "tus-resumable": "1.0.0" };
    const { json } = await api.call("POST", "/uploads", { key, headers: { ...tus, "upload-length": "300000" } });
    const path = `/uploads/${json.uploadId}`;
    const send = (offset: number) =>
      fetch(api.url + path, {
        method: "PATCH",
        headers: {
          ...tus,
          "x-api-key": key,
          "upload-offset": String(offset),
          "content-type": "application/offset+octet-stream",
        },
        body: new Uint8Array(file.subarray(offset, offset + 150_000)),
      });
    expect((await send(0)).status).toBe(204);
    await troubles[kind].begin();
    const rejected = await send(150_000);
    expect([rejected.status, ((await rejected.json()) as { code: string }).code]).toEqual([503, "OVERLOADED"]);
    expect(rejected.headers.get("retry-after")).not.toBeNull();
    expect((await api.get(path, key)).json.receivedBytes).toBe(150_000);
    await troubles[kind].end();
    expect((await send(150_000)).status).toBe(204);
    const parts: Buffer[] = [];
    for await (const part of readUpload(String(json.uploadId))) parts.push(part);
    expect(Buffer.concat(parts).equals(file)).toBe(true);
  },
);

/** The code of the step that failed last. */
const lastErrors = async (jobId: string) =>
  (await db.longJobStep.findMany({ where: { jobId, lastError: { not: null } } })).map(({ lastError }) => lastError);

test.each(
  kinds.flatMap((kind) => [[kind, "before its parts are cut", 0] as const, [kind, "at its second part", 2] as const]),
)("a job whose bucket is %s %s waits, and is charged once for each part when it is back", async (kind, _, part) => {
  const uploadId = await upload(await recordingOf(20.5));
  let parts = 0;
  engine.behave(async (seen, response) => {
    parts += 1;
    if (parts === part) await troubles[kind].begin();
    return well(seen, response);
  });
  const { json } = await create({ uploadId, formatting: "none" });
  if (part === 0) await troubles[kind].begin();
  const id = String(json.jobId);
  await expect.poll(() => lastErrors(id), { timeout: 30_000, interval: 100 }).toContain("OVERLOADED");
  expect(["queued", "running"]).toContain((await read(id)).status);
  await troubles[kind].end();
  clock.advance(seconds(30));
  await reach(id, "succeeded");
  expect(await chargesOf(id)).toHaveLength(3);
  expect((await read(id)).chargeVnd).toBe(21 * 20);
  expect((await api.get(`/stt/jobs?id=${id}`, key)).json.transcript).toBe(
    "Xin chào Việt Nam. Xin chào Việt Nam. Xin chào Việt Nam.",
  );
  await expectBooks();
});
