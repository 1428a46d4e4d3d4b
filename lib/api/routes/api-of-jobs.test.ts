import { afterAll, beforeAll, expect, test } from "vitest";
import { apis } from "@/lib/access/principals/choices";
import type { Scope } from "@/lib/access/principals/scopes";
import { createPlaygroundKey } from "@/lib/keys/playground/create";
import { exportRequests } from "@/lib/keys/request-log/export";
import { getUsage } from "@/lib/money/usage/read";
import { clock } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { vietnamDate } from "@/lib/platform/vietnam-time";
import { listJobs } from "@/lib/speech/history/list";
import { getTrace } from "@/lib/speech/trace/read";
import { startApi } from "@/testing/harness/api";
import { hello, makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const text = "Xin chào";

/** All by which a text is sent as a request. */
const spoken = ["vang", "openai", "elevenlabs", "deepgram", "fpt", "vbee", "console"] as const;

test("history, trace, CSV and webhooks say by which API each job was asked for, to its own business alone", async () => {
  const scopes: Scope[] = ["tts:execute", "usage:read"];
  const [{ key, ...member }, other] = [await makePartner({ scopes }), await makePartner({ scopes })];
  const { secret } = await createPlaygroundKey(member);
  const bearer = { authorization: `Bearer ${key}` };
  const made = await Promise.all([
    api.post("/tts", key, { ...hello, text }),
    api.call("POST", "/v1/audio/speech", { headers: bearer, json: { input: text, voice: "nova", model: "tts-1" } }),
    api.call("POST", "/v1/text-to-speech/north-linh", { headers: { "xi-api-key": key }, json: { text } }),
    api.call("POST", "/v1/speak?model=aura-2-thalia-en", {
      headers: { authorization: `Token ${key}` },
      json: { text },
    }),
    api.call("POST", "/hmi/tts/v5", { headers: { "api-key": key }, body: text }),
    api.call("POST", "/api/v1/tts", { headers: bearer, json: { input_text: text } }),
    api.post("/tts", secret, { ...hello, text }),
  ]);
  const long = await api.post("/jobs", key, { kind: "tts", ...hello, text });
  const longId = String(long.json.jobId);
  expect([...made, long].map(({ status }) => status)).toEqual([...spoken.map(() => 200), 202]);
  await expect.poll(() => db.job.count({ where: { trackingId: longId } }), { timeout: 20_000 }).toBe(1);
  await settleCalls();

  const idOf = new Map(made.map(({ headers }, index) => [String(headers.get("x-tracking-id")), spoken[index]]));
  idOf.set(longId, "vang");
  const { jobs } = await listJobs(member);
  expect(new Map(jobs.map(({ trackingId, api }) => [trackingId, api]))).toEqual(idOf);
  const events = await db.event.findMany({
    where: { businessId: member.businessId, type: { in: ["tts.completed", "job.succeeded"] } },
  });
  expect(new Map(events.map(({ objectId, payload }) => [objectId, (payload as { api: string }).api]))).toEqual(idOf);
  for (const [trackingId, name] of idOf) {
    const { steps } = await getTrace(member, trackingId);
    expect(steps.find(({ kind }) => kind === "received")).toMatchObject({ api: name });
  }
  let csv = "";
  for await (const piece of exportRequests(member, { api: "fpt" }, "en")) csv += piece;
  expect(csv.trim().split("\r\n")).toEqual([expect.stringContaining(",API,"), expect.stringContaining(",FPT.AI,")]);

  const day = vietnamDate(clock.now());
  const { rows } = await getUsage(member, { from: day, to: day, by: ["api"] });
  expect(Object.fromEntries(rows.map(({ group, jobs }) => [group.api, jobs]))).toEqual(
    Object.fromEntries(spoken.map((name) => [name, name === "vang" ? 2 : 1])),
  );
  const total = rows.reduce((sum, { amountMilli }) => sum + amountMilli, 0n);
  expect(total).toBe(jobs.reduce((sum, { amountMilli }) => sum + amountMilli, 0n));
  const charged = await db.transfer.aggregate({
    where: { kind: "charge", debit: { businessId: member.businessId } },
    _sum: { amountMilli: true },
  });
  expect(total).toBe(charged._sum.amountMilli);
  expect((await getUsage(other, { from: day, to: day, by: ["api"] })).rows).toEqual([]);
  const used = await api.get(`/usage?from=${day}&to=${day}&by=api&api=fpt`, key);
  expect(used.json.rows).toMatchObject([{ api: "fpt", jobs: 1 }]);

  for (const name of apis) {
    const { json } = await api.get(`/history?api=${name}`, key);
    const found = (json.jobs as { trackingId: string; api: string }[]).map((job) => [job.trackingId, job.api]);
    expect(found.toSorted()).toEqual([...idOf].filter(([, its]) => its === name).toSorted());
    expect((await api.get(`/history?api=${name}`, other.key)).json.jobs).toEqual([]);
  }
});
