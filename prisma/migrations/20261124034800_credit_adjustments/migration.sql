-- Credit that someone on the staff gives or takes.
CREATE TABLE "credit_adjustments" (
    "id" TEXT NOT NULL,
    "batch_id" TEXT,
    "business_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "amount_vnd" BIGINT NOT NULL,
    "reference" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "status" TEXT NOT NULL,
    "author_id" TEXT NOT NULL,
    "needs_approval" BOOLEAN NOT NULL,
    "decided_by_id" TEXT,
    "decision" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "credit_adjustments_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "credit_adjustments_kind_check" CHECK ("kind" IN ('contract', 'goodwill', 'promotion')),
    CONSTRAINT "credit_adjustments_second_person_check" CHECK (
      "status" <> 'done' OR NOT "needs_approval" OR ("decided_by_id" IS NOT NULL AND "decided_by_id" <> "author_id"))
);
CREATE INDEX "credit_adjustments_created_at_id_idx" ON "credit_adjustments"("created_at" DESC, "id" DESC);
CREATE INDEX "credit_adjustments_business_id_created_at_idx" ON "credit_adjustments"("business_id", "created_at" DESC);
CREATE INDEX "credit_adjustments_open_idx" ON "credit_adjustments"("created_at") WHERE "status" = 'open';
ALTER TABLE "credit_adjustments" ADD CONSTRAINT "credit_adjustments_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
