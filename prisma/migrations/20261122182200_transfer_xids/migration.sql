-- The transaction that wrote a row, so that an audit can tell which rows a checkpoint's snapshot did not see yet: ids and
-- times are not in the order of commits. The default comes after the column, so that no row is rewritten: rows from
-- before have NULL.
-- Jobs first, in the order in which the ingest of a running process locks them.
ALTER TABLE "jobs" ADD COLUMN "xid" xid8;
ALTER TABLE "jobs" ALTER COLUMN "xid" SET DEFAULT pg_current_xact_id();

ALTER TABLE "transfers" ADD COLUMN "xid" xid8;
ALTER TABLE "transfers" ALTER COLUMN "xid" SET DEFAULT pg_current_xact_id();
