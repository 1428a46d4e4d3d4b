-- A business's monthly cap, and what its members were warned of: the highest percentage in a month. `cap_rejected_month` is
-- the last month in which a request was rejected for it.
ALTER TABLE "credit_alerts" ADD COLUMN "monthly_cap_milli" BIGINT,
  ADD COLUMN "cap_alerted_month" TEXT,
  ADD COLUMN "cap_alerted_percent" INTEGER,
  ADD COLUMN "cap_rejected_month" TEXT;
