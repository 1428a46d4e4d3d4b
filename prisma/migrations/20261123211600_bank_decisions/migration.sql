-- AlterTable
ALTER TABLE "bank_reports" ADD COLUMN     "content" TEXT;

-- AlterTable
ALTER TABLE "bank_transfers" ADD COLUMN     "decision" TEXT;

-- AlterTable
ALTER TABLE "refund_requests" ADD COLUMN     "transfer_id" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "refund_requests_transfer_id_key" ON "refund_requests"("transfer_id");

-- AddForeignKey
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_transfer_id_fkey" FOREIGN KEY ("transfer_id") REFERENCES "bank_transfers"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- What the schema language cannot say.

INSERT INTO "wallet_accounts" ("id", "kind") VALUES ('acc_own', 'own'), ('acc_receipts', 'receipts') ON CONFLICT DO NOTHING;
