-- What the schema language cannot say.

-- Of a business, `receivable` is what it owes: zero or below, as `bank` is below zero by what is in the bank.
-- Its row is created with the first transfer that needs it, so that the previous release, which does not know the kind,
-- reads no such row unless one is owed.
ALTER TABLE "wallet_accounts" DROP CONSTRAINT "business_never_negative";
ALTER TABLE "wallet_accounts" ADD CONSTRAINT "business_never_negative" CHECK (
  "business_id" IS NULL OR CASE "kind" WHEN 'receivable' THEN "balance_milli" <= 0 ELSE "balance_milli" >= 0 END
);
ALTER TABLE "wallet_accounts" DROP CONSTRAINT "kind_fits_holder";
ALTER TABLE "wallet_accounts" ADD CONSTRAINT "kind_fits_holder" CHECK (
  "kind" = 'receivable' OR ("kind" IN ('available', 'held')) = ("business_id" IS NOT NULL)
);

INSERT INTO "wallet_accounts" ("id", "kind") VALUES ('acc_receivable', 'receivable') ON CONFLICT DO NOTHING;
