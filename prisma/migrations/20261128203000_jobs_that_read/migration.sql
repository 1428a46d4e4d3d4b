-- AlterTable
ALTER TABLE "long_jobs" ADD COLUMN     "characters" INTEGER,
ADD COLUMN     "characters_done" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "rules_version" TEXT,
ADD COLUMN     "voice_id" TEXT;

-- AlterTable
ALTER TABLE "long_job_steps" ADD COLUMN     "characters" INTEGER,
ADD COLUMN     "units" INTEGER;
