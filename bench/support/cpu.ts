import { readdirSync, readFileSync } from "node:fs";
import type { OwnServer } from "@/testing/harness/own-server";
import { rolePids } from "@/testing/harness/role-processes";

const ticksPerSecond = 100;

/** CPU time of a process in user and system mode, of all threads, and of its children that have ended. */
export function cpuMs(pid: number): number {
  const ticks = readStat(pid)
    .slice(11, 15)
    .reduce((sum, field) => sum + Number(field), 0);
  return (ticks * 1000) / ticksPerSecond;
}

export const parentOf = (pid: number): number => Number(readStat(pid)[1]);

/** What follows the name of the program. */
const readStat = (pid: number): string[] => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];

/** Memory of a process in MB, where what several share counts for each in part. */
export const memoryMb = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1024;

export const processKinds = ["API", "worker", "console", "supervisor", "PostgreSQL"] as const;
export type ProcessKind = (typeof processKinds)[number];

/** A measure of each kind of the processes of a server and its database, which has the process ID `postmaster`. */
export function ofEach(server: OwnServer, postmaster: number, measure: (pid: number) => number) {
  const pids: Record<ProcessKind, number[]> = {
    API: rolePids(server, "api"),
    worker: rolePids(server, "worker"),
    console: rolePids(server, "console"),
    supervisor: [server.process.pid ?? 0],
    PostgreSQL: [postmaster, ...childrenOf(postmaster)],
  };
  const sumOf = (kind: ProcessKind) => pids[kind].reduce((sum, pid) => sum + measureOr0(pid, measure), 0);
  return Object.fromEntries(processKinds.map((kind) => [kind, sumOf(kind)])) as Record<ProcessKind, number>;
}

/** A process may end meanwhile. */
function measureOr0(pid: number, measure: (pid: number) => number): number {
  try {
    return measure(pid);
  } catch {
    return 0;
  }
}

const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number),
  );
