-- Under which of our accounts each report came, and what a transfer that waits may be a second report of.
-- AlterTable
ALTER TABLE "bank_reports" ADD COLUMN     "account_number" TEXT;

-- AlterTable
ALTER TABLE "bank_transfers" ADD COLUMN     "resembles_id" TEXT;

-- CreateIndex
CREATE INDEX "bank_transfers_reference_idx" ON "bank_transfers"("reference");

-- CreateIndex
CREATE INDEX "bank_transfers_resembles_id_idx" ON "bank_transfers"("resembles_id");

-- AddForeignKey
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_resembles_id_fkey" FOREIGN KEY ("resembles_id") REFERENCES "bank_transfers"("id") ON DELETE SET NULL ON UPDATE CASCADE;
