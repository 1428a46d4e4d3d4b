-- In a transaction of its own, so that jobs can be read while it is built.
CREATE INDEX "jobs_marks_idx" ON "jobs" USING GIN ("marks") WHERE "marks" IS NOT NULL;
