import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readWav } from "@/lib/engines/audio/decoding/wav";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { describeDelivery } from "@/lib/webhooks/delivery-log/describe";
import { findDelivery } from "@/lib/webhooks/delivery-log/find";
import { revealSecret } from "@/lib/webhooks/endpoints/secrets";
import { makeKey } from "@/prisma/factories";
import { startReceiver } from "@/testing/fakes/receiver";
import { startApi } from "@/testing/harness/api";
import { balanceOf, makePartner } from "@/testing/harness/partner";
import { settleCalls } from "@/testing/harness/settle-calls";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

const sentence = "Xin chào Việt Nam";

/** As clients of FPT.AI send a text: its bytes as the body, and settings as headers. */
const speakAsFpt = (headers: Record<string, string>, body: string | Uint8Array<ArrayBuffer> = sentence) =>
  api.call("POST", "/hmi/tts/v5", {
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body,
  });

const speakAsVbee = (key: string, json: object) =>
  api.call("POST", "/api/v1/tts", { headers: { authorization: `Bearer ${key}` }, json });

const download = (link: unknown) => {
  const { pathname, search } = new URL(String(link));
  return api.get(pathname + search);
};

test("a program for FPT.AI gets a link that plays at once, whichever of its two headers has the key", async () => {
  const { key, businessId } = await makePartner();
  const before = await balanceOf(businessId);
  for (const header of ["api-key", "api_key"]) {
    const { status, json, headers } = await speakAsFpt({ [header]: key, voice: "banmai", speed: "", format: "wav" });
    expect([status, json.error]).toEqual([200, 0]);
    expect(json.request_id).toBe(headers.get("x-tracking-id"));
    expect((await download(json.async)).bytes.subarray(0, 4).toString()).toBe("RIFF");
  }
  await settleCalls();
  expect(before - (await balanceOf(businessId))).toBe(2n * 5100n);
  const jobs = await db.job.findMany({ where: { businessId } });
  expect(jobs.map(({ voiceId }) => voiceId)).toEqual(["north-linh", "north-linh"]);
  expect(await audit()).toEqual([]);
});

test("FPT.AI's speeds from -3 to 3 make speech slower and faster", async () => {
  const { key } = await makePartner();
  const lengths: number[] = [];
  for (const speed of ["-3", "0", "3"]) {
    const { json } = await speakAsFpt({ "api-key": key, speed, format: "wav" });
    const wav = readWav((await download(json.async)).bytes);
    lengths.push((wav?.data.length ?? 0) / (wav?.sampleRate ?? 1));
  }
  expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
  expect(lengths[0]).toBeGreaterThan(1.3 * (lengths[2] as number));
});

test.each([
  ["no key", {}, sentence, 401, "KEY_MISSING"],
  ["a wrong key", { "api-key": "abc" }, sentence, 401, "KEY_INVALID"],
  ["no text", { own: "" }, "", 400, "TEXT_EMPTY"],
  ["an unknown voice", { own: "", voice: "khong-co" }, sentence, 400, "VOICE_UNKNOWN"],
  ["a speed of 9", { own: "", speed: "9" }, sentence, 400, "INVALID_REQUEST"],
  ["bytes that are no UTF-8", { own: "" }, new Uint8Array([0xc3, 0x28]), 400, "TEXT_INVALID"],
])(
  "a program for FPT.AI reads in its own shape why speech with %s is rejected",
  async (_, sent, body, status, code) => {
    const { key } = await makePartner();
    const { own, ...headers } = sent as Record<string, string>;
    const answer = await speakAsFpt({ ...headers, ...(own !== undefined && { "api-key": key }) }, body);
    expect([answer.status, answer.json.code, answer.headers.get("x-error-code")]).toEqual([status, code, code]);
    expect(answer.json.error).toBe(status);
    expect(String(answer.json.message)).not.toBe("");
  },
);

test("a program for FPT.AI sends a recording as the body and reads its words", async () => {
  const { key, businessId } = await makePartner();
  const { json: speech } = await speakAsFpt({ "api-key": key, format: "wav" });
  const { bytes } = await download(speech.async);
  const transcribe = (body: Uint8Array<ArrayBuffer>) =>
    api.call("POST", "/hmi/asr/general", { headers: { "api-key": key }, body });

  const { status, json } = await transcribe(new Uint8Array(bytes));
  expect([status, json.status]).toEqual([200, 0]);
  expect(json.hypotheses).toEqual([{ utterance: expect.stringMatching(/^Xin chào Việt Nam/i) }]);
  const refused = await transcribe(new Uint8Array(0));
  expect([refused.status, refused.json]).toMatchObject([422, { status: 2, code: "AUDIO_EMPTY", hypotheses: [] }]);
  await settleCalls();
  expect(await db.job.count({ where: { businessId, service: "stt" } })).toBe(1);
  expect(await audit()).toEqual([]);
});

