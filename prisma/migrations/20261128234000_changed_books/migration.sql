-- The job whose audio another one uses again. Jobs of the release before have none.
ALTER TABLE "long_jobs" ADD COLUMN "from_job_id" TEXT;
CREATE INDEX "long_jobs_from_job_id_idx" ON "long_jobs"("from_job_id") WHERE "from_job_id" IS NOT NULL;
