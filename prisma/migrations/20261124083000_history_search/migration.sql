-- The wave of a job in lists, and what it is found by: keyed digests of its words. Both are erased with its content.
ALTER TABLE "jobs" ADD COLUMN "spark" TEXT;
ALTER TABLE "jobs" ADD COLUMN "marks" INTEGER[];
-- The history lists rejected requests that are not in it as failed jobs.
ALTER TABLE "refused_requests" ADD COLUMN "ended_job" BOOLEAN;
