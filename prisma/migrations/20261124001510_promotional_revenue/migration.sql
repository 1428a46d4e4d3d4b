INSERT INTO "wallet_accounts" ("id", "kind") VALUES ('acc_promotional_revenue', 'promotional_revenue') ON CONFLICT DO NOTHING;
