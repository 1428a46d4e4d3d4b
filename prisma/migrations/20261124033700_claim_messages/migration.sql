-- What a business and the staff write to each other about a claim.
CREATE TABLE "claim_messages" (
    "id" TEXT NOT NULL,
    "claim_id" TEXT NOT NULL,
    "from_staff" BOOLEAN NOT NULL,
    "author_id" TEXT,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "claim_messages_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "claim_messages_claim_id_id_idx" ON "claim_messages"("claim_id", "id");
CREATE INDEX "claim_messages_author_id_idx" ON "claim_messages"("author_id");
ALTER TABLE "claim_messages" ADD CONSTRAINT "claim_messages_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "claim_messages" ADD CONSTRAINT "claim_messages_claim_id_fkey" FOREIGN KEY ("claim_id") REFERENCES "bank_claims"("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "bank_claims_created_at_id_idx" ON "bank_claims"("created_at" DESC, "id" DESC);

-- A refund is approved before it is paid.
ALTER TABLE "refund_requests" ADD COLUMN "approved_at" TIMESTAMPTZ(3);
CREATE INDEX "refund_requests_created_at_id_idx" ON "refund_requests"("created_at" DESC, "id" DESC);
CREATE INDEX "refund_requests_open_idx" ON "refund_requests"("amount_milli") WHERE "status" = 'open';
