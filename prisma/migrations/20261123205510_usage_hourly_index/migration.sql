-- In a transaction of its own, so that jobs can be read while it is built.
CREATE INDEX "jobs_without_hours" ON "jobs" ("tracking_id") WHERE "hours_counted" IS NULL;
