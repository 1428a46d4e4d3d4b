// @module-tag promise
// @module-tag slow
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { speechScopes } from "@/lib/access/principals/scopes";
import { encodeWav } from "@/lib/engines/audio/wav";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { makeKey, makeMember } from "@/prisma/factories";
import { listTraversals } from "@/testing/corpora/traversals";
import { makeTone } from "@/testing/fakes/sound";
import { type Answer, startApi } from "@/testing/harness/api";
import { junk } from "@/testing/harness/attempts";
import { isDeep, trials } from "@/testing/harness/deep";

let api: Awaited<ReturnType<typeof startApi>>;
let key: string;
let sound: Uint8Array<ArrayBuffer>;
let dictionaryId: string;
beforeAll(async () => {
  api = await startApi();
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  await db.business.update({ where: { id: member.businessId }, data: { requestsPerMinute: 1_000_000 } });
  key = await makeKey(member, speechScopes);
  const { json } = await api.call("POST", `${dictionaries}/add-from-rules`, {
    headers: xi(key),
    json: { name: "Tên riêng", rules: [rule] },
  });
  dictionaryId = String(json.id);
  sound = await encodeWav({ samples: makeTone(220, 16_000, 0.3), sampleRate: 16_000 });
});
afterAll(() => api.close());

type Sent = { query?: Record<string, string>; json?: Record<string, unknown>; text?: string; isSound?: boolean };
type Door = Sent & {
  method: "GET" | "POST" | "PATCH";
  path: string;
  keyHeader: (key: string) => Record<string, string>;
  /** Names in the path that a client chooses. */
  names?: string[];
  headers?: Record<string, string>;
};

const xi = (sent: string) => ({ "xi-api-key": sent });
const token = (sent: string) => ({ authorization: `Token ${sent}` });
const bearer = (sent: string) => ({ authorization: `Bearer ${sent}` });
const speech = {
  text: "Xin chào",
  model_id: "eleven_multilingual_v2",
  voice_settings: { speed: 1 },
  pronunciation_dictionary_locators: [],
};

const dictionaries = "/v1/pronunciation-dictionaries";
/** Replaced by the id of one that exists. */
const madeDictionary = "made-dictionary";
const rule = { type: "alias", string_to_replace: "ACB", alias: "á châu" };

/** One request for each path at which a program that was written for another vendor asks. */
const doors: Door[] = [
  ...["", "/stream", "/with-timestamps", "/stream/with-timestamps"].map(
    (end): Door => ({
      method: "POST",
      path: `/v1/text-to-speech/north-linh${end}`,
      keyHeader: xi,
      names: ["north-linh"],
      query: { output_format: "pcm_16000", optimize_streaming_latency: "1" },
      json: speech,
    }),
  ),
  { method: "GET", path: "/v1/voices", keyHeader: xi, query: {} },
  {
    method: "POST",
    path: `${dictionaries}/add-from-rules`,
    keyHeader: xi,
    json: { name: "Tên riêng", description: "Ngân hàng", rules: [rule] },
  },
  { method: "GET", path: dictionaries, keyHeader: xi, query: { page_size: "30", include_archived: "true" } },
  {
    method: "GET",
    path: `${dictionaries}/${madeDictionary}`,
    keyHeader: xi,
    names: [madeDictionary],
    query: {},
  },
  {
    method: "PATCH",
    path: `${dictionaries}/${madeDictionary}`,
    keyHeader: xi,
    json: { name: "Tên riêng", archived: false },
  },
  ...["add-rules", "set-rules"].map(
    (end): Door => ({
      method: "POST",
      path: `${dictionaries}/${madeDictionary}/${end}`,
      keyHeader: xi,
      json: { rules: [rule] },
    }),
  ),
  {
    method: "POST",
    path: `${dictionaries}/${madeDictionary}/remove-rules`,
    keyHeader: xi,
    json: { rule_strings: ["ACB"] },
  },
  { method: "GET", path: "/v1/voices/north-linh", keyHeader: xi, names: ["north-linh"], query: {} },
  {
    method: "POST",
    path: "/v1/speak",
    keyHeader: token,
    query: { model: "aura-2", encoding: "linear16" },
    json: { text: "Xin chào" },
  },
  {
    method: "POST",
    path: "/v1/listen",
    keyHeader: token,
    query: { model: "nova-3", language: "vi", utterances: "true" },
    isSound: true,
  },
  {
    method: "POST",
    path: "/v1/listen",
    keyHeader: token,
    query: { callback: "https://example.com/hook", callback_method: "PUT", tag: "a" },
    isSound: true,
  },
  {
    method: "POST",
    path: "/hmi/tts/v5",
    keyHeader: (sent) => ({ "api-key": sent }),
    text: "Xin chào",
    headers: { voice: "banmai", speed: "", format: "wav" },
  },
  { method: "POST", path: "/hmi/asr/general", keyHeader: (sent) => ({ "api-key": sent }), isSound: true },
  {
    method: "POST",
    path: "/api/v1/tts",
    keyHeader: bearer,
    json: { app_id: "a", input_text: "Xin chào", voice_code: "hn_female_a", audio_type: "wav", speed_rate: "1" },
  },
  { method: "GET", path: "/api/v1/tts/none", keyHeader: bearer, names: ["none"], query: {} },
];

