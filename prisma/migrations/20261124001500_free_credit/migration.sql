ALTER TYPE "AccountKind" ADD VALUE IF NOT EXISTS 'promotional_revenue';
ALTER TYPE "TransferKind" ADD VALUE IF NOT EXISTS 'promotion';
ALTER TYPE "TransferKind" ADD VALUE IF NOT EXISTS 'expiry';
ALTER TYPE "TransferKind" ADD VALUE IF NOT EXISTS 'promotional';

-- For a charge: the part that free credit paid. Null when none did.
ALTER TABLE "transfers" ADD COLUMN "free_milli" BIGINT;

CREATE TABLE "credit_grants" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT,
    "amount_milli" BIGINT NOT NULL,
    "remaining_milli" BIGINT NOT NULL,
    "returned_milli" BIGINT NOT NULL DEFAULT 0,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "credit_grants_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "credit_grants_add_up" CHECK ("remaining_milli" >= 0 AND "returned_milli" >= 0
      AND "remaining_milli" + "returned_milli" <= "amount_milli")
);
CREATE INDEX "credit_grants_business_id_idx" ON "credit_grants" ("business_id");
CREATE INDEX "remaining_credit_grants" ON "credit_grants" ("business_id") WHERE "remaining_milli" > 0;
CREATE INDEX "expiring_credit_grants" ON "credit_grants" ("expires_at") WHERE "remaining_milli" > 0;
ALTER TABLE "credit_grants" ADD CONSTRAINT "credit_grants_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
