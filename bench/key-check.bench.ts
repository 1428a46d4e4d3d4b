import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";
import { asOwner, ownerUrl } from "@/bench/support/as-owner";
import { startBetterAuth } from "@/bench/support/better-auth";
import { type Figure, median, percent } from "@/bench/support/measure";
import { makeKey, makeMember } from "@/prisma/factories";
import { freePort } from "@/scripts/database.mjs";

const connections = 32;
const seconds = 4;
const rounds = 3;

/**
 * Verifying a key over HTTP, compared with reading its row and with better-auth, alternating on the same PostgreSQL.
 */
export default async function bench(): Promise<Figure[]> {
  const key = await makeKey(await makeMember());
  const port = await freePort();
  const server = await startServer(port, key);
  const peerPort = await freePort();
  const peer = await startBetterAuth(peerPort, await makeDatabase());
  const rates = { bare: [] as number[], ours: [] as number[], peer: [] as number[] };
  try {
    for (let round = 0; round <= rounds; round++) {
      const bare = await load(`http://127.0.0.1:${port}/bare`, key);
      const ours = await load(`http://127.0.0.1:${port}/verify`, key);
      const theirs = peer ? await load(`http://127.0.0.1:${peerPort}/`, peer.key) : Number.NaN;
      if (round === 0) continue;
      rates.bare.push(bare);
      rates.ours.push(ours);
      rates.peer.push(theirs);
    }
  } finally {
    server.kill();
    peer?.process.kill();
  }
  const [bare, ours] = [median(rates.bare), median(rates.ours)];
  return [
    { what: "keys verified a second", value: ours.toFixed(0) },
    { what: "of the bare row by its index", value: percent(ours / bare), target: "≥ 60 %", met: ours / bare >= 0.6 },
    peer ? comparePeer(ours, median(rates.peer)) : { what: "better-auth", value: "not measured: it could not be had" },
  ];
}

const comparePeer = (ours: number, theirs: number): Figure => ({
  what: `times better-auth, which verified ${theirs.toFixed(0)} a second`,
  value: (ours / theirs).toFixed(1),
  target: "≥ 5",
  met: ours / theirs >= 5,
});

async function load(url: string, key: string): Promise<number> {
  const result = await autocannon({ url, connections, duration: seconds, headers: { "x-api-key": key } });
  if (result.non2xx > 0) throw new Error(`${url} refused ${result.non2xx} keys`);
  return result.requests.average;
}

async function startServer(port: number, key: string): Promise<ChildProcess> {
  const env = { ...process.env, PORT: String(port), BENCH_KEY: key };
  const child = spawn(process.execPath, [".build/bench/verify-server.mjs"], {
    env,
    stdio: ["ignore", "inherit", "inherit"],
  });
  while (!(await fetch(`http://127.0.0.1:${port}/bare`).catch(() => undefined))) await sleep(50);
  return child;
}

/** A second database on the same server. */
async function makeDatabase(): Promise<string> {
  await asOwner(async (client) => {
    await client.query("DROP DATABASE IF EXISTS vang_bench_peer");
    await client.query("CREATE DATABASE vang_bench_peer");
  });
  const url = new URL(await ownerUrl());
  url.pathname = "/vang_bench_peer";
  return url.href;
}
