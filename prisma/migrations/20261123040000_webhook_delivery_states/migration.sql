-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "event_sequence" INTEGER NOT NULL DEFAULT 0;

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_state_created_at_id_idx" ON "webhook_deliveries"("endpoint_id", "state", "created_at", "id");
