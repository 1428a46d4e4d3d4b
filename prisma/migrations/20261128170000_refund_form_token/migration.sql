-- A refund that was asked for before has no token, and tokens of null are all different.
ALTER TABLE "refund_requests" ADD COLUMN "form_token" TEXT;

CREATE UNIQUE INDEX "refund_requests_business_id_form_token_key" ON "refund_requests"("business_id", "form_token");
