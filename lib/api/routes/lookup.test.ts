import { afterAll, beforeAll, expect, test } from "vitest";
import type { FinishedJob } from "@/lib/access/events/finished-job";
import { newId } from "@/lib/platform/ids";
import { ingest } from "@/lib/speech/history/ingest";
import { makeCaller, makeKey, makeMember } from "@/prisma/factories";
import { makeFinished, makeRecognized } from "@/prisma/speech-factories";
import { startApi } from "@/testing/harness/api";

let api: Awaited<ReturnType<typeof startApi>>;
let key: string;
let caller: Awaited<ReturnType<typeof makeCaller>>;
beforeAll(async () => {
  api = await startApi();
  const member = await makeMember();
  key = await makeKey(member);
  caller = await makeCaller({ businessId: member.businessId });
});
afterAll(() => api.close());

async function keep(payload: FinishedJob): Promise<string> {
  await ingest([{ key: payload.trackingId, payload, attempts: 0 }]);
  return payload.trackingId;
}

const lookups = ["tts", "stt"].flatMap((service) => [
  { service, param: "id", at: (id: string) => `/${service}/jobs?id=${id}` },
  { service, param: "trackingId", at: (id: string) => `/ai/${service}/${id}` },
]) as { service: "tts" | "stt"; param: string; at: (id: string) => string }[];

test.each(lookups)(
  "a failed $service job says so by its $param, and other businesses do not see it",
  async ({ service, param, at }) => {
    const failed = { service, status: "failed", resultCode: "PROVIDER_FAILED", audioObject: null } as const;
    const trackingId = await keep(makeFinished(caller, { ...failed, trackingId: newId(service) }));
    const { status, json, headers } = await api.get(at(trackingId), key);
    expect([status, json.code, json.param, json.retryable]).toEqual([404, "RESULT_FAILED", param, false]);
    expect(json.message).toContain("PROVIDER_FAILED");
    expect(headers.get("retry-after")).toBeNull();
  },
);

test.each(lookups)("an expired $service job says so by its $param", async ({ service, param, at }) => {
  const ended = { service, expiresAt: new Date(Date.now() - 1).toISOString() };
  const trackingId = await keep(makeFinished(caller, { ...ended, trackingId: newId(service) }));
  const { status, json } = await api.get(at(trackingId), key);
  expect([status, json.code, json.param, json.retryable]).toEqual([404, "RESULT_EXPIRED", param, false]);
});

test.each(lookups)(
  "an unknown $service id is an error of the $param, to be fetched or erased",
  async ({ service, param, at }) => {
    for (const method of ["GET", "DELETE"]) {
      const { json } = await api.call(method, at(`${service}_00000000000000000000000000`), { key });
      expect([json.code, json.param, json.retryable]).toEqual(["RESULT_NOT_FOUND", param, true]);
    }
  },
);

test("a transcript says at every later look-up which engine produced it and that it has no speech", async () => {
  const silent = await makeRecognized(caller, "", { modelId: "vang-demo-stt", resultCode: "NO_SPEECH_FOUND" });
  const trackingId = await keep(silent);
  for (const path of [
    `/stt/jobs?id=${trackingId}`,
    `/ai/stt/${trackingId}`,
    `/ai/stt/${trackingId}?responseFormat=srt`,
  ]) {
    const { status, headers } = await api.get(path, key);
    expect([status, headers.get("x-engine"), headers.get("x-result-code")]).toEqual([
      200,
      "demo-synthetic",
      "NO_SPEECH_FOUND",
    ]);
  }
});
