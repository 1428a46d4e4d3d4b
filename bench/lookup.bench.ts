import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { type Figure, median, percent, residentMb } from "@/bench/support/measure";
import { ingest } from "@/lib/speech/history/ingest";
import { makeKey, makeMember } from "@/prisma/factories";
import { makeFinished } from "@/prisma/speech-factories";
import { freePort } from "@/scripts/database.mjs";

const connections = 32;
const seconds = 5;
const rounds = 3;

/**
 * GET /tts/jobs on the whole server including the console, compared with a bare Hono with one prepared statement,
 * alternating: with the key of one business, and with those of 100.
 */
export default async function bench(): Promise<Figure[]> {
  const [server, peer] = [await run("scripts/start.mjs"), await run(".build/bench/peer.mjs")];
  try {
    const figures: Figure[] = [];
    for (const count of [1, 100]) figures.push(...(await compare(count, server, peer)));
    return figures;
  } finally {
    server.process.kill("SIGTERM");
    peer.process.kill("SIGTERM");
  }
}

type Running = Awaited<ReturnType<typeof run>>;

async function compare(count: number, server: Running, peer: Running): Promise<Figure[]> {
  const requests = await Promise.all(Array.from({ length: count }, makeLookup));
  const ask = (port: number) =>
    autocannon({ url: `http://127.0.0.1:${port}`, connections, duration: seconds, requests });
  const ratios: number[] = [];
  const rates: number[] = [];
  let peakMb = 0;
  for (let round = 0; round <= rounds; round++) {
    const bare = await ask(peer.port);
    const ours = await ask(server.port);
    if (ours.non2xx + bare.non2xx > 0) throw new Error("a lookup was rejected");
    if (round > 0) ratios.push(ours.requests.average / bare.requests.average);
    rates.push(ours.requests.average);
    peakMb = Math.max(peakMb, residentMb(server.process.pid ?? 0));
  }
  const ratio = median(ratios);
  const what = `GET /tts/jobs with ${count === 1 ? "one key" : `${count} keys`}`;
  return [
    { what: `${what}, requests a second`, value: median(rates).toFixed(0) },
    { what: `${what}, of a bare Hono with pg`, value: percent(ratio), target: "≥ 30 %", met: ratio >= 0.3 },
    {
      what: "memory of all of the server's processes meanwhile",
      value: `${peakMb.toFixed(0)} MB`,
      target: "< 1000 MB",
      met: peakMb < 1000,
    },
  ];
}

/** The lookup of a recorded job, with a key of its business. */
async function makeLookup() {
  const member = await makeMember();
  const secret = await makeKey(member);
  const job = makeFinished({ businessId: member.businessId, keyId: "key_bench" }, { amountMilli: "0" });
  await ingest([{ key: job.trackingId, payload: job, attempts: 0 }]);
  return { path: `/tts/jobs?id=${job.trackingId}`, headers: { "x-api-key": secret } };
}

async function run(program: string): Promise<{ process: ChildProcess; port: number }> {
  const port = await freePort();
  const child = spawn(process.execPath, [program], { env: { ...process.env, PORT: String(port) }, stdio: "ignore" });
  for (let waited = 0; waited < 300; waited++) {
    if (await fetch(`http://127.0.0.1:${port}/tts/jobs`).catch(() => undefined)) return { process: child, port };
    await sleep(100);
  }
  throw new Error(`${program} did not start`);
}
