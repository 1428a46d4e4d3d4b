ALTER TABLE "webhook_endpoints" ADD COLUMN "failing_deliveries" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[];
ALTER TABLE "outbox_pauses" ADD COLUMN "probes" INTEGER NOT NULL DEFAULT 0;
