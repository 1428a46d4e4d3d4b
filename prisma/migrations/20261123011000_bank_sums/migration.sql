CREATE TABLE "bank_sums" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "summed_at" TIMESTAMPTZ(3) NOT NULL,
    "ledger_milli" BIGINT NOT NULL,
    "recorded_milli" BIGINT NOT NULL,

    CONSTRAINT "bank_sums_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "bank_transfers" ADD COLUMN "unassignments" INTEGER NOT NULL DEFAULT 0;

-- What /health asks for each second.
CREATE INDEX "bank_notifications_unrecorded_idx" ON "bank_notifications"("received_at") WHERE "status" = 'unrecorded';
CREATE INDEX "bank_notifications_verified_idx" ON "bank_notifications"("provider", "network") WHERE "status" <> 'rejected';
-- Without the balance, whose updates would otherwise have to touch the index.
CREATE INDEX "wallet_accounts_receivable_idx" ON "wallet_accounts"("id") WHERE "kind" = 'receivable';
