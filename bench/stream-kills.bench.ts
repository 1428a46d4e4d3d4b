import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "@/bench/support/measure";
import { openKillableStream, recordAmidKills } from "@/testing/harness/stream-kills";

const messages = Number(process.env.VANG_MESSAGES ?? 100_000);
const awayMs = Number(process.env.VANG_AWAY_SECONDS ?? 30) * 1000;
const mebibyte = 2 ** 20;

type KillableStream = Awaited<ReturnType<typeof openKillableStream>>;

/**
 * Every call is recorded once whatever process is killed; and how much memory a worker takes while its database is
 * down.
 */
export default async function bench(): Promise<Figure[]> {
  const stream = await openKillableStream();
  const tally = await recordAmidKills(stream, { messages, perSecond: 1000, restarts: 10 });
  const growth = await growthWhileAway(stream);
  await stream.close();

  const { recorded, rows, left } = tally;
  const lost = messages - recorded;
  return [
    { what: "kills of a worker, kills and restarts of the database", value: `${tally.kills}, ${tally.restarts}` },
    { what: `of ${messages} calls lost`, value: String(lost), target: "0", met: lost === 0 },
    { what: "recorded twice, or never published", value: String(rows - recorded), target: "0", met: rows === recorded },
    { what: "left on the stream or set aside", value: String(left), target: "0", met: left === 0 },
    {
      what: `memory a worker takes more while its database is away ${awayMs / 1000} s`,
      value: `${(growth / mebibyte).toFixed(0)} MB`,
      target: "≤ 50 MB",
      met: growth <= 50 * mebibyte,
    },
  ];
}

/** The maximum memory of a warmed-up worker during an outage, minus its memory before. */
async function growthWhileAway(stream: KillableStream): Promise<number> {
  const worker = stream.start("recorder");
  const taken = listen(worker);
  const publisher = stream.start("publisher", 5000, 1000);
  while (publisher.exitCode === null) await sleep(100);
  const before = Math.max(...taken.splice(0));
  await stream.stop();
  await sleep(awayMs);
  await stream.begin();
  return Math.max(...taken) - before;
}

function listen(worker: ChildProcess): number[] {
  const taken: number[] = [];
  worker.stdout?.on("data", (lines) => taken.push(...String(lines).trim().split("\n").map(Number)));
  return taken;
}
