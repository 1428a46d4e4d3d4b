-- Months of the books that are closed: no transfer is written into them.
CREATE TABLE "book_locks" (
    "month" TEXT NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "entries" INTEGER NOT NULL,
    "journal_hash" TEXT NOT NULL,
    "operator" TEXT NOT NULL,
    "locked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "book_locks_pkey" PRIMARY KEY ("month")
);

CREATE FUNCTION reject_locked_month() RETURNS trigger AS $$
BEGIN
  IF EXISTS (SELECT FROM book_locks WHERE ends_at > NEW.created_at) THEN
    RAISE EXCEPTION 'the books of this month are locked';
  END IF;
  RETURN NEW;
END $$ LANGUAGE plpgsql;

-- A transfer of now costs one comparison: only one of an earlier time is looked up.
CREATE TRIGGER "transfers_in_open_months" BEFORE INSERT ON "transfers" FOR EACH ROW
  WHEN (NEW.created_at < now() - interval '30 minutes') EXECUTE FUNCTION reject_locked_month();

-- Small, and cheap to keep, because transfers are written in the order of their times.
CREATE INDEX "transfers_created_at_idx" ON "transfers" USING BRIN ("created_at");
