-- Written by commit 0d340e8e and no longer used. They stay, with values that this version's rows get by themselves, while
-- processes of that commit may run beside this version.
ALTER TABLE "bank_transfers" ALTER COLUMN "dedupe_key" SET DEFAULT gen_random_uuid()::text;
ALTER TABLE "jobs" ALTER COLUMN "usage_counted" SET DEFAULT true, ALTER COLUMN "hours_counted" SET DEFAULT true;
