import { closeConnections } from "@/bench/support/arrive";
import { cpuMs } from "@/bench/support/cpu";
import { type Figure, median, ms, throughput } from "@/bench/support/measure";
import { callOf, startOurs } from "@/bench/support/ours";
import { rolePids } from "@/testing/harness/role-processes";

const rounds = 3;
const jobs = 3000;
const concurrency = 16;

/** CPU time for a job, of the supervisor and all that it has started, with one and with two processes on the port. */
export default async function bench(): Promise<Figure[]> {
  const [one, two]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    one.push(await measure("1"));
    two.push(await measure("2"));
  }
  const ratio = median(two.map((value, round) => value / (one[round] as number)));
  return [
    { what: "CPU time of a job, one process on the port", value: ms(median(one)) },
    { what: "two processes", value: ms(median(two)) },
    { what: "two of one, median of the rounds", value: `${ratio.toFixed(2)} ×`, target: "≤ 1.1 ×", met: ratio <= 1.1 },
  ];
}

async function measure(processes: string): Promise<number> {
  const { url, server, key, close } = await startOurs({ VANG_API_PROCESSES: processes });
  const speak = callOf({ url, key });
  const call = async () => {
    const { status } = await speak();
    if (status !== 200) throw new Error(`status ${status}`);
  };
  try {
    // Each process compiles its code.
    await throughput(jobs * Number(processes), concurrency, call);
    const pids = [server.process.pid ?? 0, ...rolePids(server)];
    const before = cpuMsOf(pids);
    await throughput(jobs, concurrency, call);
    return (cpuMsOf(pids) - before) / jobs;
  } finally {
    closeConnections();
    await close();
  }
}

const cpuMsOf = (pids: number[]) => pids.reduce((sum, pid) => sum + cpuMs(pid), 0);
