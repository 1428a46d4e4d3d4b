// @module-tag promise
import fc from "fast-check";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { scopes } from "@/lib/access/principals/scopes";
import { encodeWav } from "@/lib/engines/audio/wav";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeTone } from "@/testing/fakes/sound";
import { startApi } from "@/testing/harness/api";
import { attemptsAt, type Description, type Means } from "@/testing/harness/attempts";
import { isDeep, trials } from "@/testing/harness/deep";
import { promised } from "@/testing/promises";

let api: Awaited<ReturnType<typeof startApi>>;
let description: Description;
let means: { tts: Means; stt: Means };
let sound: Means["sound"];

beforeAll(async () => {
  api = await startApi();
  description = (await (await fetch(`${api.url}/openapi.json`)).json()) as Description;
  const member = await makeMember({ creditMilli: 1_000_000_000n });
  const key = await makeKey(member, scopes);
  const [narrow, poor] = [await makeKey(member, ["stt:execute"]), await makeKey(await makeMember())];
  const keys = [...Array(9).fill(key), narrow, poor, "", "vang_live_x"];
  sound = await encodeWav({ samples: makeTone(220, 16_000, 0.3), sampleRate: 16_000 });
  const hello = { text: "Xin chào", voiceId: "south-ngoc", modelId: "vang-espeak" };
  const said = await api.post("/tts", key, hello);
  const body = new FormData();
  body.append("file", new Blob([sound]), "a.wav");
  const recognized = await api.call("POST", "/stt", { key, body });
  means = {
    tts: { keys, sound, known: await knownOf("tts", said.json.trackingId, said.json.audioUrl) },
    stt: { keys, sound, known: await knownOf("stt", recognized.json.trackingId, recognized.json.inputAudioUrl) },
  };

  async function knownOf(service: "tts" | "stt", id: unknown, link: unknown) {
    const find = async () => expect((await api.get(`/${service}/jobs?id=${id}`, key)).status).toBe(200);
    await vi.waitFor(find, { timeout: 30_000 });
    // Any other tag of If-Match is answered with 412.
    const fields = { id, trackingId: id, "if-match": "*", ...Object.fromEntries(new URL(String(link)).searchParams) };
    return service === "stt" ? { ...fields, modelId: "vang-demo-stt" } : fields;
  }
});
afterAll(() => api.close());

const numRuns = trials(process.env.VANG_FUZZ, 3, 200);

/** A business of its own: the attempts at one operation use up the calls that a business may make in a minute. */
async function webhookMeans(path: string): Promise<Means> {
  const key = await makeKey(await makeMember(), scopes);
  const webhook = { url: "http://127.0.0.1:9/hook", events: ["webhook.test"], security: { type: "none" } };
  const { id } = (await api.post("/webhooks", key, webhook)).json;
  const { deliveryId } = (await api.post(`/webhooks/${id}/tests`, key, { type: "tts.completed" })).json;
  const ids = [deliveryId];
  const replay = await api.post(`/webhooks/${id}/replays`, key, { ids });
  await api.post(`/webhooks/${id}/secret`, key, {});
  const known = { id: path.startsWith("/deliveries") ? deliveryId : id, ids, replayId: replay.json.id, ...webhook };
  return { keys: [...Array(9).fill(key), "", "vang_live_x"], sound, known };
}

/** Of few attempts that no limit rejects. */
let shared: Promise<Means> | undefined;

function meansAt(path: string): Means | Promise<Means> {
  if (!/^\/(webhooks|deliveries|events)/.test(path)) return path.includes("stt") ? means.stt : means.tts;
  if (numRuns >= 100) return webhookMeans(path);
  shared ??= webhookMeans(path);
  return shared;
}

/** Operations that erase come last: the others need what they remove. */
const operations = () =>
  Object.entries(description.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
    )
    // It does not end.
    .filter(({ path }) => path !== "/webhooks/stream")
    .sort((a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"));

/** An operation that sends to a listener, of which there is none here. */
const needsListener = "/webhooks/stream/tests";

test("any input to any operation gets a declared response, without a server error or internal details", {
  timeout: isDeep ? 1_200_000 : 300_000,
}, async () => {
  expect(operations().length).toBeGreaterThan(20);
  const neverSucceeded: string[] = [];
  for (const operation of operations()) {
    const { path, method } = operation;
    const seen = new Set<number>();
    const own = await meansAt(path);
    await fc.assert(
      fc.asyncProperty(attemptsAt(operation, description, own), async ({ path: target, init }) => {
        const { status, json, bytes } = await api.call(method, target, init);
        seen.add(status);
        expect(status >= 500 ? [target] : [], `${method} ${target}`).toHaveLength(promised("A2"));
        if (status < 300) return;
        expect(json.messageVi ?? "").not.toMatch(/invalid|expected|received|must be|has no option/i);
        expect(String(bytes)).not.toMatch(/node_modules|\.ts:|at \w+ \(|SELECT |postgres|prisma/i);
      }),
      { numRuns },
    );
    // If no request succeeds, nothing behind the first check was tested. A few inputs may all be invalid.
    const isReached = numRuns < 100 || path === needsListener || Math.min(...seen) < 300;
    if (!isReached) neverSucceeded.push(`${method} ${path}: ${[...seen]}`);
  }
  expect(neverSucceeded).toEqual([]);
});

test("NUL, bytes that are not UTF-8 and endless values in any part of a path or query are rejected, and never fail", {
  timeout: 300_000,
}, async () => {
  const malformed = [
    "%00",
    "a%00b",
    "%ff",
    "%F0%9F",
    "%",
    "..%2f",
    "-1",
    "9".repeat(40),
    "x".repeat(300),
    "0000-01-01",
    "9999-12-31",
  ];
  const failures: string[] = [];
  expect([...operations()].length).toBeGreaterThan(40);
  for (const [index, { path, method, operation }] of operations().entries()) {
    const parameters = operation.parameters ?? [];
    const key = means.tts.keys[0];
    const headers = { ...(key && { "x-api-key": key }), "content-type": "application/json" };
    const parts = parameters.filter((parameter) => parameter.in === "path");
    const queries = parameters.filter((parameter) => parameter.in === "query");
    // In `npm test` each operation gets some of the values, and each value some operations.
    for (const value of malformed.filter((_, place) => isDeep || (place + index) % 8 === 0)) {
      const targets = [
        ...parts.map(() => path.replaceAll(/\{\w+\}/g, value)),
        ...queries.map(({ name }) => `${path.replaceAll(/\{\w+\}/g, "whk_x")}?${name}=${value}`),
        `${path.replaceAll(/\{\w+\}/g, "whk_x")}/${value}`,
        `${path.replaceAll(/\{\w+\}/g, "whk_x")}?${value}=${value}`,
      ];
      for (const target of new Set(targets)) {
        const { status } = await api.call(method, target, { headers, ...(method !== "GET" && { body: "{" }) });
        if (status >= 500) failures.push(`${status} ${method} ${target}`);
      }
    }
  }
  expect(failures).toEqual([]);
});
