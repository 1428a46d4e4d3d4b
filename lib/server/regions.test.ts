// @module-tag promise
// @module-tag slow
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { encodeWav } from "@/lib/engines/audio/wav";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { openStream } from "@/lib/platform/stream/open";
import { startWorker } from "@/lib/server/worker/start";
import { makeKey, makeMember } from "@/prisma/factories";
import { freePort } from "@/scripts/database.mjs";
import { makeTone } from "@/testing/fakes/sound";
import { startApiProcessesWith } from "@/testing/harness/api-processes";

const servers = {} as Record<"VN" | "SG", { url: string }>;
let processes: Awaited<ReturnType<typeof startApiProcessesWith>>;
let worker: ReturnType<typeof startWorker>;

beforeAll(async () => {
  const ports = { VN: await freePort(), SG: await freePort() };
  const address = (region: "VN" | "SG") => `http://127.0.0.1:${ports[region]}`;
  const VANG_REGIONS = `VN=${address("VN")},SG=${address("SG")}`;
  worker = startWorker(openStream());
  const settings = (["VN", "SG"] as const).map((region) => {
    servers[region] = { url: address(region) };
    return { VANG_REGIONS, VANG_REGION: region, VANG_URL: address(region), PORT: String(ports[region]) };
  });
  processes = await startApiProcessesWith(settings);
}, 120_000);

afterAll(async () => {
  await processes.stop();
  await worker.stop();
  await openStream().close();
});

const phrase = "Chim sơn ca hót giữa trưa hè";

async function post(region: "VN" | "SG", path: string, key: string, init: RequestInit) {
  const headers = { ...init.headers, "x-api-key": key };
  const answer = await fetch(servers[region].url + path, { method: "POST", ...init, headers });
  return { status: answer.status, json: await answer.json() };
}

function speak(region: "VN" | "SG", key: string, named: Record<string, string> = {}) {
  const body = JSON.stringify({ text: phrase, voiceId: "north-linh", modelId: "vang-espeak" });
  return post(region, "/tts", key, { headers: { ...named, "content-type": "application/json" }, body });
}

async function transcribe(region: "VN" | "SG", key: string, named: Record<string, string>) {
  const body = new FormData();
  body.append("file", new Blob([await encodeWav({ samples: makeTone(220, 16_000, 1), sampleRate: 16_000 })]), "a.wav");
  return post(region, "/stt", key, { headers: named, body });
}

const get = async (region: "VN" | "SG", path: string, key: string) => {
  const answer = await fetch(servers[region].url + path, { headers: { "x-api-key": key } });
  return { status: answer.status, json: await answer.json() };
};

/** The files of a region that contain the phrase. */
function filesWith(region: string): number {
  const root = join(env.VANG_DATA, "objects", region);
  if (!existsSync(root)) return 0;
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(phrase)).length;
}

test("content stays in the region that processed it, and a lookup elsewhere says where it is", async () => {
  const key = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
  const { status, json } = await speak("SG", key);
  expect(status).toBe(200);
  expect(json.audioUrl.startsWith(servers.SG.url)).toBe(true);
  const path = `/tts/jobs?id=${json.trackingId}`;
  await expect.poll(async () => (await get("SG", path, key)).status, { timeout: 10_000 }).toBe(200);

  const elsewhere = await get("VN", path, key);
  expect([elsewhere.status, elsewhere.json.code]).toEqual([404, "WRONG_REGION"]);
  expect(elsewhere.json.message).toContain(`region SG. Look it up at ${servers.SG.url}.`);
  expect([filesWith("SG"), filesWith("VN")]).toEqual([1, 0]);
  expect((await fetch(json.audioUrl)).status).toBe(200);
  expect((await fetch(json.audioUrl.replace(servers.SG.url, servers.VN.url))).status).toBe(404);
});

test.each([
  ["reading aloud", speak],
  ["transcribing", transcribe],
])(
  "an Idempotency-Key of %s names its job in the region that processed it, and the other says where that is",
  async (_, call) => {
    const key = await makeKey(await makeMember({ creditMilli: 1_000_000n }));
    const named = { "idempotency-key": "order-1" };
    const first = await call("SG", key, named);
    expect(first.status).toBe(200);
    const elsewhere = await call("VN", key, named);
    expect([elsewhere.status, elsewhere.json.code]).toEqual([404, "WRONG_REGION"]);
    expect(elsewhere.json.message).toContain(`region SG. Look it up at ${servers.SG.url}.`);
    expect(await call("SG", key, named)).toEqual(first);
  },
);

test("a business pinned to Vietnam is rejected in Singapore, and served in Vietnam", async () => {
  const member = await makeMember({ creditMilli: 1_000_000n });
  const key = await makeKey(member);
  await db.business.update({ where: { id: member.businessId }, data: { pinnedRegion: "VN" } });
  const away = await speak("SG", key);
  expect([away.status, away.json.code]).toEqual([403, "REGION_NOT_ALLOWED"]);
  expect(away.json.message).toContain(`Send the request to ${servers.VN.url}.`);
  expect((await speak("VN", key)).status).toBe(200);
  expect((await get("SG", "/tts/voices", key)).status).toBe(200);
});
