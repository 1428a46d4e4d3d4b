ALTER TABLE "businesses" ADD COLUMN "suspended_for" TEXT;
