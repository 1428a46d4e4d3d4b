-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "keeps_nothing" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "jobs" ADD COLUMN     "keeps_nothing" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "live_tokens" ADD COLUMN     "keeps_nothing" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "long_jobs" ADD COLUMN     "keeps_nothing" BOOLEAN NOT NULL DEFAULT false;


