import { readdirSync, readFileSync } from "node:fs";

/** One measured figure with its target, as the runner prints it. */
export type Figure = { what: string; value: string; target?: string; met?: boolean };

/** A percentile of the values: `share` 0.99 gives the 99th. */
export function percentile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: number[]): number => percentile(values, 0.5);

export async function timeMs(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Resident memory of a process and all that it has started, in MB, as Linux reports it. */
export function residentMb(pid: number): number {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => readChildren(pid, task));
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  return kilobytes / 1024 + children.reduce((sum, child) => sum + residentMb(child), 0);
}

const readChildren = (pid: number, task: string): number[] =>
  readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" ").filter(Boolean).map(Number);

/** Calls per second of `work` with a constant `concurrency`. */
export async function throughput(calls: number, concurrency: number, work: () => Promise<unknown>): Promise<number> {
  let left = calls;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) await work();
    }),
  );
  return calls / ((performance.now() - start) / 1000);
}

export const ms = (value: number): string => `${value.toFixed(1)} ms`;
export const percent = (value: number): string => `${(value * 100).toFixed(0)} %`;

/** 200 characters of ordinary Vietnamese. */
export const text200 =
  "Hôm nay trời nhiều mây, có mưa rào và dông vài nơi ở vùng núi phía bắc. Nhiệt độ cao nhất từ hai mươi bảy đến ba mươi độ. Người dân nên mang theo áo mưa khi ra đường vào buổi chiều và buổi tối hôm nay";
