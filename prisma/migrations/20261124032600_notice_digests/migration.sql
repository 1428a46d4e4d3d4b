-- Emails beyond the budget of an hour are sent as one digest at its end.
ALTER TABLE "notices" ADD COLUMN "digest_at" TIMESTAMPTZ(3),
  ADD COLUMN "digested" BOOLEAN;

-- The hours that are open, and the digests that are due. Both are few.
CREATE INDEX "notices_hour_idx" ON "notices"("user_id", "business_id", "digest_at") WHERE "digest_at" IS NOT NULL;
CREATE INDEX "notices_due_idx" ON "notices"("digest_at") WHERE "digested" = false;
