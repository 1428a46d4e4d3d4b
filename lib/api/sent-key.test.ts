// @module-tag promise
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApi } from "@/testing/harness/api";
import { makePartner } from "@/testing/harness/partner";

let api: Awaited<ReturnType<typeof startApi>>;
let key: string;
beforeAll(async () => {
  api = await startApi();
  ({ key } = await makePartner());
});
afterAll(() => api.close());

type Sent = Record<string, string>;

async function ask(path: string, headers: Sent) {
  const { status, json, bytes } = await api.call("GET", path, { headers });
  expect(String(bytes)).not.toContain(key);
  return { status, code: json.code, message: String(json.message) };
}

const bearer: [string, (key: string) => Sent, string, string][] = [
  ["Bearer twice", (sent) => ({ authorization: `Bearer Bearer ${sent}` }), "KEY_INVALID", "Write Bearer once"],
  ["a key in quotes", (sent) => ({ authorization: `Bearer "${sent}"` }), "KEY_INVALID", "in quotes"],
  ["a key in single quotes", (sent) => ({ authorization: `Bearer '${sent}'` }), "KEY_INVALID", "in quotes"],
  ["a space in the key", (sent) => ({ authorization: `Bearer ${sent.replace("_", "_ ")}` }), "KEY_INVALID", "a space"],
  ["a tab in the key", (sent) => ({ authorization: `Bearer ${sent}\tx` }), "KEY_INVALID", "a line break"],
  ["an escaped line break", (sent) => ({ authorization: `Bearer ${sent}\\n` }), "KEY_INVALID", "a line break"],
  [
    "a byte order mark",
    (sent) => ({ authorization: `Bearer \xef\xbb\xbf${sent}` }),
    "KEY_INVALID",
    "another character",
  ],
  ["Token", (sent) => ({ authorization: `Token ${sent}` }), "KEY_MISSING", "begins with Token"],
  ["Basic", (sent) => ({ authorization: `Basic ${btoa(`${sent}:`)}` }), "KEY_MISSING", "begins with Basic"],
  ["the bare key", (sent) => ({ authorization: sent }), "KEY_MISSING", "does not begin with Bearer"],
  ["Bearer alone", () => ({ authorization: "Bearer " }), "KEY_MISSING", "Authorization header has no API key"],
  ["an empty header", () => ({ authorization: "" }), "KEY_MISSING", "Authorization header has no API key"],
  ["a variable", () => ({ authorization: "Bearer $VANG_API_KEY" }), "KEY_INVALID", "placeholder"],
  ["undefined", () => ({ authorization: "Bearer undefined" }), "KEY_INVALID", "placeholder"],
  ["a key of OpenAI", () => ({ authorization: "Bearer sk-abc123" }), "KEY_INVALID", "another service"],
  ["the key in api-key", (sent) => ({ "api-key": sent }), "KEY_MISSING", "sent in the api-key header. Send it as Auth"],
  ["no key", () => ({}), "KEY_MISSING", "Send it as Authorization: Bearer"],
];

test.each(bearer)("under /v1 %s is named, and the key is not repeated", async (_, headersOf, code, words) => {
  const found = await ask("/v1/models", headersOf(key));
  expect(found).toMatchObject({ status: 401, code, message: expect.stringContaining(words) });
});

const inHeader: [string, (key: string) => Sent, string, string][] = [
  ["Bearer in front", (sent) => ({ "x-api-key": `Bearer ${sent}` }), "KEY_INVALID", "prefix such as Bearer"],
  ["a key in quotes", (sent) => ({ "x-api-key": `"${sent}"` }), "KEY_INVALID", "in quotes"],
  ["a key in brackets", (sent) => ({ "x-api-key": `<${sent}>` }), "KEY_INVALID", "placeholder"],
  ["an escaped line break", (sent) => ({ "x-api-key": `${sent}\\n` }), "KEY_INVALID", "a line break"],
  ["two keys", (sent) => ({ "x-api-key": `${sent}, ${sent}` }), "KEY_INVALID", "sent twice"],
  ["an empty header", () => ({ "x-api-key": "" }), "KEY_MISSING", "X-Api-Key header has no API key"],
  ["a template", () => ({ "x-api-key": "{{apiKey}}" }), "KEY_INVALID", "placeholder"],
  ["a secret of webhooks", () => ({ "x-api-key": "whsec_abc" }), "KEY_INVALID", "another service"],
  ["a Bearer token", (sent) => ({ authorization: `Bearer ${sent}` }), "KEY_MISSING", "works only under /v1"],
  ["the header of ElevenLabs", (sent) => ({ "xi-api-key": sent }), "KEY_MISSING", "sent in the xi-api-key header"],
  ["any other header", (sent) => ({ "x-secret": sent }), "KEY_MISSING", "sent in the x-secret header. Send it in X-A"],
  ["the header of FPT.AI", () => ({ api_key: "abc" }), "KEY_MISSING", "sent in the api_key header"],
  ["no key", () => ({}), "KEY_MISSING", "in the X-Api-Key header"],
  [
    "a key with another ending",
    (sent) => ({ "x-api-key": `${sent.slice(0, -1)}!` }),
    "KEY_INVALID",
    "unknown, revoked",
  ],
];

test.each(inHeader)("%s is named, and the key is not repeated", async (_, headersOf, code, words) => {
  const found = await ask("/tts/models", headersOf(key));
  expect(found).toMatchObject({ status: 401, code, message: expect.stringContaining(words) });
});

test("a key is accepted as a Bearer token in any case, with spaces around it, and beside an empty X-Api-Key", async () => {
  for (const authorization of [`Bearer ${key}`, `bearer ${key}`, `Bearer   ${key}  `, `BEARER\t${key}`]) {
    expect((await ask("/v1/models", { authorization })).status).toBe(200);
    expect((await ask("/v1/models", { authorization, "x-api-key": "" })).status).toBe(200);
  }
  expect((await ask("/tts/models", { "x-api-key": ` ${key} ` })).status).toBe(200);
});
