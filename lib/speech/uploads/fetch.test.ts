// @module-tag promise
// @module-tag slow
import { afterAll, afterEach, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { cutAt, endless, from, instead, serveFiles, stallAt, status } from "@/testing/fakes/file-server";
import { chargesOf, expectBooks, recordingOf, startJobsApi } from "@/testing/harness/long-jobs";
import { fetching } from "./fetch";

const { api, key, create, read, reach, close } = await startJobsApi();
const recording = await recordingOf(12);
const path = encodeURIComponent("Họp.wav");
const server = await serveFiles({ [path]: recording });
const url = `${server.address}${path}`;
const limits = { ...fetching };
afterEach(() => void Object.assign(fetching, limits));
afterAll(async () => {
  server.close();
  await close();
});

const start = async (source = url) => String((await create({ url: source, formatting: "none" })).json.jobId);

/** Ends as failed with the code: nothing is charged, and neither the upload nor its objects are left. */
async function expectFailure(id: string, code: string) {
  await reach(id, "failed");
  expect(await read(id)).toMatchObject({ resultCode: code, chargeVnd: 0 });
  expect(await chargesOf(id)).toEqual([]);
}

test("a recording is read from a URL, from where its connection broke, and is one job like any other", async () => {
  fetching.idleMs = 300;
  server.trick(path, stallAt(100_000));
  const id = await start();
  await reach(id, "succeeded");
  expect(server.requests).toEqual([`${path} whole`, expect.stringMatching(/ bytes=\d+-$/)]);
  expect(Number(/bytes=(\d+)/.exec(server.requests[1] ?? "")?.[1])).toBeGreaterThan(0);
  const { json } = await api.get(`/stt/jobs?id=${id}&responseFormat=verbose_json`, key);
  expect(json).toMatchObject({ audioDuration: 12, inputAudioFileName: "Họp.wav" });
  const upload = await db.longJob.findUniqueOrThrow({ where: { id } });
  expect(Number(upload.sizeBytes)).toBe(recording.length);
  await expectBooks();
});

test("of a file without a version nothing is kept from before its connection broke", async () => {
  const before = server.requests.length;
  server.trick(path, cutAt(100_000));
  await reach(await start(), "succeeded");
  expect(server.requests.slice(before)).toEqual([`${path} whole`, `${path} whole`]);
});

test.each([
  ["another file between two ranges", "SOURCE_CHANGED", [stallAt(100_000), instead(await recordingOf(11))]],
  ["a range from another place, of no version", "SOURCE_CHANGED", [stallAt(100_000), from(5)]],
  ["no such file", "SOURCE_REJECTED", [status(404)]],
] as const)("%s fails the job as %s and costs nothing", async (_, code, answers) => {
  fetching.idleMs = 300;
  server.trick(path, ...answers);
  await expectFailure(await start(), code);
});

test.each([
  ["of endless bytes", endless],
  ["that says that it is too long", undefined],
])("a body %s ends at the largest size of a file", async (_, answer) => {
  fetching.mostBytes = 200_000;
  if (answer) server.trick(path, answer);
  await expectFailure(await start(), "BODY_TOO_LARGE");
});

test.each([
  ["a private address", () => "http://10.0.0.1/a.wav"],
  ["another protocol", () => "ftp://example.com/a.wav"],
  ["itself, without end", () => url],
])("a redirect to %s is not followed", async (_, target) => {
  const answer: Parameters<typeof server.trick>[1] = (_request, response) =>
    void response.writeHead(302, { location: target() }).end();
  server.trick(path, answer, answer, answer, answer, answer);
  const before = server.requests.length;
  await expectFailure(await start(), "SOURCE_REJECTED");
  expect(server.requests.length - before).toBeLessThanOrEqual(4);
  server.trick(path);
});

test("a URL that is not public is rejected before there is a job, as are a URL and an upload together", async () => {
  for (const source of ["http://10.0.0.1/a.wav", "file:///etc/passwd", "https://user:secret@example.com/a.wav"])
    expect((await create({ url: source })).json).toMatchObject({ code: "INVALID_REQUEST", param: "url" });
  for (const body of [{}, { url, uploadId: "upl_x" }])
    expect((await create(body)).json).toMatchObject({ code: "INVALID_REQUEST", param: "uploadId" });
});
