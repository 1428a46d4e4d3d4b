-- When a business was warned that its credit is used up; cleared by a payment.
ALTER TABLE "credit_alerts" ADD COLUMN "used_up_alerted_at" TIMESTAMPTZ(3);
