-- The history of slow jobs, which are few: `slowMs` of lib/history/schema.ts.
CREATE INDEX "slow_jobs" ON "jobs" ("business_id", "created_at" DESC, "tracking_id" DESC) WHERE "processing_time_ms" >= 2000;
