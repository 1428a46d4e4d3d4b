-- What happened to a job and when, for its trace: its steps are deleted when it ends.
ALTER TABLE "long_jobs" ADD COLUMN "moments" JSONB NOT NULL DEFAULT '[]';
