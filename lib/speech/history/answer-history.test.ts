// @module-tag promise
import { afterAll, beforeAll, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { makeFinished } from "@/prisma/speech-factories";
import { startApi } from "@/testing/harness/api";
import { makeUsagePartner, noon, recordJobs } from "@/testing/harness/recorded-usage";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

test("history has each job of the business once, with its price, units and charge, newest first", async () => {
  const [{ member, businessId, keyId, secret }, other] = [await makeUsagePartner(), await makeUsagePartner()];
  const price = await db.price
    .findFirstOrThrow({ where: { modelId: "vang-espeak", businessId: null } })
    .catch(() => null);
  const priceId = price?.id ?? null;
  const jobs = Array.from({ length: 25 }, (_, index) =>
    makeFinished(
      { businessId, keyId },
      {
        priceId,
        units: 17,
        status: index % 5 ? "completed" : "failed",
        resultCode: index % 5 ? null : "PROVIDER_FAILED",
        createdAt: new Date(Date.parse(noon) + index).toISOString(),
      },
    ),
  );
  await recordJobs(jobs);
  const found: { trackingId: string }[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page = await api.get(
      `/history?limit=10&from=2026-11-21&to=2026-11-21${cursor && `&cursor=${cursor}`}`,
      secret,
    );
    found.push(...(page.json.jobs as typeof found));
    cursor = page.json.next as string | null;
  }
  expect(found.map(({ trackingId }) => trackingId)).toEqual(jobs.map(({ trackingId }) => trackingId).toReversed());
  expect(found[0]).toMatchObject({
    keyName: "Tổng đài",
    units: 17,
    chargeVnd: 5.1,
    price: price && { priceId, priceVnd: price.priceVnd, unit: "1000_characters" },
  });
  expect((await api.get("/history?status=failed", secret)).json.jobs).toHaveLength(5);
  expect((await api.get(`/history?trackingId=${jobs[3]?.trackingId}`, secret)).json.jobs).toHaveLength(1);
  expect((await api.get(`/history?trackingId=${jobs[3]?.trackingId}`, other.secret)).json.jobs).toEqual([]);
  expect((await api.get("/history", other.secret)).json.jobs).toEqual([]);
  expect(member.businessId).toBe(businessId);
});

test("history finds the jobs with a key and value of their metadata, and none of another business", async () => {
  const [{ businessId, keyId, secret }, other] = [await makeUsagePartner(), await makeUsagePartner()];
  const of = (metadata: Record<string, string> | null) => makeFinished({ businessId, keyId }, { metadata });
  const jobs = [of({ orderId: "1024", "a.b": "x:1" }), of({ orderId: "10245" }), of({ note: "1024" }), of(null)];
  await recordJobs(jobs);
  const find = async (metadata: string, of = secret) => {
    const { json } = await api.get(`/history?metadata=${encodeURIComponent(metadata)}`, of);
    return (json.jobs as { trackingId: string }[]).map(({ trackingId }) => trackingId);
  };
  expect(await find("orderId:1024")).toEqual([jobs[0]?.trackingId]);
  expect(await find("a.b:x:1")).toEqual([jobs[0]?.trackingId]);
  for (const unknown of ["orderId:", "orderId:102", "a:x", "%:1024"]) expect(await find(unknown), unknown).toEqual([]);
  expect(await find("orderId:1024", other.secret)).toEqual([]);
});
