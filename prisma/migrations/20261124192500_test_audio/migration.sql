-- AlterTable
ALTER TABLE "daily_allowances" ADD COLUMN     "test_seconds" INTEGER NOT NULL DEFAULT 0;
