import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { apiRoots } from "@/lib/api/app";
import { audit } from "@/lib/money/wallet/books/differences";
import { hours } from "@/lib/platform/clock";
import { db } from "@/lib/platform/db";
import { makeKey, makeMember } from "@/prisma/factories";
import { freePort } from "@/scripts/database.mjs";
import { s3Keys, startS3 } from "@/testing/fakes/s3-server";

let cluster: { url: string; pidOf: (name: string) => number; process: ChildProcess; output: () => string } | undefined;

afterEach(async () => {
  if (!cluster || cluster.process.exitCode !== null) return;
  const ended = once(cluster.process, "exit");
  cluster.process.kill("SIGINT");
  await ended;
});

/** `npm run cluster` on this test's database. */
async function startCluster(settings: Record<string, string> = {}) {
  const port = await freePort();
  const env = { ...process.env, ...settings, PORT: String(port) };
  const child = spawn(process.execPath, ["scripts/cluster.mjs"], { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  while (child.exitCode === null && !output.includes("Ctrl-C")) await sleep(200);
  if (child.exitCode !== null) throw new Error(output);
  const pidOf = (name: string) =>
    Number(
      output
        .match(new RegExp(`${name} (\\d+)`, "g"))
        ?.at(-1)
        ?.split(" ")[1],
    );
  cluster = { url: `http://localhost:${port}`, pidOf, process: child, output: () => output };
  return cluster;
}

/** Asks for speech, again under the same key until it is there, as a client does whose connection breaks. */
async function speak(url: string, key: string, number: number): Promise<string> {
  const body = JSON.stringify({
    text: `Xin chào ${number}`,
    voiceId: "north-linh",
    modelId: "vang-espeak",
    audioFormat: "wav",
  });
  const headers = { "x-api-key": key, "content-type": "application/json", "idempotency-key": `job-${number}` };
  for (let tries = 0; tries < 600; tries++) {
    const response = await fetch(`${url}/tts`, { method: "POST", headers, body }).catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (response?.status === 200) return answer.trackingId;
    if (response && response.status < 500 && response.status !== 429 && response.status !== 409)
      throw new Error(`${response.status} ${JSON.stringify(answer)}`);
    await sleep(1000);
  }
  throw new Error(`job ${number} was never answered`);
}

async function checkJobs(jobs: number, { url }: { url: string }, faults: (() => Promise<unknown>)[]) {
  const member = await makeMember({ creditMilli: BigInt(jobs) * 1_000_000n });
  const limits = { requestsPerMinute: 10_000_000, concurrentCalls: 64 };
  await db.business.update({ where: { id: member.businessId }, data: limits });
  const key = await makeKey(member);
  const answered = new Set<string>();
  let next = 0;
  const client = async () => {
    while (next < jobs) answered.add(await speak(url, key, next++));
  };
  const clients = Promise.all(Array.from({ length: 12 }, client));
  for (const [index, fault] of faults.entries()) {
    const from = ((index + 1) * jobs) / (faults.length + 2);
    while (answered.size < from) await Promise.race([sleep(200), clients]);
    await fault();
    expect(await audit()).toEqual([]);
  }
  await clients;
  expect(answered.size).toBe(jobs);
  const mine = { businessId: member.businessId };
  const completed = () => db.job.count({ where: { ...mine, status: "completed" } });
  await expect.poll(completed, { timeout: 300_000, interval: 1000 }).toBe(jobs);
  const open = () => db.hold.count({ where: { ...mine, status: "open" } });
  await expect.poll(open, { timeout: 300_000, interval: 1000 }).toBe(0);
  const recorded = await db.job.findMany({ where: { ...mine, status: "completed" }, select: { trackingId: true } });
  const charges = await db.transfer.findMany({
    where: { kind: "charge", debit: mine },
    select: { trackingId: true },
  });
  const charged = charges.map(({ trackingId }) => trackingId).sort();
  expect(new Set(charged).size).toBe(charged.length);
  expect(charged).toEqual(recorded.map(({ trackingId }) => trackingId).sort());
  expect(charged).toEqual([...answered].sort());
  expect(await audit()).toEqual([]);
  const { _sum: total } = await db.walletAccount.aggregate({ _sum: { balanceMilli: true } });
  expect(total.balanceMilli).toBe(0n);
}

/** Stops a process for a while, as a machine does that swaps or is moved. */
const pause = (name: string, forMs: number) => async () => {
  const pid = cluster?.pidOf(name) ?? 0;
  process.kill(pid, "SIGSTOP");
  await sleep(forMs);
  process.kill(pid, "SIGCONT");
};
const kill = (name: string) => async () => void process.kill(cluster?.pidOf(name) ?? 0, "SIGKILL");

test("the cluster's balancer knows every path of the API", async () => {
  const { url } = await startCluster();
  for (const first of apiRoots) {
    const response = await fetch(`${url}/${first}/none`);
    expect([first, response.headers.get("x-request-id") !== null]).toEqual([first, true]);
  }
  expect((await fetch(`${url}/en/docs`)).status).toBe(200);
});

test("on Swift: jobs are each recorded and charged once while every part is killed or away for a while", async () => {
  const running = await startCluster();
  await checkJobs(Number(process.env.VANG_CLUSTER_JOBS ?? 5000), running, [
    kill("nats-1"),
    pause("swift-proxy", 30_000),
    kill("nats-2"),
    kill("api-2"),
    kill("nats-3"),
    kill("worker-1"),
    pause("worker-2", 60_000),
    kill("redis"),
    kill("console-1"),
    kill("haproxy"),
    kill("api-1"),
    kill("memcached"),
    kill("nats-1"),
    kill("nats-2"),
  ]);
});

test("on a small store: the same for many more jobs", { timeout: hours(4) }, async () => {
  const directory = mkdtempSync(join(tmpdir(), "vang-cluster-s3-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const s3 = await startS3({ directory });
  const running = await startCluster({ ...s3Keys, OBJECTS_URL: s3.url });
  await checkJobs(Number(process.env.VANG_CLUSTER_SMALL_JOBS ?? 40_000), running, [
    kill("nats-1"),
    async () => {
      await s3.stop();
      await sleep(30_000);
      await s3.restart();
    },
    kill("nats-2"),
    kill("api-2"),
    kill("nats-3"),
    kill("nats-1"),
    kill("nats-2"),
  ]);
});
