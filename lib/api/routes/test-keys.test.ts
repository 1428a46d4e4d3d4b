// @module-tag slow
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { offeredScopes, type Scope } from "@/lib/access/principals/scopes";
import { decode } from "@/lib/engines/audio/decode";
import { decodeWav } from "@/lib/engines/audio/decoding/wav";
import type { Audio } from "@/lib/engines/audio/formats";
import { type Sniffed, sniff } from "@/lib/engines/audio/sniff";
import { encodeWav } from "@/lib/engines/audio/wav";
import { demoProvider } from "@/lib/engines/providers/demo/provider";
import { espeakProvider } from "@/lib/engines/providers/espeak/provider";
import { occupancyOf } from "@/lib/engines/resilience/call";
import { flushRejectedRequests } from "@/lib/keys/request-log/record";
import { listRequests } from "@/lib/keys/request-log/requests";
import { createKey } from "@/lib/keys/service";
import { audit } from "@/lib/money/wallet/books/differences";
import { clock, days } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { vietnamDay } from "@/lib/platform/vietnam-time";
import { listJobs } from "@/lib/speech/history/list";
import { makeKey, makeKeySettings, makeMember } from "@/prisma/factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { startReceiver } from "@/testing/fakes/receiver";
import { startApi } from "@/testing/harness/api";
import { openaiOf } from "@/testing/harness/openai";
import { sendWebhooks } from "@/testing/harness/send-webhooks";
import { settleCalls } from "@/testing/harness/settle-calls";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const hello = { text: "Xin chào Việt Nam", voiceId: "north-linh", modelId: "vang-espeak", audioFormat: "wav" };

async function makePartner(creditMilli = 50_000_000n) {
  const member = await makeMember({ creditMilli });
  const scopes: readonly Scope[] = offeredScopes;
  return { ...member, live: await makeKey(member, scopes), key: await makeKey(member, scopes, "test") };
}

const speak = (key: string, path = "/tts", body: object = hello, headers = {}) =>
  fetch(`${api.url}${path}`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

type Delivered = { id: string; livemode: boolean; data: { chargeVnd: string } };

const silent = (seconds: number) => ({ samples: new Float32Array(seconds * 16_000), sampleRate: 16_000 });

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

async function recognize(key: string, audio: Buffer) {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(audio)]), "speech.wav");
  const headers = { "x-api-key": key };
  const response = await fetch(`${api.url}/stt`, { method: "POST", headers, body: form });
  expect(response.headers.get("x-charge-vnd")).toBe("0");
  return (await response.json()).transcript as string;
}

test("a test key speaks behind a spoken mark, whole and streamed, and transcribes, without credit, and nothing is held, charged or counted", async () => {
  const { key, ...member } = await makePartner(0n);
  const { businessId } = member;
  const whole = await speak(key);
  expect(whole.headers.get("x-charge-vnd")).toBe("0");
  const { audioUrl, trackingId } = await whole.json();
  const openai = openaiOf(api.url, key);
  const aliased = { model: "tts-1", voice: "alloy", input: hello.text, response_format: "wav" } as const;
  const streamed = await speak(key, "/tts/stream", hello, { "idempotency-key": "1" });
  expect(streamed.headers.get("x-charge-vnd")).toBe("0");
  const outputs = [
    await bytesOf(await fetch(api.url + audioUrl.slice(new URL(audioUrl).origin.length))),
    await bytesOf(streamed),
    await bytesOf(await openai.audio.speech.create(aliased)),
  ];
  for (const audio of outputs) expect(await recognize(key, audio)).toMatch(/^bản th\S+ xin chào việt nam$/);
  await settleCalls();

  const jobs = await db.job.findMany({ where: { businessId } });
  expect(jobs.map(({ mode, status, amountMilli, units }) => ({ mode, status, amountMilli, units }))).toEqual(
    Array(6).fill({ mode: "test", status: "completed", amountMilli: 0n, units: 0 }),
  );
  expect(jobs.find((job) => job.trackingId === trackingId)?.priceId).not.toBeNull();
  const where = { businessId };
  const counts = [db.hold.count({ where }), db.usageDay.count({ where }), db.usageHour.count({ where })];
  const ofKey = db.keySpend.count({ where: { keyId: { in: jobs.map(({ keyId }) => keyId) } } });
  const inLedger = db.transfer.count({ where: { trackingId: { in: jobs.map((job) => job.trackingId) } } });
  const free = db.dailyAllowance.count({
    where: { holderId: businessId, OR: [{ silentSeconds: { gt: 0 } }, { disconnects: { gt: 0 } }] },
  });
  expect(await Promise.all([...counts, ofKey, inLedger, free])).toEqual([0, 0, 0, 0, 0, 0]);
  expect(await audit()).toEqual([]);
});

