CREATE TABLE "top_ups" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "amount_vnd" BIGINT NOT NULL,
    "code" TEXT,
    "bank_bin" TEXT,
    "account_number" TEXT,
    "account_name" TEXT,
    "invoice_requested" BOOLEAN NOT NULL DEFAULT false,
    "created_by_id" TEXT,
    "form_token" TEXT,
    "external_reference" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "top_ups_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "bank_notifications" (
    "id" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "network" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "encrypted_body" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "bank_notifications_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "bank_reports" (
    "source" TEXT NOT NULL,
    "source_id" TEXT NOT NULL,
    "transfer_id" TEXT NOT NULL,
    "notification_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bank_reports_pkey" PRIMARY KEY ("source","source_id")
);

CREATE TABLE "bank_transfers" (
    "id" TEXT NOT NULL,
    "direction" TEXT NOT NULL,
    "account_number" TEXT NOT NULL,
    "reference" TEXT NOT NULL,
    "amount_vnd" BIGINT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "encrypted_details" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "reason" TEXT,
    "business_id" TEXT,
    "top_up_id" TEXT,
    "reverses_id" TEXT,
    "recorded_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "bank_transfers_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "bank_claims" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "created_by_id" TEXT,
    "amount_vnd" BIGINT NOT NULL,
    "transferred_at" TIMESTAMPTZ(3) NOT NULL,
    "reference" TEXT NOT NULL,
    "note" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "transfer_id" TEXT,
    "decision" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "bank_claims_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "refund_requests" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "requested_by_id" TEXT,
    "amount_milli" BIGINT NOT NULL,
    "encrypted_payee" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "decision" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "decided_at" TIMESTAMPTZ(3),

    CONSTRAINT "refund_requests_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "bank_list_cursors" (
    "source" TEXT NOT NULL,
    "since_id" TEXT,
    "polled_at" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "error" TEXT,

    CONSTRAINT "bank_list_cursors_pkey" PRIMARY KEY ("source")
);

CREATE TABLE "bank_days" (
    "account_number" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "listed_vnd" BIGINT NOT NULL,
    "recorded_vnd" BIGINT NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "bank_days_pkey" PRIMARY KEY ("account_number","day")
);

CREATE TABLE "credit_alerts" (
    "business_id" TEXT NOT NULL,
    "below_vnd" BIGINT,
    "below_days" INTEGER,
    "amount_alerted_at" TIMESTAMPTZ(3),
    "days_alerted_at" TIMESTAMPTZ(3),

    CONSTRAINT "credit_alerts_pkey" PRIMARY KEY ("business_id")
);
CREATE UNIQUE INDEX "top_ups_code_key" ON "top_ups"("code");
CREATE INDEX "top_ups_business_id_created_at_id_idx" ON "top_ups"("business_id", "created_at" DESC, "id" DESC);
CREATE INDEX "top_ups_created_by_id_idx" ON "top_ups"("created_by_id");
CREATE UNIQUE INDEX "top_ups_business_id_form_token_key" ON "top_ups"("business_id", "form_token");
CREATE UNIQUE INDEX "top_ups_method_external_reference_key" ON "top_ups"("method", "external_reference");
CREATE INDEX "bank_notifications_received_at_idx" ON "bank_notifications"("received_at");
CREATE INDEX "bank_notifications_provider_network_received_at_idx" ON "bank_notifications"("provider", "network", "received_at");
CREATE INDEX "bank_reports_transfer_id_idx" ON "bank_reports"("transfer_id");
CREATE INDEX "bank_reports_notification_id_idx" ON "bank_reports"("notification_id");
CREATE UNIQUE INDEX "bank_transfers_dedupe_key_key" ON "bank_transfers"("dedupe_key");
CREATE UNIQUE INDEX "bank_transfers_reverses_id_key" ON "bank_transfers"("reverses_id");
CREATE INDEX "bank_transfers_account_number_reference_idx" ON "bank_transfers"("account_number", "reference");
CREATE INDEX "bank_transfers_account_number_occurred_at_idx" ON "bank_transfers"("account_number", "occurred_at");
CREATE INDEX "bank_transfers_business_id_recorded_at_idx" ON "bank_transfers"("business_id", "recorded_at" DESC);
CREATE INDEX "bank_transfers_top_up_id_idx" ON "bank_transfers"("top_up_id");
CREATE INDEX "bank_claims_business_id_created_at_idx" ON "bank_claims"("business_id", "created_at" DESC);
CREATE INDEX "bank_claims_created_by_id_idx" ON "bank_claims"("created_by_id");
CREATE INDEX "bank_claims_transfer_id_idx" ON "bank_claims"("transfer_id");
CREATE INDEX "refund_requests_business_id_created_at_idx" ON "refund_requests"("business_id", "created_at" DESC);
CREATE INDEX "refund_requests_requested_by_id_idx" ON "refund_requests"("requested_by_id");
-- What workers and operators look for, of which there is never much.
CREATE INDEX "bank_notifications_pending_idx" ON "bank_notifications"("due_at") WHERE "status" = 'pending';
CREATE INDEX "bank_transfers_unmatched_idx" ON "bank_transfers"("recorded_at") WHERE "status" = 'unmatched';
CREATE INDEX "bank_claims_open_idx" ON "bank_claims"("created_at") WHERE "status" = 'open';

ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_amount_check" CHECK ("amount_vnd" > 0);
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_amount_check" CHECK ("amount_vnd" > 0);
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_direction_check" CHECK ("direction" IN ('in', 'out'));

-- Users before businesses, as running processes write them.
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "bank_claims" ADD CONSTRAINT "bank_claims_created_by_id_fkey" FOREIGN KEY ("created_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_requested_by_id_fkey" FOREIGN KEY ("requested_by_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "top_ups" ADD CONSTRAINT "top_ups_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "bank_claims" ADD CONSTRAINT "bank_claims_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "credit_alerts" ADD CONSTRAINT "credit_alerts_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "bank_reports" ADD CONSTRAINT "bank_reports_transfer_id_fkey" FOREIGN KEY ("transfer_id") REFERENCES "bank_transfers"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
ALTER TABLE "bank_reports" ADD CONSTRAINT "bank_reports_notification_id_fkey" FOREIGN KEY ("notification_id") REFERENCES "bank_notifications"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_top_up_id_fkey" FOREIGN KEY ("top_up_id") REFERENCES "top_ups"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "bank_transfers" ADD CONSTRAINT "bank_transfers_reverses_id_fkey" FOREIGN KEY ("reverses_id") REFERENCES "bank_transfers"("id") ON DELETE SET NULL ON UPDATE CASCADE;
ALTER TABLE "bank_claims" ADD CONSTRAINT "bank_claims_transfer_id_fkey" FOREIGN KEY ("transfer_id") REFERENCES "bank_transfers"("id") ON DELETE SET NULL ON UPDATE CASCADE;
