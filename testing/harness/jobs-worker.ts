import { type ChildProcess, spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { residentMb } from "@/bench/support/measure";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { buildChild } from "@/scripts/bundle.mjs";

/** A worker for long jobs as a process of its own, on this test's database, which can be killed and measured. */
export async function startJobsWorker() {
  await buildChild("jobs-child");
  let worker: ChildProcess;
  const start = async () => {
    worker = spawn(process.execPath, [".build/jobs-child.mjs", "long"], {
      env: { ...process.env, VANG_ENGINES: env.VANG_ENGINES, VANG_ROLE: "worker" },
      stdio: ["ignore", "inherit", "inherit"],
    });
    await sleep(3000);
  };
  await start();
  return {
    memoryMb: () => (worker.exitCode === null && worker.signalCode === null ? residentMb(worker.pid ?? 0) : 0),
    /** With a new worker afterwards, as if the minute of its lease had passed. */
    async kill(jobId: string) {
      worker.kill("SIGKILL");
      await db.longJobStep.updateMany({ where: { jobId }, data: { leasedUntil: new Date(0) } });
      await start();
    },
    stop: () => worker.kill("SIGKILL"),
  };
}

/** What is used at most until `end`, above what was used at first, in MB. */
export function watchMemory(measureMb: () => number) {
  const before = measureMb();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, measureMb());
  }, 250);
  return {
    end() {
      clearInterval(timer);
      return Math.round(most - before);
    },
  };
}
