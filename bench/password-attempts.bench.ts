import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import autocannon from "autocannon";
import { type Figure, percent } from "@/bench/support/measure";
import { mintSecret } from "@/lib/keys/secret";
import { makeKey, makeMember } from "@/prisma/factories";

const badRate = 5000;
const seconds = 8;

/** The cost of 5,000 invalid keys per second to one process and to its other callers. */
export default async function bench(): Promise<Figure[]> {
  const key = await makeKey(await makeMember());
  const child = spawn(process.execPath, [".build/bench/api-child.mjs"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const url = `http://127.0.0.1:${String(line).trim()}/tts/models`;
  const call = () => load(url, [key], 50);
  try {
    await call();
    const alone = await call();
    const idle = await shareOfCore(child, call);
    const mistyped = Array.from({ length: 1000 }, () => `${mintSecret().slice(0, -6)}000000`);
    const guessed = await shareOfCore(child, () => Promise.all([call(), load(url, mistyped, badRate)]));
    const [beside] = guessed.result;
    return [
      { what: "bad keys answered a second", value: guessed.result[1].requests.average.toFixed(0) },
      {
        what: "of one core, for them",
        value: percent(guessed.share - idle.share),
        target: "≤ 30 %",
        met: guessed.share - idle.share <= 0.3,
      },
      {
        what: `p99 of good keys, ${alone.latency.p99} ms alone`,
        value: `${beside.latency.p99} ms`,
        target: "≤ 1.5 times",
        met: beside.latency.p99 <= alone.latency.p99 * 1.5,
      },
    ];
  } finally {
    child.kill();
  }
}

function load(url: string, keys: string[], overallRate: number) {
  const requests = keys.map((key) => ({ headers: { "x-api-key": key } }));
  return autocannon({ url, connections: 16, duration: seconds, overallRate, requests });
}

async function shareOfCore<Result>({ pid }: ChildProcess, work: () => Promise<Result>) {
  const before = cpuSeconds(pid);
  const result = await work();
  return { result, share: (cpuSeconds(pid) - before) / seconds };
}

/** CPU seconds as Linux reports them, in hundredths. */
function cpuSeconds(pid: number | undefined): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