test("the spoken mark is over the audio of a test key every 20 seconds, whole and streamed, in OpenAI's form and in every format", async () => {
  const { key, live } = await makePartner();
  // Thirty seconds without a word after the first.
  const text = `Một ${"[pause:10] ".repeat(3)} hai`;
  const loudestFrom = ({ samples, sampleRate }: Audio, from: number, to: number) =>
    samples.subarray(from * sampleRate, to * sampleRate).reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const expectMark = (audio: Audio) => {
    expect(loudestFrom(audio, 20.1, 20.6)).toBeGreaterThan(0.05);
    expect(loudestFrom(audio, 10, 19.8)).toBeLessThan(0.02);
  };
  const isQuiet = (audio: Audio) => loudestFrom(audio, 20.1, 20.6) < 0.02;
  const wavOf = (bytes: Uint8Array) => {
    const decoded = decodeWav(bytes, { sampleRate: 16_000, maxSeconds: 60 });
    if (!decoded) throw new Error("no WAV");
    return decoded;
  };
  const whole = async (by: string, body: object) => {
    const { audioUrl } = await (await speak(by, "/tts", { ...hello, text, ...body })).json();
    return bytesOf(await fetch(api.url + audioUrl.slice(new URL(audioUrl).origin.length)));
  };
  expect(isQuiet(wavOf(await whole(live, {})))).toBe(true);
  const openai = openaiOf(api.url, key);
  const aliased = { model: "tts-1", voice: "alloy", input: text, response_format: "wav" } as const;
  for (const bytes of [
    await whole(key, {}),
    await whole(key, { audioFormat: "mulaw", container: "wav" }),
    await bytesOf(await speak(key, "/tts/stream", { ...hello, text })),
    await bytesOf(await openai.audio.speech.create(aliased)),
  ])
    expectMark(wavOf(bytes));

  const { signal } = new AbortController();
  for (const audioFormat of ["mp3", "opus"] as const) {
    const path = join(await mkdtemp(join(tmpdir(), "mark-")), `speech.${audioFormat}`);
    const bytes = await whole(key, { audioFormat });
    await writeFile(path, bytes);
    const { container } = (await sniff({ path })) as Sniffed;
    expectMark(await decode({ path, container }, { signal, maxSeconds: 60 }));
  }
});

test("a test key finds, lists and erases test jobs only, a live key live ones, and the console lists them apart", async () => {
  const { key, live, ...member } = await makePartner();
  const again = { "idempotency-key": "order 1" };
  const [tested, real] = await Promise.all(
    [key, live].map(async (each) => (await speak(each, "/tts", hello, again)).json()),
  );
  expect(tested.trackingId).not.toBe(real.trackingId);
  const repeated = await speak(key, "/tts", hello, again);
  expect(repeated.headers.get("idempotent-replayed")).toBe("true");
  expect((await repeated.json()).trackingId).toBe(tested.trackingId);
  await settleCalls();

  const idsOf = async (by: string, query = "") =>
    ((await api.get(`/history${query}`, by)).json.jobs as { trackingId: string }[]).map(({ trackingId }) => trackingId);
  for (const [by, own, other] of [
    [key, tested, real],
    [live, real, tested],
  ] as const) {
    expect(await idsOf(by)).toEqual([own.trackingId]);
    expect(await idsOf(by, `?trackingId=${other.trackingId}`)).toEqual([]);
    expect((await api.get(`/tts/jobs?id=${own.trackingId}`, by)).status).toBe(200);
    for (const path of [`/tts/jobs?id=${other.trackingId}`, `/ai/tts/${other.trackingId}`]) {
      expect((await api.get(path, by)).json.code).toBe("RESULT_NOT_FOUND");
      const headers = { "x-api-key": by };
      expect((await fetch(`${api.url}${path}`, { method: "DELETE", headers })).status).toBe(404);
    }
  }
  const erase = async (by: string) =>
    (await fetch(`${api.url}/tts/jobs?id=${tested.trackingId}`, { method: "DELETE", headers: { "x-api-key": by } }))
      .status;
  expect([await erase(key), await erase(live)]).toEqual([200, 404]);
  const listed = async (mode?: "live" | "test", by = member) =>
    (await listJobs(by, { filter: { mode } })).jobs.map(({ trackingId }) => trackingId);
  expect(await listed()).toEqual([real.trackingId]);
  expect(await listed("live")).toEqual([real.trackingId]);
  expect(await listed("test")).toEqual([tested.trackingId]);
  expect((await listJobs(member, { filter: { q: tested.trackingId } })).jobs).toHaveLength(1);
  const other = await makeMember();
  expect(await listed("test", { ...other, ...(await makePartner()) })).toEqual([]);
  expect((await listJobs(other, { filter: { q: tested.trackingId } })).jobs).toEqual([]);
});

