-- What the schema language cannot say.

-- Rows from before the column are left out: they are all older than any checkpoint.
-- Jobs first, in the order in which the ingest of a running process locks them.
CREATE INDEX "jobs_by_xid" ON "jobs" ("xid") WHERE "xid" IS NOT NULL;
CREATE INDEX "transfers_by_xid" ON "transfers" ("xid") WHERE "xid" IS NOT NULL;
