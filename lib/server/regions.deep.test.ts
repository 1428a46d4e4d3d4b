// @module-tag promise
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { audit } from "@/lib/money/wallet/books/differences";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeEndpoint } from "@/prisma/webhook-factories";
import { trials } from "@/testing/harness/deep";
import { needs } from "@/testing/harness/needs";
import { missingForCable, type Region } from "@/testing/harness/sea-cable";
import { hookUrl, startTwoRegions } from "@/testing/harness/two-regions";

const regions = ["VN", "SG"] as const;
const hasFaketime = spawnSync("faketime", ["--version"]).status === 0;
/** The settings under which a program's clock is off; its durations stay true. */
function fakeClock(offset: string): Record<string, string> {
  const { stdout } = spawnSync("faketime", ["-f", offset, "env"], { encoding: "utf8" });
  const lines = stdout.split("\n").filter((line) => /^(LD_PRELOAD|FAKETIME)=/.test(line));
  return { DONT_FAKE_MONOTONIC: "1", ...Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))) };
}
/** How long the cable is cut. */
const cutMs = trials(process.env.VANG_CUT_SECONDS, 10, 60) * 1000;
/** How soon a region that cannot reach the database rejects a request: a key is looked up for 3 s at most. */
const soonMs = 5000;
const phrase = "Chim sơn ca hót giữa trưa hè";

let two: Awaited<ReturnType<typeof startTwoRegions>>;

