// @module-tag promise
// @module-tag slow
import { writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { type PriceUnit, quote } from "@/lib/money/prices/quote";
import { audit } from "@/lib/money/wallet/books/differences";
import { formatMilli } from "@/lib/platform/amounts";
import { clock, hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { ModelRecord } from "@/lib/speech/schema";
import { makeKey, makeMember, makePrice } from "@/prisma/factories";
import { makeTone } from "@/testing/fakes/sound";
import { type SpeechServer, sendJson, startSpeechServer, well } from "@/testing/fakes/speech-server";
import { type Answer, startApi } from "@/testing/harness/api";
import { settleCalls } from "@/testing/harness/settle-calls";

let api: Awaited<ReturnType<typeof startApi>>;
let engine: SpeechServer;
beforeAll(async () => {
  engine = await startSpeechServer();
  const prices = [{ priceVnd: 20, from: "2026-01-01T00:00:00+07:00" }];
  const model = { kind: "stt", modelId: "listener", upstreamModel: "whisper-1", name: "Listener", prices };
  const engines = [{ id: "remote", type: "openai", upstreams: [{ baseUrl: engine.url }], models: [model] }];
  writeFileSync(env.VANG_ENGINES, JSON.stringify({ engines }));
  api = await startApi();
});
afterAll(async () => {
  await api.close();
  await engine.close();
});

afterEach(() => {
  vi.restoreAllMocks();
  engine.behave(well);
});

async function makePartner() {
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  return { ...member, key: await makeKey(member) };
}

type Partner = { businessId: string; key: string };

/** Agrees a price with one business from a moment on, now by default, and waits until this process has read it. */
async function agree({ businessId, key }: Partner, modelId: string, priceVnd: number, from?: Date) {
  const id = await makePrice(businessId, { modelId, priceVnd, from });
  const listed = async () => {
    const model = await listedModel(key, modelId);
    return from ? model?.nextPrice?.priceVnd : model?.priceVnd;
  };
  await expect.poll(listed, { timeout: 5000 }).toBe(priceVnd);
  return id;
}

async function listedModel(key: string, modelId: string) {
  const { models } = (await api.get("/tts/models", key)).json as { models: ModelRecord[] };
  return models.find((model) => model.modelId === modelId);
}

const listedPrice = async (key: string, modelId: string) => (await listedModel(key, modelId))?.priceVnd;

const speak = (key: string, text: string, headers?: HeadersInit) =>
  api.call("POST", "/tts", { key, headers, json: { text, voiceId: "south-ngoc", modelId: "vang-espeak" } });

async function transcribeOnce(key: string, seconds: number, headers?: HeadersInit) {
  const sound = await encodeWav({ samples: makeTone(220, 16_000, seconds), sampleRate: 16_000 });
  const body = new FormData();
  body.append("modelId", "listener");
  body.append("file", new Blob([sound]), "a.wav");
  return api.call("POST", "/stt", { key, body, headers });
}

/** What the response, the hold, the record and the charge of one job say of its price. */
async function chargeOf({ headers }: Answer) {
  const trackingId = headers.get("x-tracking-id") ?? "";
  const where = { trackingId };
  const [hold, job, charge] = await Promise.all([
    db.hold.findUniqueOrThrow({ where }),
    db.job.findUniqueOrThrow({ where }),
    db.transfer.findFirst({ where: { trackingId, kind: "charge" } }),
  ]);
  const price = await db.price.findUniqueOrThrow({ where: { id: headers.get("x-price-id") ?? "" } });
  const described = ["x-price-vnd", "x-price-from"].map((name) => headers.get(name));
  expect(described).toEqual([String(price.priceVnd), price.from.toISOString()]);
  return { said: headers.get("x-charge-vnd"), hold, job, charge };
}

test("response, hold, record and charge of a job name one price and as many units as its amount is made of", async () => {
  const partner = await makePartner();
  const answers = [await speak(partner.key, "Xin chào Việt Nam"), await transcribeOnce(partner.key, 2.4)];
  await settleCalls();
  for (const [index, answer] of answers.entries()) {
    const { said, hold, job, charge } = await chargeOf(answer);
    const price = await db.price.findUniqueOrThrow({ where: { id: job.priceId ?? "" } });
    expect(job.units).toBe(index === 0 ? 17 : 3);
    const amountMilli = quote({ priceVnd: price.priceVnd, unit: price.unit as PriceUnit }, job.units ?? 0);
    for (const one of [hold, job, charge]) {
      expect(one).toMatchObject({ priceId: price.id, units: job.units, amountMilli });
    }
    expect(said).toBe(formatMilli(amountMilli));
  }
  expect(await audit()).toEqual([]);
});

test("a business is shown and charged its own price, and no other business sees it", async () => {
  const [partner, other] = [await makePartner(), await makePartner()];
  const priceId = await agree(partner, "vang-espeak", 450);
  const otherPrice = await agree(other, "listener", 7);

  expect([await listedPrice(partner.key, "vang-espeak"), await listedPrice(other.key, "vang-espeak")]).toEqual([
    450, 300,
  ]);
  expect([await listedPrice(partner.key, "listener"), await listedPrice(other.key, "listener")]).toEqual([20, 7]);

  const own = await speak(partner.key, "Chào");
  const general = await speak(other.key, "Chào");
  const recognized = await transcribeOnce(other.key, 1);
  expect([own, general, recognized].map(({ headers }) => headers.get("x-charge-vnd"))).toEqual(["1.8", "1.2", "7"]);
  await settleCalls();
  expect((await chargeOf(own)).charge).toMatchObject({ priceId, units: 4, amountMilli: 1800n });
  expect((await chargeOf(general)).charge?.priceId).not.toBe(priceId);
  expect((await chargeOf(recognized)).charge).toMatchObject({ priceId: otherPrice, units: 1, amountMilli: 7000n });
});

test("a free job names its price and no units, and one that is partly free the units it is charged", async () => {
  engine.behave((seen, response) =>
    seen.path.endsWith("/transcriptions") ? sendJson(response, 200, { text: "" }) : well(seen, response),
  );
  const { key } = await makePartner();
  const free = await transcribeOnce(key, 300);
  const silent = await transcribeOnce(key, 20.5);
  await settleCalls();
  const [first, second] = [await chargeOf(free), await chargeOf(silent)];
  expect(first).toMatchObject({ said: "0", job: { amountMilli: 0n, units: 0 }, charge: null });
  expect(first.job.priceId).toMatch(/^prc_/);
  const lowered = { amountMilli: 420_000n, priceId: first.job.priceId, units: 21 };
  expect(second).toMatchObject({ said: "420", hold: lowered, job: lowered, charge: lowered });
});

/** A business whose prices change in an hour, with the moment and both prices; `at` sets the clock to before or at it. */
async function makeChange(modelId: string, priceVnd: number) {
  const partner = await makePartner();
  const border = new Date(Math.floor(clock.now().getTime() / 1000) * 1000 + hours(1));
  const later = await agree(partner, modelId, priceVnd, border);
  const { priceId: sooner = "" } = (await listedModel(partner.key, modelId)) ?? {};
  const moments = { before: new Date(border.getTime() - 1), after: border };
  const at = (moment: keyof typeof moments) => vi.spyOn(clock, "now").mockReturnValue(moments[moment]);
  return { ...partner, border, sooner, later, at };
}

const shown = (priceId: string, idempotencyKey?: string) => ({
  "x-price-id": priceId,
  ...(idempotencyKey && { "idempotency-key": idempotencyKey }),
});

const saidOf = ({ status, headers, json }: Answer) => [
  status === 200 ? headers.get("x-charge-vnd") : json.code,
  headers.get("x-price-id"),
];

test("until the last millisecond of a price a request is shown and charged it, and from then on the next one", async () => {
  const { key, border, sooner, later, at } = await makeChange("vang-espeak", 450);
  const preview = async () =>
    (await api.post("/tts/preview", key, { text: "Chào", voiceId: "south-ngoc", modelId: "vang-espeak" })).json;
  at("before");
  expect(await listedModel(key, "vang-espeak")).toMatchObject({
    priceId: sooner,
    nextPrice: { priceId: later, priceVnd: 450, unit: "1000_characters", from: border.toISOString() },
  });
  expect(await preview()).toMatchObject({ chargeVnd: 1.2, price: { priceId: sooner, priceVnd: 300 } });
  const first = await speak(key, "Chào");
  at("after");
  expect(await listedModel(key, "vang-espeak")).toMatchObject({
    priceId: later,
    priceVnd: 450,
    priceFrom: border.toISOString(),
    nextPrice: null,
  });
  expect(await preview()).toMatchObject({ chargeVnd: 1.8, price: { priceId: later, from: border.toISOString() } });
  const second = await speak(key, "Chào");
  expect([first, second].map(saidOf)).toEqual([
    ["1.2", sooner],
    ["1.8", later],
  ]);
});

test("a request that names the price it was shown is charged by it, or rejected without hold, job and charge", async () => {
  const { businessId, key, sooner, later, at } = await makeChange("vang-espeak", 450);
  const foreign = await agree(await makePartner(), "vang-espeak", 7);
  at("before");
  expect(saidOf(await speak(key, "Chào", shown(sooner)))).toEqual(["1.2", sooner]);
  for (const other of [later, foreign, "prc_unknown"]) {
    expect(saidOf(await speak(key, "Chào", shown(other)))).toEqual(["PRICE_CHANGED", sooner]);
  }
  at("after");
  const rejected = await speak(key, "Chào", shown(sooner));
  expect(saidOf(rejected)).toEqual(["PRICE_CHANGED", later]);
  expect(rejected).toMatchObject({
    status: 409,
    json: { retryable: false, message: expect.stringContaining("450 ₫") },
  });
  expect(saidOf(await speak(key, "Chào", shown(later)))).toEqual(["1.8", later]);
  await settleCalls();
  const where = { businessId };
  expect([await db.hold.count({ where }), await db.job.count({ where })]).toEqual([2, 2]);
  expect(await audit()).toEqual([]);
});

test("a repeat of a finished job gets its result also after its price has changed, and a rejected key stays free", async () => {
  const { key, sooner, later, at } = await makeChange("vang-espeak", 450);
  at("before");
  const first = await speak(key, "Chào", shown(sooner, "order-1"));
  at("after");
  const again = await speak(key, "Chào", shown(sooner, "order-1"));
  expect(again.headers.get("idempotent-replayed")).toBe("true");
  expect(again.json.trackingId).toBe(first.json.trackingId);
  expect(saidOf(await speak(key, "Chào em", shown(sooner, "order-1")))[0]).toBe("IDEMPOTENCY_MISMATCH");
  expect(saidOf(await speak(key, "Chào", shown(sooner, "order-2")))[0]).toBe("PRICE_CHANGED");
  expect(saidOf(await speak(key, "Chào", shown(later, "order-2")))).toEqual(["1.8", later]);
});

test("a transcription that began before a change is charged by the price it was shown, and none begins by it afterwards", async () => {
  const { key, sooner, later, at } = await makeChange("listener", 30);
  engine.behave((seen, response) => {
    at("after");
    return well(seen, response);
  });
  at("before");
  const began = await transcribeOnce(key, 2, shown(sooner));
  expect(saidOf(began)).toEqual(["40", sooner]);
  expect(saidOf(await transcribeOnce(key, 2, shown(sooner)))).toEqual(["PRICE_CHANGED", later]);
  expect(saidOf(await transcribeOnce(key, 2))).toEqual(["60", later]);
  await settleCalls();
  const { job, charge } = await chargeOf(began);
  for (const one of [job, charge]) expect(one).toMatchObject({ priceId: sooner, units: 2, amountMilli: 40_000n });
});
