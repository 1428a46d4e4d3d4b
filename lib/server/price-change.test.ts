// @module-tag promise
// @module-tag slow
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type PriceUnit, quote } from "@/lib/money/prices/quote";
import { audit } from "@/lib/money/wallet/books/differences";
import { formatMilli } from "@/lib/platform/amounts";
import { seconds } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/ids";
import { openStream } from "@/lib/platform/stream/open";
import { makeKey, makeMember } from "@/prisma/factories";
import { startApiProcesses } from "@/testing/harness/api-processes";
import { isDeep } from "@/testing/harness/deep";
import { settleCalls } from "@/testing/harness/settle-calls";
import { promised } from "@/testing/promises";

let api: Awaited<ReturnType<typeof startApiProcesses>>;
beforeAll(async () => {
  api = await startApiProcesses(isDeep ? 3 : 1);
}, 120_000);
afterAll(async () => {
  await api.stop();
  await openStream().close();
});

type Answered = { trackingId: string; said: string | null; sentAt: number; answeredAt: number };

async function speak(url: string, key: string): Promise<Answered> {
  const sentAt = Date.now();
  const response = await fetch(`${url}/tts`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak" }),
  });
  const [trackingId, said] = ["x-tracking-id", "x-charge-vnd"].map((name) => response.headers.get(name));
  expect(response.status, await response.text()).toBe(200);
  return { trackingId: trackingId ?? "", said: said ?? null, sentAt, answeredAt: Date.now() };
}

/** Reads the price, and a second later sends a request that names it. */
async function speakAsShown(url: string, key: string) {
  const models = await (await fetch(`${url}/tts/models`, { headers: { "x-api-key": key } })).json();
  const model = models.models.find(({ modelId }: { modelId: string }) => modelId === "vang-espeak");
  await sleep(seconds(1));
  const response = await fetch(`${url}/tts`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json", "x-price-id": model.priceId },
    body: JSON.stringify({ text: "Xin chào", voiceId: "north-linh", modelId: "vang-espeak" }),
  });
  const { code } = await response.json();
  return { shown: formatMilli(quote(model, 8)), said: response.headers.get("x-charge-vnd"), code };
}

/** Prices that begin so many seconds from now, as `registerLines` would write them, only sooner. */
async function announce(...prices: { priceVnd: number; inSeconds: number; businessId: string | null }[]) {
  const createdAt = new Date();
  const line = { modelId: "vang-espeak", unit: "1000_characters", source: "operator", createdAt };
  const data = prices.map(({ inSeconds, ...price }) => ({
    ...{ ...line, ...price, id: newId("price") },
    from: new Date(+createdAt + seconds(inSeconds)),
  }));
  // One statement, so that a busy machine does not write some of them after they began.
  await db.price.createMany({ data });
}

test("while prices change each job is charged what its response said, by the price in force when it came", async () => {
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  const partner = await makeMember({ creditMilli: 1_000_000_000n });
  const keys = [await makeKey(member), await makeKey(partner)] as const;
  // Engines start with the first request, which may fail meanwhile on a busy machine.
  for (const url of api.urls) await vi.waitFor(() => speak(url, keys[0]), { timeout: 100_000, interval: 500 });

  // Longer ahead than the three seconds within which a process reads prices again.
  const prices = (isDeep ? [310, 320, 330] : [330]).map((priceVnd, index) => ({ priceVnd, inSeconds: 4 + 2 * index }));
  await announce(...prices.map((price) => ({ ...price, businessId: null })), {
    priceVnd: 100,
    inSeconds: 5,
    businessId: partner.businessId,
  });
  const until = Date.now() + seconds(isDeep ? 10 : 6);
  const lanes = api.urls.flatMap((url) =>
    keys.map(async (key, owner) => {
      const answered: (Answered & { owner: number })[] = [];
      while (Date.now() < until) {
        answered.push({ ...(await speak(url, key)), owner });
        await sleep(isDeep ? 50 : 150);
      }
      return [...answered, { ...(await speak(url, key)), owner }];
    }),
  );
  const shown = api.urls.flatMap((url) =>
    keys.map(async (key) => {
      const answers: Awaited<ReturnType<typeof speakAsShown>>[] = [];
      while (Date.now() < until) answers.push(await speakAsShown(url, key));
      return answers;
    }),
  );
  const answered = (await Promise.all(lanes)).flat();
  for (const { shown: vnd, said, code } of (await Promise.all(shown)).flat()) {
    expect(code ?? said).toBe(code ? "PRICE_CHANGED" : vnd);
  }
  await settleCalls();

  const rows = await db.price.findMany({ where: { modelId: "vang-espeak" }, orderBy: { from: "asc" } });
  const where = { trackingId: { in: answered.map(({ trackingId }) => trackingId) } };
  const jobs = new Map((await db.job.findMany({ where })).map((job) => [job.trackingId, job]));
  const charges = await db.transfer.findMany({ where: { ...where, kind: "charge" } });
  const chargeOf = new Map(charges.map((charge) => [charge.trackingId, charge]));
  const named = new Set<string | null>();
  const different: string[] = [];
  for (const { trackingId, said, sentAt, answeredAt, owner } of answered) {
    const price = rows.find(({ id }) => id === jobs.get(trackingId)?.priceId);
    const amountMilli = quote({ priceVnd: price?.priceVnd ?? 0, unit: price?.unit as PriceUnit }, 8);
    const expected = { priceId: price?.id, units: 8, amountMilli };
    expect(jobs.get(trackingId)).toMatchObject(expected);
    expect(chargeOf.get(trackingId)).toMatchObject(expected);
    if (said !== formatMilli(amountMilli)) different.push(trackingId);

    // At some moment between the request and its response this price was the one in force for its business.
    const candidates = rows.filter((one) => one.businessId === (price?.businessId ?? null));
    const next = candidates[candidates.findIndex(({ id }) => id === price?.id) + 1];
    const own = owner === 1 ? rows.find((one) => one.businessId === partner.businessId) : undefined;
    const end = price?.businessId === null && own && (!next || own.from < next.from) ? own : next;
    expect(+(price?.from ?? Number.NaN)).toBeLessThanOrEqual(answeredAt);
    expect(+(end?.from ?? Number.POSITIVE_INFINITY)).toBeGreaterThan(sentAt);
    if (price?.businessId) expect(owner).toBe(1);
    named.add(price?.id ?? null);
  }
  expect(different).toHaveLength(promised("T5"));
  // On a busy machine one may have come and gone between two requests, but not the first, the last and the own price.
  for (const priceVnd of [300, 330, 100]) expect(named).toContain(rows.find((one) => one.priceVnd === priceVnd)?.id);
  expect(await audit()).toEqual([]);
}, 240_000);
