-- What was paid back of a payment, or corrected in one that an operator entered: its invoice changes by as much.
CREATE TABLE "payment_changes" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "amount_vnd" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "invoice_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payment_changes_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "payment_changes_subject_idx" ON "payment_changes"("subject");
CREATE INDEX "payment_changes_source_idx" ON "payment_changes"("source");
CREATE INDEX "payment_changes_business_id_idx" ON "payment_changes"("business_id");
CREATE INDEX "payment_changes_invoice_id_idx" ON "payment_changes"("invoice_id");

ALTER TABLE "payment_changes" ADD CONSTRAINT "payment_changes_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "payment_changes" ADD CONSTRAINT "payment_changes_invoice_id_fkey" FOREIGN KEY ("invoice_id") REFERENCES "invoices"("id") ON DELETE SET NULL ON UPDATE CASCADE;
