// @module-tag promise
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { warmPool } from "@/lib/engines/pool";
import { clock, minutes } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeKey } from "@/prisma/factories";
import { captureLog } from "@/testing/harness/captured-log";
import { isDeep } from "@/testing/harness/deep";
import { findInStorage } from "@/testing/harness/find-in-storage";
import { balanceOf, makePartner } from "@/testing/harness/partner";
import { serveHere } from "@/testing/harness/serve-here";
import { listObjects, runWays, said, saidPattern, unkeptWays } from "@/testing/harness/unkept";
import { promised } from "@/testing/promises";
import { describeJob, describeRow } from "../history/describe";
import { getJob } from "../history/list";
import { getTrace } from "../trace/read";
import { verifyReceipt } from "./receipt";
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

const recorded = (trackingIds: readonly string[]) =>
  expect
    .poll(() => db.job.count({ where: { trackingId: { in: [...trackingIds] } } }), { timeout: 10_000 })
    .toBe(trackingIds.length);

const found = async () => Object.entries(await findInStorage(saidPattern)).filter(([, count]) => count > 0);

const get = (path: string, key: string) => fetch(server.url + path, { headers: { "x-api-key": key } });

// All of them in the deep run.
const few = ["POST /tts", "POST /stt", "ElevenLabs' speech", "live transcription"];
const some = <Way extends { name: string }>(ways: Way[]) => ways.filter(({ name }) => few.includes(name));
const most = <Way extends { name: string }>(ways: Way[]) => (isDeep ? ways : some(ways));

test("nothing of the content is stored by any path whose request or key asks for it, at the same charge", async () => {
  const [unkept, ofKey, keeping] = [await makePartner(), await makePartner(), await makePartner()];
  await db.apiKey.updateMany({ where: { businessId: ofKey.businessId }, data: { keepsNothing: true } });
  const before = await listObjects();
  const ways = most(await unkeptWays(server.url, unkept.key));
  // A key has one place where its option is read, so a few paths stand for all here; the deep test has all of them.
  const ofOption = some(await unkeptWays(server.url, ofKey.key, { asks: false }));
  const ids = await runWays([...ways, ...ofOption]);
  expect(await found()).toEqual([]);
  await recorded(ids);
  expect(await found()).toEqual([]);
  const jobs = await db.job.findMany({ where: { trackingId: { in: ids } } });
  for (const job of jobs)
    expect(job).toMatchObject({
      status: "completed",
      keepsNothing: true,
      contentObject: null,
      inputObject: null,
      spark: null,
      marks: [],
    });
  // The audio of what a response only links to.
  const linked = jobs.flatMap(({ audioObject }) => audioObject ?? []);
  expect(linked).toHaveLength(isDeep ? 4 + 1 : 2);
  expect(await listObjects()).toEqual([...before, ...linked].sort());

  clock.advance(minutes(14));
  await eraseDueContent();
  expect(await listObjects()).toEqual(before);
  expect((await found()).length).toBe(promised("D6"));
  expect(saidPattern.test(logged())).toBe(false);

  clock.reset();
  await recorded(await runWays(most(await unkeptWays(server.url, keeping.key, { asks: false }))));
  const [left, leftOfOther] = await Promise.all([unkept, keeping].map(({ businessId }) => balanceOf(businessId)));
  expect(left).toBe(leftOfOther);
  // The search finds what is kept.
  expect((await findInStorage(saidPattern)).files).toBeGreaterThan(isDeep ? 10 : 3);
});