test("a test key reaches no production engine, changes nothing that live keys use, and never reads the credit", async () => {
  const { key, live } = await makePartner();
  const code = async (method: string, path: string, body?: object) => {
    const headers = { "x-api-key": key, "content-type": "application/json" };
    const response = await fetch(`${api.url}${path}`, { method, headers, body: body && JSON.stringify(body) });
    return (await response.json()).code;
  };
  expect(await code("GET", "/webhooks")).toBe("LIVE_KEY_REQUIRED");
  expect(await code("POST", "/webhooks", { url: "https://example.com", eventTypes: ["*"] })).toBe("LIVE_KEY_REQUIRED");
  expect(await code("PUT", "/pronunciations", { written: "AI", spoken: "ây ai" })).toBe("LIVE_KEY_REQUIRED");
  expect(await code("GET", "/pronunciations")).toBeUndefined();
  expect((await api.get("/balance", key)).json).toMatchObject({ availableVnd: 1_000_000, heldVnd: 0, daysLeft: null });
  expect((await api.get("/balance", live)).json.availableVnd).toBe(50_000);

  Object.assign(espeakProvider, { isForTests: false });
  try {
    expect((await api.get("/tts/voices", key)).json.voices).toEqual([]);
    const refused = await api.post("/tts", key, hello);
    expect(refused).toMatchObject({ status: 403, json: { code: "LIVE_KEY_REQUIRED", param: "modelId" } });
    const aliased = { model: "tts-1", voice: hello.voiceId, input: hello.text };
    expect((await api.post("/v1/audio/speech", key, aliased)).json.code).toBe("LIVE_KEY_REQUIRED");
    expect((await api.post("/tts", live, hello)).status).toBe(200);
  } finally {
    Object.assign(espeakProvider, { isForTests: true });
  }
});

test("test keys have limits of their own, which live keys do not feel, and their rejections are not in the usage", async () => {
  const { key, live, ...member } = await makePartner();
  const codes = await Promise.all(
    Array.from({ length: 60 }, async () => (await api.get("/tts/jobs?id=tts_1", key)).json.code),
  );
  expect(codes.filter((code) => code === "RATE_LIMITED_BUSINESS").length).toBeGreaterThan(0);
  expect((await api.get("/tts/jobs?id=tts_1", live)).json.code).toBe("RESULT_NOT_FOUND");
  await flushRejectedRequests();
  const of = async (mode?: "test") => (await listRequests(member, { limit: 100, filter: { mode } })).requests.length;
  expect(await of("test")).toBe(60);
  expect(await of()).toBe(1);
  expect(await db.usageHour.count({ where: { businessId: member.businessId } })).toBe(0);
});

test("long recordings of a test key keep no live key of its business waiting", async () => {
  const { key, live } = await makePartner();
  const speech = async (by: string, text: string) => bytesOf(await speak(by, "/tts/stream", { ...hello, text }));
  const [long, short] = [await speech(key, "xin chào việt nam. ".repeat(15)), await speech(live, "xin chào")];
  const ended: string[] = [];
  const send = async (by: string, audio: Buffer, name: string) => {
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(audio)]), "speech.wav");
    const response = await fetch(`${api.url}/stt`, { method: "POST", headers: { "x-api-key": by }, body: form });
    ended.push(`${name} ${response.status}`);
  };
  const tests = ["one", "other"].map((name) => send(key, long, name));
  await expect.poll(() => occupancyOf(demoProvider).running, { timeout: 20_000 }).toBe(2);
  await Promise.all([...tests, send(live, short, "live")]);
  expect(ended[0]).toBe("live 200");
});