test("a program for Vbee gets a link, looks it up by its request, and no other business can", async () => {
  const [{ key }, other] = await Promise.all([makePartner(), makePartner()]);
  const { status, json, headers } = await speakAsVbee(key, {
    app_id: "any",
    input_text: sentence,
    voice_code: "sg_female_tuongvy_call_44k-fhg",
    audio_type: "mp3",
    bitrate: 128,
    response_type: "indirect",
  });
  expect(status).toBe(200);
  const { result } = json as { result: { request_id: string; audio_link: string } };
  expect(json).toEqual({ status: 1, result: { ...result, status: "SUCCESS", progress: 100 } });
  expect(headers.get("x-ignored")).toBe("bitrate");
  expect((await download(result.audio_link)).bytes.subarray(0, 3).toString()).toBe("ID3");

  await settleCalls();
  const lookUp = (secret: string) =>
    api.get(`/api/v1/tts/${result.request_id}`, undefined, { authorization: `Bearer ${secret}` });
  expect((await lookUp(key)).json).toEqual(json);
  const ofOther = await lookUp(other.key);
  expect([ofOther.status, ofOther.json.status, ofOther.json.code]).toEqual([404, 0, "RESULT_NOT_FOUND"]);
  const [job] = await db.job.findMany({ where: { trackingId: result.request_id } });
  expect(job?.voiceId).toMatch(/^south-/);
});

test("a callback URL gets a signed request in the vendor's shape, with the link of the response, once the job is recorded", async () => {
  const { key, ...member } = await makePartner();
  const receiver = await startReceiver();
  const asFpt = await speakAsFpt({ "api-key": key, callback_url: `${receiver.url}?of=fpt` });
  const sent = { app_id: "ung-dung", voice_code: "sg_male_minhhoang_full_48k-fhg", speed_rate: "1.1", bitrate: 128 };
  const asVbee = await speakAsVbee(key, { ...sent, input_text: sentence, callback_url: `${receiver.url}?of=vbee` });
  const { result } = asVbee.json as { result: { request_id: string; audio_link: string } };
  await expect.poll(() => receiver.received.length, { timeout: 10_000 }).toBe(2);
  const bodyOf = (path: string) => JSON.parse(receiver.received.find((one) => one.path === path)?.body ?? "{}");
  expect(bodyOf("/hook?of=fpt")).toEqual({ message: asFpt.json.async, success: "true" });
  expect(bodyOf("/hook?of=vbee")).toMatchObject({
    ...result,
    ...sent,
    speed_rate: 1.1,
    characters: sentence.length,
    audio_type: "mp3",
    status: "SUCCESS",
    progress: 100,
  });

  const endpoint = await db.webhookEndpoint.findFirstOrThrow({ where: { businessId: member.businessId } });
  const { secret } = await revealSecret(member, endpoint.id);
  for (const { body, headers } of receiver.received) new Webhook(secret).verify(body, headers);
  const [delivery] = await db.webhookDelivery.findMany({ where: { objectId: result.request_id } });
  const shown = describeDelivery(await findDelivery(member, endpoint.id, delivery?.id ?? ""));
  // A log keeps no link.
  expect(JSON.parse(shown.body ?? "")).toMatchObject({ ...sent, speed_rate: 1.1, status: "SUCCESS", audio_link: "…" });
  const other = await makePartner();
  await expect(findDelivery(other, endpoint.id, delivery?.id ?? "")).rejects.toMatchObject({ code: "NOT_FOUND" });
  await receiver.close();
});

test.each(["ftp://example.com/", "http://169.254.169.254/latest", "no URL"])(
  "the callback URL %j is rejected by the vendor's own name for it, before anything is charged",
  async (url) => {
    const { key, businessId } = await makePartner();
    const before = await balanceOf(businessId);
    const rejected = [
      await speakAsFpt({ "api-key": key, callback_url: url }),
      await speakAsVbee(key, { input_text: sentence, callback_url: url }),
    ];
    for (const { status, json } of rejected)
      expect([status, json.code, json.param]).toEqual([400, "INVALID_REQUEST", "callback_url"]);
    expect(await balanceOf(businessId)).toBe(before);
  },
);

test("a program for Vbee reads in its own shape why it is rejected", async () => {
  const { key } = await makePartner();
  const { status, json, headers } = await speakAsVbee(key, { input_text: sentence, voice_code: "khong-co" });
  expect([status, json.status, json.error_code, json.code]).toEqual([400, 0, 400, "VOICE_UNKNOWN"]);
  expect(json.error_message).toBe(json.message);
  expect([json.param, headers.get("x-error-code")]).toEqual(["voice_code", "VOICE_UNKNOWN"]);
});

test("a test key speaks at both without a charge", async () => {
  const partner = await makePartner();
  const key = await makeKey(partner, undefined, "test");
  const before = await balanceOf(partner.businessId);
  expect((await speakAsFpt({ "api-key": key })).status).toBe(200);
  expect((await speakAsVbee(key, { input_text: sentence })).status).toBe(200);
  await settleCalls();
  expect(await balanceOf(partner.businessId)).toBe(before);
});
