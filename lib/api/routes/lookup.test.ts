import { afterAll, beforeAll, expect, test } from "vitest";
import { ingest } from "@/lib/history/ingest";
import { newId } from "@/lib/ids";
import type { SpeechFinished } from "@/lib/speech/finished";
import { makeCaller, makeKey, makeMember } from "@/prisma/factories";
import { makeFinished, makeHeard } from "@/prisma/speech-factories";
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

async function keep(payload: SpeechFinished): Promise<string> {
  await ingest([{ key: payload.trackingId, payload, attempts: 0 }]);
  return payload.trackingId;
}

const lookups = ["tts", "stt"].flatMap((service) => [
  { service, param: "id", at: (id: string) => `/${service}/jobs?id=${id}` },
  { service, param: "trackingId", at: (id: string) => `/ai/${service}/${id}` },
]) as { service: "tts" | "stt"; param: string; at: (id: string) => string }[];

test.each(lookups)(
  "a failed $service call says so by its $param, and to nobody that a later look may find it",
  async ({ service, param, at }) => {
    const failed = { service, status: "failed", resultCode: "PROVIDER_FAILED", audioObject: null } as const;
    const trackingId = await keep(makeFinished(caller, { ...failed, trackingId: newId(service) }));
    const { status, json, headers } = await api.get(at(trackingId), key);
    expect([status, json.code, json.param, json.retryable]).toEqual([404, "RESULT_FAILED", param, false]);
    expect(json.message).toContain("PROVIDER_FAILED");
    expect(headers.get("retry-after")).toBeNull();
  },
);

test.each(lookups)("a $service call past its age says so by its $param", async ({ service, param, at }) => {
  const ended = { service, expiresAt: new Date(Date.now() - 1).toISOString() };
  const trackingId = await keep(makeFinished(caller, { ...ended, trackingId: newId(service) }));
  const { status, json } = await api.get(at(trackingId), key);
  expect([status, json.code, json.param, json.retryable]).toEqual([404, "RESULT_EXPIRED", param, false]);
});

test.each(lookups)(
  "what no $service call is named after is the $param's fault, to be asked for or erased",
  async ({ service, param, at }) => {
    for (const method of ["GET", "DELETE"]) {
      const { json } = await api.call(method, at(`${service}_00000000000000000000000000`), { key });
      expect([json.code, json.param, json.retryable]).toEqual(["RESULT_NOT_FOUND", param, true]);
    }
  },
);

test("a transcript says at every later look which engine heard it and that nobody spoke", async () => {
  const silent = await makeHeard(caller, "", { modelId: "vang-demo-stt", resultCode: "NO_SPEECH_FOUND" });
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
