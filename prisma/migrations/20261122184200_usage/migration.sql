-- CreateTable. Rows are updated in place, many times a day: the free space keeps the new version on the same page.
CREATE TABLE "usage_daily" (
    "business_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "key_id" TEXT NOT NULL,
    "service" "Service" NOT NULL,
    "model_id" TEXT NOT NULL,
    "voice_id" TEXT NOT NULL DEFAULT '',
    "region" TEXT NOT NULL,
    "successes" INTEGER NOT NULL,
    "failures" INTEGER NOT NULL,
    "units" BIGINT NOT NULL,
    "amount_milli" BIGINT NOT NULL,
    "audio_ms" BIGINT NOT NULL,
    "latency" INTEGER[],

    CONSTRAINT "usage_daily_pkey" PRIMARY KEY ("business_id","day","key_id","service","model_id","voice_id","region")
) WITH (fillfactor = 60);

-- Null on the jobs of previous releases, whose processes may still record some: a background task counts those.
ALTER TABLE "jobs" ADD COLUMN     "usage_counted" BOOLEAN;
