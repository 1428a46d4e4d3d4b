-- An upload that a worker fetches from a URL: when it is due, how often it was tried, and why that failed last.
ALTER TABLE "stored_uploads" ADD COLUMN "fetch_due_at" TIMESTAMPTZ(3), ADD COLUMN "fetch_attempts" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "fetch_code" TEXT;

CREATE INDEX "stored_uploads_fetch_due_at_idx" ON "stored_uploads"("fetch_due_at");
