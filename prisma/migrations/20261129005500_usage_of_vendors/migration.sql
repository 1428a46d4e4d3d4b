-- The usage of requests to other vendors' APIs, by hour.
CREATE TABLE "usage_hourly_vendors" (
    "business_id" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(0) NOT NULL,
    "key_id" TEXT NOT NULL,
    "service" "Service" NOT NULL,
    "model_id" TEXT NOT NULL DEFAULT '',
    "voice_id" TEXT NOT NULL DEFAULT '',
    "region" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "api" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "jobs" INTEGER NOT NULL,
    "characters" BIGINT NOT NULL,
    "audio_ms" BIGINT NOT NULL,
    "amount_milli" BIGINT NOT NULL,
    "buckets" SMALLINT[],
    "counts" INTEGER[],

    CONSTRAINT "usage_hourly_vendors_pkey" PRIMARY KEY ("business_id", "hour", "key_id", "service", "model_id", "voice_id", "region", "result", "api")
)
WITH (fillfactor='60');

CREATE INDEX "usage_hourly_vendors_hour_idx" ON "usage_hourly_vendors" USING BRIN ("hour");
