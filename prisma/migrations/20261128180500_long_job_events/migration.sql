-- The number of the next event of a job: one that is paused and then ends has several.
ALTER TABLE "long_jobs" ADD COLUMN "event_count" INTEGER NOT NULL DEFAULT 0;
