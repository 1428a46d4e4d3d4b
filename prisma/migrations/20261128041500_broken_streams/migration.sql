-- AlterTable
ALTER TABLE "daily_allowances" ADD COLUMN     "broken_streams" INTEGER NOT NULL DEFAULT 0;


