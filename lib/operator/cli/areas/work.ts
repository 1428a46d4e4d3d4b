import "server-only";
import { OperatorError } from "@/lib/access/audit/platform-acts";
import { verb } from "@/lib/operator/cli/verb";
import { db } from "@/lib/platform/db";
import { vietnamTime } from "@/lib/platform/vietnam-time";
import { listOpenJobs, longJobBacklog } from "@/lib/speech/jobs/backlog";

const mostListed = 50;

export const verbs = [
  verb({
    usage: "list",
    about: "the long jobs of this region that have not ended, those that fail most often first",
    isDefault: true,
    async run() {
      const [backlog, jobs] = await Promise.all([longJobBacklog(), listOpenJobs(mostListed)]);
      const { queued, running, paused, stuck, oldestQueuedSeconds } = backlog;
      const lines = jobs.map(({ step, number, attempts, lastError, ...job }) =>
        [
          ...[job.id, job.business, job.kind, job.state, `since ${vietnamTime(job.createdAt)}`],
          ...[`${job.stepsDone} of ${job.steps} steps`, `${step} ${number}: ${attempts} attempts`],
          ...[lastError && `last error: ${lastError}`],
        ]
          .filter(Boolean)
          .join("  "),
      );
      const wait = queued > 0 ? `, the oldest for ${Math.floor(oldestQueuedSeconds / 60)} minutes` : "";
      const sum = `${queued} queued${wait}, ${running} running, ${paused} paused, ${stuck} stuck`;
      return { lines: [...lines, sum], data: { backlog, jobs } };
    },
  }),
  verb({
    usage: "steps <job>",
    about: "the steps of a long job that has not ended, with their attempts and errors",
    async run({ args: [jobId = ""] }) {
      const steps = await db.longJobStep.findMany({
        where: { jobId },
        orderBy: { number: "asc" },
        select: {
          number: true,
          kind: true,
          isDone: true,
          attempts: true,
          dueAt: true,
          leasedUntil: true,
          lastError: true,
        },
      });
      if (steps.length === 0) throw new OperatorError(`There is no long job ${jobId} that has not ended.`);
      const lines = steps.map(({ number, kind, isDone, attempts, dueAt, leasedUntil, lastError }) =>
        [
          ...[`${kind} ${number}`, isDone ? "done" : leasedUntil ? "running" : `due ${vietnamTime(dueAt)}`],
          ...[`${attempts} attempts`, lastError && `last error: ${lastError}`],
        ]
          .filter(Boolean)
          .join("  "),
      );
      return { lines, data: steps };
    },
  }),
];
