// @module-tag promise
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeWav } from "@/lib/audio/wav";
import { type PriceUnit, quote } from "@/lib/billing/prices/quote";
import { clock } from "@/lib/clock";
import { db } from "@/lib/db";
import { env } from "@/lib/env";
import { newId } from "@/lib/ids";
import { formatMilli } from "@/lib/wallet/amounts";
import { audit } from "@/lib/wallet/audit";
import { makeKey, makeMember } from "@/prisma/factories";
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

async function makePartner() {
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  return { ...member, key: await makeKey(member) };
}

/** Agrees a price with one business, and waits until this process has read it. */
async function agree({ businessId, key }: { businessId: string; key: string }, modelId: string, priceVnd: number) {
  const unit = modelId === "listener" ? "second" : "1000_characters";
  const createdAt = clock.now();
  const row = {
    id: newId("price"),
    modelId,
    businessId,
    from: createdAt,
    priceVnd,
    unit,
    source: "operator",
    createdAt,
  };
  await db.price.create({ data: row });
  await expect.poll(() => listedPrice(key, modelId), { timeout: 5000 }).toBe(priceVnd);
  return row.id;
}

async function listedPrice(key: string, modelId: string) {
  const { models } = (await api.get("/tts/models", key)).json as { models: { modelId: string; priceVnd: number }[] };
  return models.find((model) => model.modelId === modelId)?.priceVnd;
}

const speak = (key: string, text: string) =>
  api.post("/tts", key, { text, voiceId: "south-ngoc", modelId: "vang-espeak" });

async function transcribeOnce(key: string, seconds: number) {
  const sound = await encodeWav({ samples: makeTone(220, 16_000, seconds), sampleRate: 16_000 });
  const body = new FormData();
  body.append("modelId", "listener");
  body.append("file", new Blob([sound]), "a.wav");
  return api.call("POST", "/stt", { key, body });
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
