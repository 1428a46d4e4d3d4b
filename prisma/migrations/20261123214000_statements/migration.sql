CREATE TABLE "statements" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "number" TEXT NOT NULL,
    "opening_milli" BIGINT NOT NULL,
    "closing_milli" BIGINT NOT NULL,
    "lines" INTEGER NOT NULL,
    "totals" JSONB NOT NULL,
    "beyond_given_milli" BIGINT NOT NULL,
    "paid_usage_milli" BIGINT NOT NULL,
    "late_transfer_ids" TEXT[],
    "snapshot" TEXT NOT NULL,
    "encrypted_parties" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "closed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "statements_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "statements_number_key" ON "statements"("number");
CREATE UNIQUE INDEX "statements_business_id_month_key" ON "statements"("business_id", "month");
ALTER TABLE "statements" ADD CONSTRAINT "statements_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
CREATE SEQUENCE "statement_numbers";

-- A closed statement never changes; only its encryption moves to another key.
CREATE FUNCTION refuse_statement_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(NEW) - 'encrypted_parties' = to_jsonb(OLD) - 'encrypted_parties' THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'a closed statement cannot be changed or deleted';
END $$;
CREATE TRIGGER "statements_written_once" BEFORE UPDATE OR DELETE ON "statements" FOR EACH ROW EXECUTE FUNCTION refuse_statement_change();

CREATE TABLE "invoices" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "policy" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "original_id" TEXT,
    "status" TEXT NOT NULL,
    "amount_vnd" BIGINT NOT NULL,
    "net_vnd" BIGINT NOT NULL,
    "tax_vnd" BIGINT NOT NULL,
    "vat_percent" INTEGER NOT NULL,
    "currency" TEXT NOT NULL,
    "template_code" TEXT NOT NULL,
    "lines" JSONB NOT NULL,
    "references" JSONB NOT NULL,
    "encrypted_buyer" TEXT NOT NULL,
    "number" TEXT,
    "lookup_code" TEXT,
    "is_draft" BOOLEAN NOT NULL DEFAULT false,
    "encrypted_documents" TEXT,
    "reason" TEXT,
    "requested_by_id" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "issued_at" TIMESTAMPTZ(3),
    "corrected_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "invoices_number_key" ON "invoices"("number");
CREATE INDEX "invoices_business_id_requested_at_idx" ON "invoices"("business_id", "requested_at" DESC);
CREATE INDEX "invoices_original_id_idx" ON "invoices"("original_id");
CREATE INDEX "invoices_requested_by_id_idx" ON "invoices"("requested_by_id");
-- One invoice for each payment or month; a canceled one can be requested again.
CREATE UNIQUE INDEX "invoices_subject_idx" ON "invoices"("subject") WHERE "kind" = 'original' AND "status" <> 'cancelled';
CREATE INDEX "invoices_all_subjects_idx" ON "invoices"("subject");
CREATE INDEX "invoices_due_idx" ON "invoices"("due_at") WHERE "due_at" IS NOT NULL;
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_amount_check" CHECK ("net_vnd" + "tax_vnd" = "amount_vnd");
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_original_id_fkey" FOREIGN KEY ("original_id") REFERENCES "invoices"("id") ON DELETE SET NULL ON UPDATE CASCADE;
-- Orders with an invoice, of which workers look for those that are paid.
ALTER TABLE "top_ups" ADD COLUMN "encrypted_buyer" TEXT;
CREATE INDEX "top_ups_with_buyer_idx" ON "top_ups"("created_at") WHERE "encrypted_buyer" IS NOT NULL;
