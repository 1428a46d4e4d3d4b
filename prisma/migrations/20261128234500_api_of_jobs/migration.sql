-- By which API the request of a job came.
ALTER TABLE "jobs" ADD COLUMN "api" TEXT;
ALTER TABLE "long_jobs" ADD COLUMN "api" TEXT;
