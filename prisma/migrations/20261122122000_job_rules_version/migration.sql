-- AlterTable
ALTER TABLE "jobs" ADD COLUMN     "rules_version" TEXT;