async function speak(region: Region, key: string, headers: Record<string, string> = {}) {
  const startedAt = performance.now();
  const response = await two.request(region, "/tts", {
    method: "POST",
    headers: { ...headers, "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify({ text: phrase, voiceId: "north-linh", modelId: "vang-espeak" }),
  });
  const { code = null, trackingId = null } = (await response.json()) as { code?: string; trackingId?: string };
  const retryAfter = response.headers.get("retry-after");
  const at = performance.now();
  return { region, status: response.status, code, trackingId, retryAfter, startedAt, tookMs: at - startedAt };
}

async function lookUp(region: Region, key: string, trackingId: string | null) {
  const response = await two.request(region, `/tts/jobs?id=${trackingId}`, { headers: { "x-api-key": key } });
  const { code = null } = (await response.json()) as { code?: string };
  return { status: response.status, code };
}

const health = async (region: Region) => (await two.request(region, "/health")).status;

const makePartner = async () => {
  const member = await makeMember({ creditMilli: 100_000_000n });
  return { ...member, key: await makeKey(member) };
};

/** The files of an installation that contain the phrase, by region of its store. */
function filesWith(installation: Region, store: Region): number {
  const root = join(two.data[installation], "objects", store);
  if (!existsSync(root)) return 0;
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.filter((file) => readFileSync(join(file.parentPath, file.name)).includes(phrase)).length;
}

/** A request in each region every 250 ms, however long the others take, until stopped. */
function keepSpeaking(key: string) {
  const calls: Awaited<ReturnType<typeof speak>>[] = [];
  const running = new Set<Promise<unknown>>();
  const timer = setInterval(() => {
    for (const region of regions) {
      const call = speak(region, key).then((done) => {
        calls.push(done);
        running.delete(call);
      });
      running.add(call);
    }
  }, 250);
  return {
    calls,
    of: (region: Region) => calls.filter((call) => call.region === region),
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

/** Nothing is lost, nothing is charged without a result, and the books are in order. */
async function expectSettled(key: string, calls: Awaited<ReturnType<typeof speak>>[]) {
  // Replaces the wait for processes that count as dead.
  await db.hold.updateMany({ where: { status: "open" }, data: { expiresAt: new Date() } });
  await db.$executeRaw`UPDATE stream_messages SET available_at = now()`;
  for (const { region, trackingId } of calls.filter(({ status }) => status === 200))
    await expect
      .poll(() => lookUp(region, key, trackingId), { timeout: 30_000, message: `${region} ${trackingId}` })
      .toMatchObject({ status: 200 });
  await expect.poll(() => db.hold.count({ where: { status: "open" } }), { timeout: 30_000 }).toBe(0);
  const charged = await db.hold.findMany({ where: { status: "captured" }, select: { trackingId: true } });
  const ids = charged.map(({ trackingId }) => trackingId);
  expect(await db.job.count({ where: { trackingId: { in: ids }, status: "completed" } })).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(calls.flatMap(({ trackingId }) => trackingId ?? [])));
  expect(await audit()).toEqual([]);
}

describe.skipIf(missingForCable !== "")("two regions at the ends of a sea cable", needs(missingForCable), () => {
  beforeAll(async () => {
    two = await startTwoRegions();
  }, 600_000);
  afterAll(async () => {
    await two?.close();
  }, 120_000);

  test("content and deliveries of a job stay in its region", async () => {
    const { key, ...member } = await makePartner();
    await makeEndpoint(member, { url: hookUrl, eventTypes: ["tts.completed"] });
    const spoken = { VN: await speak("VN", key), SG: await speak("SG", key) };
    for (const region of regions) {
      const { trackingId } = spoken[region];
      await expect
        .poll(() => lookUp(region, key, trackingId), { timeout: 20_000 })
        .toEqual({ status: 200, code: null });
      const sent = () => two.received.filter(({ body }) => body.includes(String(trackingId)));
      await expect.poll(() => sent().map(({ from }) => from), { timeout: 20_000 }).toEqual([region]);
    }
    expect(await lookUp("VN", key, spoken.SG.trackingId)).toEqual({ status: 404, code: "WRONG_REGION" });
    expect(regions.flatMap((one) => regions.map((store) => [one, store, filesWith(one, store)]))).toEqual([
      ["VN", "VN", 1],
      ["VN", "SG", 0],
      ["SG", "VN", 0],
      ["SG", "SG", 1],
    ]);
  }, 120_000);

  test("an event of no job leaves from the region in which it happened", async () => {
    const member = await makeMember();
    const key = await makeKey(member, ["webhooks:manage"]);
    const { id } = await makeEndpoint(member, { url: hookUrl });
    for (const region of regions) {
      const seen = two.received.length;
      const response = await two.request(region, `/webhooks/${id}/tests`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify({ type: "credit.low" }),
      });
      expect(response.status, await response.text()).toBe(201);
      const sent = () => two.received.slice(seen).map(({ from }) => from);
      await expect.poll(sent, { timeout: 20_000 }).toEqual([region]);
    }
  }, 120_000);

  test("a text waits for the database across the sea as often as it takes statements", async () => {
    const { key } = await makePartner();
    let count = 0;
    const fastest = async (headers: () => Record<string, string>) => {
      const calls = [];
      for (let tries = 0; tries < 12; tries++) calls.push(await speak("SG", key, headers()));
      expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 200));
      return Math.min(...calls.slice(1).map(({ tookMs }) => tookMs));
    };
    // From the difference of two distances: what the region does itself takes as long at both.
    const trips = async (headers: () => Record<string, string>) => {
      await two.cable.setDelay(10);
      const near = await fastest(headers);
      await two.cable.setDelay(160);
      const far = await fastest(headers);
      await two.cable.setDelay(20);
      return (far - near) / 300;
    };
    const measured = {
      plain: await trips(() => ({})),
      keyed: await trips(() => ({ "idempotency-key": `order-${count++}` })),
    };
    process.stdout.write(`round trips: ${JSON.stringify(measured)}\n`);
    expect(Object.values(measured).map(Math.round)).toEqual([2, 3]);
  }, 300_000);

  test("with the cable cut, Vietnam serves and Singapore rejects soon; both return by themselves and nothing is lost", async () => {
    const { key } = await makePartner();
    const speaking = keepSpeaking(key);
    await expect.poll(() => regions.every((region) => speaking.of(region).length > 4), { timeout: 30_000 }).toBe(true);
    await two.cable.cut();
    const cutAt = performance.now();
    await sleep(cutMs);
    const joinedAt = performance.now();
    await two.cable.join();
    await expect.poll(() => health("SG"), { timeout: 30_000 }).toBe(200);
    const isServing = ({ startedAt, status }: { startedAt: number; status: number }) =>
      startedAt > joinedAt && status === 200;
    await expect.poll(() => speaking.of("SG").some(isServing), { timeout: 30_000 }).toBe(true);
    const backMs = performance.now() - joinedAt;
    await speaking.stop();

    const slowest = (calls: { tookMs: number }[]) => Math.round(Math.max(...calls.map(({ tookMs }) => tookMs)));
    const whileCut = speaking.calls.filter(({ startedAt }) => startedAt > cutAt + 100 && startedAt < joinedAt);
    const away = whileCut.filter(({ region, startedAt, tookMs }) => region === "SG" && startedAt + tookMs < joinedAt);
    const home = whileCut.filter(({ region }) => region === "VN");
    process.stdout.write(
      `cut ${cutMs} ms: VN ${home.length} calls, slowest ${slowest(home)} ms; SG ${away.length} rejected, slowest ${slowest(away)} ms; back after ${Math.round(backMs)} ms\n`,
    );
    expect(home.length).toBeGreaterThan(10);
    expect(speaking.of("VN").filter(({ status }) => status !== 200)).toEqual([]);
    expect(away.length).toBeGreaterThan(2);
    expect(
      away.filter(({ status, code, retryAfter }) => status !== 503 || code !== "OVERLOADED" || !retryAfter),
    ).toEqual([]);
    expect(away.filter(({ tookMs }) => tookMs > soonMs)).toEqual([]);
    expect(speaking.of("SG").filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
    await expectSettled(key, speaking.calls);
  }, 300_000);

  test.skipIf(!hasFaketime).each(["-5s", "+5s"])(
    "with Singapore's clock off by %s nothing is lost",
    { ...needs("faketime"), timeout: 240_000 },
    async (offset) => {
      const { key } = await makePartner();
      await two.restart("SG", fakeClock(offset));
      const calls = [];
      for (let round = 0; round < 8; round++)
        calls.push(...(await Promise.all(regions.map((region) => speak(region, key)))));
      // A process that has just started on a busy machine may still reject some.
      expect(calls.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
      expect(calls.filter(({ region, status }) => region === "SG" && status === 200).length).toBeGreaterThan(2);
      await expectSettled(key, calls);
    },
  );
});
