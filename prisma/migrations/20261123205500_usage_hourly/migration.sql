-- Rows are updated in place, many times an hour: the free space keeps the new version on the same page.
CREATE TABLE "usage_hourly" (
    "business_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "key_id" TEXT NOT NULL,
    "service" "Service" NOT NULL,
    "model_id" TEXT NOT NULL DEFAULT '',
    "voice_id" TEXT NOT NULL DEFAULT '',
    "region" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "jobs" INTEGER NOT NULL,
    "characters" BIGINT NOT NULL,
    "audio_ms" BIGINT NOT NULL,
    "amount_milli" BIGINT NOT NULL,
    "buckets" SMALLINT[],
    "counts" INTEGER[],

    CONSTRAINT "usage_hourly_pkey" PRIMARY KEY ("business_id","hour","key_id","service","model_id","voice_id","region","result")
) WITH (fillfactor = 60);

-- Null on the jobs of previous releases, whose processes may still record some: a background task counts those.
ALTER TABLE "jobs" ADD COLUMN     "hours_counted" BOOLEAN;

ALTER TABLE "api_keys" DROP CONSTRAINT "known_scopes",
ADD CONSTRAINT "known_scopes" CHECK ("scopes" <@ ARRAY['tts:execute', 'stt:execute', 'webhooks:manage', 'balance:read', 'usage:read']);