test("one person's long test streams, in many businesses, do not keep another person's test key waiting for their end", async () => {
  const { userId } = await makeMember();
  const businesses = await Promise.all([1, 2, 3].map(() => makeMember({ userId })));
  const keys = await Promise.all(businesses.map((member) => makeKey(member, offeredScopes, "test")));
  const { key } = await makePartner();
  const ended: string[] = [];
  const text = "Hôm nay trời nhiều mây, có mưa rào nhẹ. ".repeat(20);
  const read = async (by: string, name: string, body: object) => {
    const response = await speak(by, "/tts/stream", { ...hello, ...body });
    await response.arrayBuffer();
    ended.push(`${name} ${response.status}`);
  };
  const long = [...keys, ...keys].map((by) => read(by, "one", { text }));
  await expect.poll(() => occupancyOf(espeakProvider).running, { timeout: 20_000 }).toBe(6);
  await Promise.all([read(key, "other", {}), ...long]);
  expect(ended[0]).toBe("other 200");
  expect(ended.filter((each) => each === "one 200")).toHaveLength(6);
});

test("the audio of test keys is limited by the day and kept for a day; a repeat gets its result and live keys go on", async () => {
  const { key, live, businessId } = await makePartner();
  const again = { "idempotency-key": "order 1" };
  const { trackingId, audioDuration } = await (await speak(key, "/tts", hello, again)).json();
  const silence = new FormData();
  silence.set("file", new Blob([new Uint8Array(await encodeWav(silent(2)))]), "silence.wav");
  const send = (by: string) => fetch(`${api.url}/stt`, { method: "POST", headers: { "x-api-key": by }, body: silence });
  expect((await send(key)).status).toBe(200);
  await speak(live);
  await settleCalls();
  const counted = await db.dailyAllowance.aggregate({ where: { holderId: businessId }, _sum: { testSeconds: true } });
  expect(counted._sum).toEqual({ testSeconds: Math.ceil(audioDuration) + 2 });
  for (const job of await db.job.findMany({ where: { businessId, service: "tts" } })) {
    const keptDays = (+job.expiresAt - +job.createdAt) / days(1);
    expect(Math.round(keptDays)).toBe(job.mode === "test" ? 1 : 30);
  }

  for (const day of [clock.now(), new Date(+clock.now() + days(1))].map(vietnamDay)) {
    const used = { testSeconds: 7200 };
    const where = { holderId_day: { holderId: businessId, day } };
    await db.dailyAllowance.upsert({ where, update: used, create: { holderId: businessId, day, ...used } });
  }
  for (const response of [await speak(key), await speak(key, "/tts/stream"), await send(key)]) {
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({
      code: "TOO_MANY_ATTEMPTS",
      message: expect.stringContaining("2 hours"),
    });
  }
  expect((await (await speak(key, "/tts", hello, again)).json()).trackingId).toBe(trackingId);
  expect((await speak(live)).status).toBe(200);
  await settleCalls();
  expect(await db.job.count({ where: { businessId, mode: "test" } })).toBe(2);
});

test("events of a test key have livemode false, also as delivered, and each key reads those of its mode", async () => {
  const { key, live, businessId } = await makePartner();
  const receiver = await startReceiver();
  const { secret } = await makeEndpoint({ businessId }, { url: receiver.url });
  await speak(key);
  await speak(live);
  await settleCalls();
  const recorded = await db.event.findMany({ where: { businessId }, orderBy: { createdAt: "asc" } });
  expect(recorded.map(({ livemode }) => livemode).sort()).toEqual([false, true]);
  for (const [by, livemode] of [
    [key, false],
    [live, true],
  ] as const) {
    const { json } = await api.get("/events", by);
    expect(json.events).toMatchObject([{ type: "tts.completed", isTest: false, livemode }]);
  }
  await sendWebhooks();
  await receiver.close();
  const delivered = receiver.received.map(({ body, headers }) =>
    new Webhook(secret).verify(body, headers),
  ) as Delivered[];
  // An event can be delivered more than once.
  const events = new Map(delivered.map((event) => [event.id, event]));
  expect([...events.values()].map(({ livemode, data }) => [livemode, data.chargeVnd]).sort()).toEqual([
    [false, "0"],
    [true, "5.1"],
  ]);
});

test("a test key has its own prefix, no spending cap, and bounds below those of live keys", async () => {
  const member = await makeMember();
  const settings = makeKeySettings({ monthlyCap: "500000" });
  const { id, secret } = await createKey(member, { ...settings, mode: "test" });
  expect(secret).toMatch(/^vang_test_/);
  expect(await db.apiKey.findUniqueOrThrow({ where: { id } })).toMatchObject({ mode: "test", monthlyCapMilli: null });
  const above = { ...makeKeySettings({ requestsPerMinute: "21" }), mode: "test" as const };
  await expect(createKey(member, above)).rejects.toMatchObject({ details: { param: "requestsPerMinute" } });
  await createKey(member, makeKeySettings({ requestsPerMinute: "21" }));
});
