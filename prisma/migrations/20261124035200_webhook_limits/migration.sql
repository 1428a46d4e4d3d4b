-- How many webhook endpoints a business may have, which an operator changes.
ALTER TABLE "businesses" ADD COLUMN "webhook_limit" INTEGER NOT NULL DEFAULT 10;
-- When the owners are notified of a new endpoint, with all that are made until then; null afterwards.
ALTER TABLE "webhook_endpoints" ADD COLUMN "announce_at" TIMESTAMPTZ(3);
CREATE INDEX "webhook_endpoints_announce_at_idx" ON "webhook_endpoints" ("announce_at");
