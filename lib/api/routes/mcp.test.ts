// @module-tag promise
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Scope } from "@/lib/access/principals/scopes";
import { tools } from "@/lib/api/mcp/server";
import { operations } from "@/lib/api/openapi/operations";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makeKey } from "@/prisma/factories";
import { startApi } from "@/testing/harness/api";
import { connectAssistant, toolRequest } from "@/testing/harness/assistant";
import { hello, makePartner } from "@/testing/harness/partner";

let api: Awaited<ReturnType<typeof startApi>>;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** The built-in recognizer knows the voices of the north. */
const north = { ...hello, voiceId: "north-linh", audioFormat: "wav" };

const all: Scope[] = ["tts:execute", "stt:execute", "balance:read", "pronunciations:manage"];

test("an assistant speaks and transcribes for what the same requests of the API cost, and a repeat is free", async () => {
  const { key, businessId } = await makePartner({ scopes: all });
  const assistant = await connectAssistant(api.url, key);
  const wanted = { ...north, idempotencyKey: "once" };
  const spoken = await assistant.call("text_to_speech", { ...wanted, inlineAudio: true });
  const { audioUrl, trackingId, chargeVnd } = spoken.fields;
  const same = await api.post("/tts", key, north);
  expect(chargeVnd).toBe(Number(same.headers.get("x-charge-vnd")));
  expect((await assistant.call("text_to_speech", wanted)).fields.trackingId).toBe(trackingId);

  const url = audioUrl.replace(env.url, api.url);
  const { bytes } = await api.get(url.slice(api.url.length));
  expect(spoken.content).toEqual([
    { type: "text", text: JSON.stringify(spoken.fields) },
    { type: "resource_link", uri: audioUrl, name: `${trackingId}.wav`, mimeType: "audio/wav" },
    { type: "audio", data: bytes.toString("base64"), mimeType: "audio/wav" },
  ]);
  const { fields: transcribed } = await assistant.call("speech_to_text", { url });
  expect(transcribed).toMatchObject({ transcript: "xin chào việt nam" });
  await expect.poll(() => db.job.count({ where: { businessId } }), { timeout: 20_000 }).toBe(3);
  const jobs = await db.job.findMany({ where: { businessId }, orderBy: { createdAt: "asc" } });
  expect(jobs.map(({ api, service }) => [api, service])).toEqual([
    ["mcp", "tts"],
    ["vang", "tts"],
    ["mcp", "stt"],
  ]);
  expect((await assistant.call("get_job", { id: trackingId })).fields).toMatchObject({ audioUrl });
  await expect
    .poll(async () => (await assistant.call("get_balance")).fields.availableVnd)
    .toBe(50_000 - 2 * chargeVnd - transcribed.chargeVnd);
  await assistant.close();
});

test("a key sees the tools of its scopes, and no job of another business", async () => {
  const [partner, other] = [await makePartner({ scopes: all }), await makePartner({ scopes: all })];
  const names = async (scopes: Scope[]) => {
    const assistant = await connectAssistant(api.url, await makeKey(partner, scopes));
    return (await assistant.listTools()).map(({ name }) => name);
  };
  const [speaking, catalogues] = [await names(["tts:execute"]), await names(["usage:read"])];
  expect(catalogues).toEqual(["list_voices", "list_models"]);
  expect(speaking).not.toContain("speech_to_text");
  expect(speaking).not.toContain("get_balance");
  expect(speaking).not.toContain("save_pronunciation");

  const assistant = await connectAssistant(api.url, partner.key);
  const listed = await assistant.listTools();
  expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  // Some assistants understand no schema that has a choice of types.
  expect(JSON.stringify(listed)).not.toMatch(/"(anyOf|oneOf|allOf)"|"null"/);
  for (const { name, description, annotations } of listed) {
    const isPaid = name === "text_to_speech" || name === "speech_to_text";
    expect(description).toMatch(isPaid ? /^.*PAID: \d+ VND per / : /^Free\. /);
    const isReadOnly = !isPaid && name !== "save_pronunciation";
    expect(annotations).toMatchObject({ readOnlyHint: isReadOnly, ...(isPaid && { idempotentHint: false }) });
  }
  await assistant.call("save_pronunciation", { written: "ACB", spoken: "a xê bê" });
  const { fields: saved } = await assistant.call("list_pronunciations");
  expect(saved).toEqual({ pronunciations: [{ written: "ACB", spoken: "a xê bê" }] });
  const { json } = await api.post("/jobs", other.key, { kind: "tts", ...hello });
  const { json: spoken } = await api.post("/tts", other.key, hello);
  for (const id of [json.jobId, spoken.trackingId])
    expect(await assistant.call("get_job", { id })).toMatchObject({ isError: true, text: /NOT_FOUND, request req_/ });
  expect((await assistant.call("list_jobs")).fields).toEqual({ jobs: [] });
});

