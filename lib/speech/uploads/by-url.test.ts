// @module-tag promise
import { afterAll, afterEach, expect, test } from "vitest";
import { clock, minutes, seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { isBrief } from "@/lib/platform/objects/store";
import { makeKey, makeMember } from "@/prisma/factories";
import { serveFiles, stallAt, status } from "@/testing/fakes/file-server";
import { expectBooks, recordingOf, startJobsApi } from "@/testing/harness/long-jobs";
import { fetching } from "./fetch";

const { api, key, create, reach, close } = await startJobsApi();
const recording = await recordingOf(12);
const path = `${encodeURIComponent("Họp.wav")}?signature=secret`;
const server = await serveFiles({ [path]: recording });
const url = `${server.address}${path}`;
const limits = { ...fetching };
afterEach(() => {
  Object.assign(fetching, limits);
  clock.reset();
});
afterAll(async () => {
  server.close();
  await close();
});

const begin = (source = url, secret = key) => api.call("POST", "/uploads", { key: secret, json: { url: source } });
const read = (id: unknown, secret = key) => api.get(`/uploads/${id}`, secret);
const reachStatus = (id: unknown, wanted: string) =>
  expect.poll(async () => (await read(id)).json.status, { interval: 50, timeout: 15_000 }).toBe(wanted);

test("a file at a URL becomes an upload like one that was sent, and a job takes it once it is whole", async () => {
  fetching.idleMs = 300;
  server.trick(path, stallAt(100_000));
  const begun = await begin();
  expect(begun.status).toBe(201);
  expect(begun.json).toMatchObject({ status: "fetching", sizeBytes: null, receivedBytes: 0, resultCode: null });
  expect(begun.headers.get("retry-after")).toBe("2");
  const { uploadId } = begun.json;
  expect((await create({ uploadId })).json).toMatchObject({ code: "CONFLICT", param: "uploadId" });
  const headers = { "tus-resumable": "1.0.0", "upload-offset": "0", "content-type": "application/offset+octet-stream" };
  const patched = await api.call("PATCH", `/uploads/${uploadId}`, { key, headers, body: new Uint8Array(4) });
  expect([patched.status, patched.json.code]).toEqual([409, "CONFLICT"]);

  await reachStatus(uploadId, "ready");
  const { json, headers: seen } = await read(uploadId);
  expect(json).toMatchObject({ sizeBytes: recording.length, receivedBytes: recording.length, resultCode: null });
  // The URL can be one that lets everybody read the file.
  expect(seen.get("upload-metadata")).toBe(`filename ${Buffer.from("Họp.wav").toString("base64")}`);
  const job = String((await create({ uploadId, formatting: "none" })).json.jobId);
  await reach(job, "succeeded");
  const { json: result } = await api.get(`/stt/jobs?id=${job}&responseFormat=verbose_json`, key);
  expect(result).toMatchObject({ audioDuration: 12, inputAudioFileName: "Họp.wav" });
  await expectBooks();
});

test("a file that a caller who keeps nothing has fetched is stored briefly, and its URL too", async () => {
  const headers = { "x-retention": "none" };
  const { status, json } = await api.call("POST", "/uploads", { key, headers, json: { url } });
  expect(status).toBe(201);
  await reachStatus(json.uploadId, "ready");
  const where = { id: String(json.uploadId) };
  const { metadataObject, pieces } = await db.storedUpload.findUniqueOrThrow({ where, include: { pieces: true } });
  expect(pieces).not.toEqual([]);
  for (const object of [metadataObject, ...pieces.map((piece) => piece.object)])
    expect(isBrief(object ?? "")).toBe(true);
});

test("an upload whose file cannot be read fails with a sentence, and keeps no bytes and no room", async () => {
  fetching.mostBytes = 200_000;
  const { uploadId } = (await begin()).json;
  await reachStatus(uploadId, "failed");
  expect((await read(uploadId)).json).toMatchObject({
    resultCode: "BODY_TOO_LARGE",
    message: expect.stringContaining("2 GB"),
    messageVi: expect.stringContaining("2 GB"),
    sizeBytes: null,
    receivedBytes: 0,
  });
  expect((await create({ uploadId })).json).toMatchObject({ code: "CONFLICT", param: "uploadId" });
  const { sizeBytes } = await db.storedUpload.findUniqueOrThrow({ where: { id: String(uploadId) } });
  expect(sizeBytes).toBe(0n);
});

test("a server that is away is asked again for about three quarters of an hour", { tags: "deep" }, async () => {
  server.trick(path, ...Array.from({ length: 20 }, () => status(503)));
  const { uploadId } = (await begin()).json;
  let waitedMs = 0;
  await expect
    .poll(
      async () => {
        clock.advance(seconds(30));
        waitedMs += seconds(30);
        return (await read(uploadId)).json.status;
      },
      { interval: 20, timeout: 30_000 },
    )
    .toBe("failed");
  expect(waitedMs).toBeGreaterThan(minutes(40));
  expect((await read(uploadId)).json.resultCode).toBe("SOURCE_UNAVAILABLE");
  server.trick(path);
});

test("an upload that is deleted while it is read stays deleted, and others do not see it", async () => {
  fetching.idleMs = 300;
  server.trick(path, stallAt(100_000));
  const { uploadId } = (await begin()).json;
  const outsider = await makeKey(await makeMember());
  expect((await read(uploadId, outsider)).json.code).toBe("NOT_FOUND");
  const remove = async (secret: string) => {
    const headers = { "tus-resumable": "1.0.0", "x-api-key": secret };
    return (await fetch(`${api.url}/uploads/${uploadId}`, { method: "DELETE", headers })).status;
  };
  expect(await remove(outsider)).toBe(404);
  expect(await remove(key)).toBe(204);
  await expect.poll(() => db.storedUpload.count({ where: { id: String(uploadId) } }), { timeout: 10_000 }).toBe(0);
  expect((await read(uploadId)).json.code).toBe("NOT_FOUND");
});

test("a URL that is not public and a body of another shape are rejected", async () => {
  for (const source of ["http://10.0.0.1/a.wav", "file:///etc/passwd", "https://user:secret@example.com/a.wav"])
    expect((await begin(source)).json).toMatchObject({ code: "INVALID_REQUEST", param: "url" });
  const empty = await api.call("POST", "/uploads", { key, json: {} });
  expect(empty.json).toMatchObject({ code: "INVALID_REQUEST", param: "url" });
});
