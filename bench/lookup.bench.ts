import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { type Figure, median, percent, text200 } from "@/bench/support/measure";
import { startServer } from "@/bench/support/server";
import { freePort } from "@/scripts/database.mjs";

const connections = 32;
const seconds = 5;
const rounds = 3;

/**
 * GET /tts/jobs on the whole server including the console, compared with a bare Hono with one prepared statement,
 * alternating.
 */
export default async function bench(): Promise<Figure[]> {
  const { key, trackingId } = await makeJob();
  const [server, peer] = [await run("scripts/start.mjs"), await run(".build/bench/peer.mjs")];
  const ask = (port: number) =>
    autocannon({
      url: `http://127.0.0.1:${port}/tts/jobs?id=${trackingId}`,
      connections,
      duration: seconds,
      headers: { "x-api-key": key },
    });
  try {
    const ratios: number[] = [];
    const rates: number[] = [];
    let peakKb = 0;
    for (let round = 0; round <= rounds; round++) {
      const bare = await ask(peer.port);
      const ours = await ask(server.port);
      if (ours.non2xx + bare.non2xx > 0) throw new Error("a lookup was rejected");
      if (round > 0) ratios.push(ours.requests.average / bare.requests.average);
      rates.push(ours.requests.average);
      peakKb = Math.max(peakKb, residentKb(server.process));
    }
    return [
      { what: "GET /tts/jobs, requests a second", value: median(rates).toFixed(0) },
      { what: "of a bare Hono with pg", value: percent(median(ratios)), target: "≥ 40 %", met: median(ratios) >= 0.4 },
      {
        what: "memory of the server meanwhile",
        value: `${(peakKb / 1024).toFixed(0)} MB`,
        target: "< 350 MB",
        met: peakKb < 350 * 1024,
      },
    ];
  } finally {
    server.process.kill("SIGTERM");
    peer.process.kill("SIGTERM");
  }
}

/** A recorded call to look up. */
async function makeJob() {
  const { port, key, close } = await startServer();
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const body = JSON.stringify({ text: text200, voiceId: "north-linh", modelId: "vang-espeak" });
  const answer = await fetch(`http://127.0.0.1:${port}/tts`, { method: "POST", headers, body });
  const { trackingId } = (await answer.json()) as { trackingId: string };
  const lookup = () => fetch(`http://127.0.0.1:${port}/tts/jobs?id=${trackingId}`, { headers });
  while ((await lookup()).status !== 200) await sleep(50);
  await close();
  return { key, trackingId };
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

/** Resident memory as Linux reports it. */
function residentKb({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
}
