-- The desk finds transfers, whose memo and payer are encrypted, by keyed digests of their words.
ALTER TABLE "bank_transfers" ADD COLUMN "marks" TEXT[];
ALTER TABLE "bank_transfers" ADD COLUMN "payer_mark" TEXT;
CREATE INDEX "bank_transfers_marks_idx" ON "bank_transfers" USING GIN ("marks") WITH (fastupdate = off);
CREATE INDEX "bank_transfers_payer_mark_idx" ON "bank_transfers"("payer_mark");
CREATE INDEX "bank_transfers_unmarked_idx" ON "bank_transfers"("id") WHERE "marks" IS NULL;
CREATE INDEX "bank_transfers_occurred_at_id_idx" ON "bank_transfers"("occurred_at" DESC, "id" DESC);
CREATE INDEX "bank_transfers_status_occurred_at_id_idx" ON "bank_transfers"("status", "occurred_at" DESC, "id" DESC);
CREATE INDEX "bank_transfers_amount_vnd_occurred_at_id_idx" ON "bank_transfers"("amount_vnd", "occurred_at" DESC, "id" DESC);
-- Orders that a transfer without a code may have been for.
CREATE INDEX "top_ups_amount_vnd_created_at_idx" ON "top_ups"("amount_vnd", "created_at" DESC);
CREATE INDEX "top_ups_created_at_idx" ON "top_ups"("created_at" DESC);
-- What the staff did to one transfer, claim or refund.
CREATE INDEX "audit_events_staff_after_idx" ON "audit_events" USING GIN ("after" jsonb_path_ops) WHERE "business_id" = 'staff';
