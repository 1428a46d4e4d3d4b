-- In a transaction of its own, so that jobs can be read while it is built.
CREATE INDEX "jobs_without_usage" ON "jobs" ("tracking_id") WHERE "usage_counted" IS NULL;