test("each tool needs the scope of the operation that it sends", () => {
  const scopeOf = (name: keyof typeof operations) => operations[name][0]?.scope;
  expect(Object.fromEntries(tools.map(({ name, scope }) => [name, scope]))).toEqual({
    text_to_speech: scopeOf("createSpeech"),
    preview_reading: scopeOf("previewReading"),
    speech_to_text: scopeOf("createTranscription"),
    list_jobs: scopeOf("listJobs"),
    get_job: scopeOf("getJob"),
    list_voices: scopeOf("listVoices"),
    list_models: scopeOf("listModels"),
    list_pronunciations: scopeOf("listPronunciations"),
    // Narrower than the operation, which a key that speaks can send too.
    save_pronunciation: "pronunciations:manage",
    get_balance: scopeOf("getBalance"),
  });
});

test("a request without a key, of a page of another origin or of another method is rejected in the protocol's shape", async () => {
  const { key } = await makePartner({ scopes: all });
  const list = toolRequest("tools/list");
  const send = (method: string, headers: Record<string, string>) =>
    api.call(method, "/mcp", {
      headers: { ...list.headers, ...headers },
      ...(method === "POST" && { json: list.json }),
    });
  const bearer = { authorization: `Bearer ${key}` };
  const found = [
    await send("POST", {}),
    await send("POST", { authorization: `Bearer ${key.slice(0, -1)}` }),
    await send("POST", { ...bearer, origin: "https://attacker.example" }),
    await send("GET", bearer),
    await send("DELETE", bearer),
  ];
  expect(found.map(({ status, json }) => [status, (json.error as { data: { code: string } }).data.code])).toEqual([
    [401, "KEY_MISSING"],
    [401, "KEY_INVALID"],
    [403, "ORIGIN_NOT_ALLOWED"],
    [405, "METHOD_NOT_ALLOWED"],
    [405, "METHOD_NOT_ALLOWED"],
  ]);
  expect(found[0]?.headers.get("www-authenticate")).toBe("Bearer");
  expect((await send("POST", { ...bearer, origin: env.url })).status).toBe(200);
  expect((await send("POST", { "x-api-key": key })).status).toBe(200);

  // What limits a key that works is a result, which the model reads.
  const said = toolRequest("tools/call", { name: "text_to_speech", arguments: { text: "Xin chào" } });
  const busy = await makePartner();
  await db.business.update({ where: { id: busy.businessId }, data: { requestsPerMinute: 1 } });
  const call = () =>
    api.call("POST", "/mcp", { ...said, headers: { ...said.headers, authorization: `Bearer ${busy.key}` } });
  expect((await call()).json).toMatchObject({ result: { structuredContent: { chargeVnd: 2.4 } } });
  const limited = await call();
  expect(limited.json).toMatchObject({
    result: {
      isError: true,
      content: [{ text: expect.stringMatching(/in \d+ s\. \(RATE_LIMITED_BUSINESS, request/) }],
    },
  });
});