const speak = (key: string, headers: Record<string, string> = {}) =>
  fetch(`${server.url}/tts`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", "x-retention": "none", ...headers },
    body: JSON.stringify({ text: said.text, voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" }),
  });

test("audio of POST /tts can be downloaded once and is then gone, and its receipt says that nothing is kept", async () => {
  const { key, ...member } = await makePartner();
  const outsider = await makePartner();
  const once = { "idempotency-key": "a" };
  const response = await speak(key, once);
  expect(response.headers.get("x-retention")).toBe("none");
  const { trackingId, audioUrl, fileSizeBytes } = (await response.json()) as Record<string, string>;
  const url = new URL(String(audioUrl));
  const link = `${server.url}${url.pathname}${url.search}`;

  expect((await fetch(link, { method: "HEAD" })).status).toBe(200);
  expect((await fetch(link, { headers: { range: "bytes=0-99" } })).status).toBe(206);
  await recorded([String(trackingId)]);
  expect((await get(`/tts/jobs?id=${trackingId}`, key)).status).toBe(200);
  const open = await (await get(`/tts/receipt?id=${trackingId}`, key)).json();
  expect(open).toMatchObject({ trackingId, retention: "none", erasedAt: null, objects: [] });

  expect((await (await fetch(link)).arrayBuffer()).byteLength).toBe(Number(fileSizeBytes));
  await expect.poll(async () => (await fetch(link)).status).toBe(404);
  const gone = await get(`/tts/jobs?id=${trackingId}`, key);
  expect([gone.status, gone.headers.get("x-retention")]).toEqual([404, "none"]);
  const again = await speak(key, once);
  expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([404, "RESULT_EXPIRED"]);
  expect(await db.job.count({ where: { businessId: member.businessId } })).toBe(1);

  clock.advance(minutes(14));
  await eraseDueContent();
  clock.reset();
  const receipt = await (await get(`/tts/receipt?id=${trackingId}`, key)).json();
  expect(receipt).toMatchObject({ erasedAt: expect.any(String), requestedBy: expect.stringMatching(/^key_/) });
  expect([verifyReceipt(receipt), verifyReceipt({ ...receipt, retention: undefined })]).toEqual([true, false]);
  expect((await get(`/tts/receipt?id=${trackingId}`, outsider.key)).status).toBe(404);
  expect((await get(`/tts/receipt?id=${trackingId}`, await makeKey(member, undefined, "test"))).status).toBe(404);
});

test("members see figures of such a request and nothing of its content, also while its audio can be downloaded", async () => {
  const { key, ...member } = await makePartner();
  const trackingId = String((await speak(key)).headers.get("x-tracking-id"));
  await recorded([trackingId]);
  const job = await getJob(member, trackingId);
  expect(await describeJob(job)).toMatchObject({
    keepsNothing: true,
    isReadable: false,
    audioPath: null,
    words: null,
    characters: [...said.text].length,
  });
  expect(await describeRow(job)).toMatchObject({ keepsNothing: true, isReadable: false, excerpt: "", spark: null });
  expect((await getTrace(member, trackingId)).steps.find(({ kind }) => kind === "result")).toMatchObject({
    expiresAt: null,
  });
});

test("a wish that is not known is rejected as each API rejects, and a key's option is never taken back", async () => {
  const { key, ...member } = await makePartner();
  const send = (path: string, headers: Record<string, string>) =>
    fetch(server.url + path, {
      method: "POST",
      headers: { "x-api-key": key, "content-type": "application/json", ...headers },
      body: JSON.stringify({ text: said.text, input: said.text, voice: "nova", model: "tts-1" }),
    });
  const [ours, openAi, elevenLabs, deepgram] = await Promise.all([
    send("/tts", { "x-retention": "some" }),
    send("/v1/audio/speech", { "x-retention": "some" }),
    send("/v1/text-to-speech/north-linh?enable_logging=maybe", {}),
    send("/v1/speak?mip_opt_out=maybe", {}),
  ]);
  expect([ours, openAi, elevenLabs, deepgram].map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  expect(await ours.json()).toMatchObject({ code: "INVALID_REQUEST", param: "X-Retention" });
  expect(await openAi.json()).toMatchObject({ error: { code: "INVALID_REQUEST", param: "X-Retention" } });
  expect(await elevenLabs.json()).toMatchObject({ detail: { status: "invalid_request", param: "enable_logging" } });
  expect(await deepgram.json()).toMatchObject({ err_code: "INVALID_REQUEST", param: "mip_opt_out" });
  await db.apiKey.updateMany({ where: { businessId: member.businessId }, data: { keepsNothing: true } });
  expect((await speak(key, { "x-retention": "default" })).headers.get("x-retention")).toBe("none");
});