/** What a request looks like inside: in no response. */
const internals = /node_modules|\.ts:|at \w+ \(|SELECT |postgres|prisma|ENOENT/i;

const textOf = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).toWellFormed();

async function ask({ method, keyHeader, query, json, text, isSound, headers, ...door }: Door, secret = key) {
  const path = door.path.replace(madeDictionary, dictionaryId);
  const search = new URLSearchParams(query).toString();
  const body = json !== undefined ? JSON.stringify(json) : (text ?? (isSound ? sound : undefined));
  const type = json === undefined ? (isSound ? "audio/wav" : "text/plain") : "application/json";
  const response = await fetch(`${api.url}${path}${search && `?${search}`}`, {
    method,
    headers: { ...headers, ...(method !== "GET" && { "content-type": type }), ...keyHeader(secret) },
    ...(method !== "GET" && { body }),
  });
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** What is wrong with the response to a bad request; undefined for a correct one. */
function faultOf({ status, headers, bytes }: Pick<Answer, "status" | "headers" | "bytes">): string | undefined {
  if (status >= 500) return `${status} ${bytes}`;
  if (status >= 400 && !/^[A-Z_]{4,40}$/.test(headers.get("x-error-code") ?? "")) return `${status} without a code`;
  if (status >= 400 && internals.test(String(bytes))) return String(bytes);
  if ((headers.get("x-ignored") ?? "").length > 1100) return "a long X-Ignored";
  return undefined;
}

const numRuns = trials(process.env.VANG_FUZZ, 6, 200);

test.each(doors.map((door) => [`${door.method} ${door.path}`, door] as const))(
  "%s takes any value of its parameters and fields, without a server error or internal details",
  async (_, door) => {
    expect(faultOf(await ask(door))).toBeUndefined();
    const names = { query: Object.keys(door.query ?? {}), json: Object.keys(door.json ?? {}) };
    const changed = (kind: "query" | "json") =>
      fc.dictionary(fc.oneof(fc.constantFrom(...names[kind], "other", "__proto__", "text"), fc.string()), junk, {
        maxKeys: 3,
      });
    await fc.assert(
      fc.asyncProperty(changed("query"), changed("json"), junk, async (query, json, text) => {
        const texts = Object.fromEntries(
          Object.entries(query).map(([name, value]) => [name.toWellFormed(), textOf(value).slice(0, 500)]),
        );
        const response = await ask({
          ...door,
          ...(door.query && { query: { ...door.query, ...texts } }),
          ...(door.json && { json: { ...door.json, ...json } }),
          ...(door.text && { text: textOf(text) }),
        });
        expect(faultOf(response)).toBeUndefined();
      }),
      { numRuns },
    );
  },
  isDeep ? 600_000 : 60_000,
);

test("a body that is no JSON, a number, a list, deep or not UTF-8 is rejected at each of them", async () => {
  const faults: string[] = [];
  const bodies = ["", "{", "1", "[]", "null", `${"[".repeat(5000)}`, Buffer.from([0x7b, 0xff, 0x7d])];
  for (const { method, path, keyHeader, json, query } of doors) {
    if (!json) continue;
    for (const body of bodies) {
      const target = `${path.replace(madeDictionary, dictionaryId)}?${new URLSearchParams(query)}`;
      const response = await api.call(method, target, {
        headers: { ...keyHeader(key), "content-type": "application/json" },
        body,
      });
      if (response.status !== 400 || faultOf(response)) faults.push(`${path} ${body}: ${response.status}`);
    }
  }
  expect(faults).toEqual([]);
});

test("no spelling of a path in the place of a name returns a file, or fails", async () => {
  const names = listTraversals("canary.txt", "a.wav").filter((_, at) => isDeep || at % 12 === 0);
  const faults: string[] = [];
  for (const door of doors.filter(({ names: own }) => own)) {
    for (const name of names) {
      const path = door.path.replace(door.names?.[0] ?? "", encodeURIComponent(name.toWellFormed()));
      const response = await ask({ ...door, path });
      const isFile =
        /RIFF|root:/.test(String(response.bytes.subarray(0, 200))) || String(response.bytes).includes(env.VANG_DATA);
      if (response.status < 400 || isFile || response.status >= 500) faults.push(`${response.status} ${path}`);
    }
  }
  expect(faults).toEqual([]);
}, 120_000);

test("a key in the URL is rejected at each of them, and no response repeats a key", async () => {
  const found: unknown[] = [];
  for (const door of doors) {
    const inUrl = await ask({ ...door, query: { ...door.query, key } });
    found.push([inUrl.status, inUrl.headers.get("x-error-code")]);
    const quoted = await ask(door, `"${key}"`);
    found.push([quoted.status, quoted.headers.get("x-error-code")]);
    for (const { bytes } of [inUrl, quoted]) expect(String(bytes)).not.toContain(key);
  }
  expect(found).toEqual(
    doors.flatMap(() => [
      [400, "KEY_IN_URL"],
      [401, "KEY_INVALID"],
    ]),
  );
});
