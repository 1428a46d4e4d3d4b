-- The usage by the values of metadata that a business chose.
CREATE TABLE "usage_metadata_keys" (
    "business_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "removed_at" TIMESTAMPTZ(3),

    CONSTRAINT "usage_metadata_keys_pkey" PRIMARY KEY ("business_id","name")
);

CREATE TABLE "usage_metadata_values" (
    "business_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "value" TEXT NOT NULL,

    CONSTRAINT "usage_metadata_values_pkey" PRIMARY KEY ("business_id","name","month","value")
);

CREATE TABLE "usage_daily_metadata" (
    "business_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "value" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "service" "Service" NOT NULL,
    "model_id" TEXT NOT NULL,
    "voice_id" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "api" TEXT NOT NULL,
    "jobs" INTEGER NOT NULL,
    "characters" BIGINT NOT NULL,
    "audio_ms" BIGINT NOT NULL,
    "amount_milli" BIGINT NOT NULL,

    CONSTRAINT "usage_daily_metadata_pkey" PRIMARY KEY ("business_id","name","day","value","key_id","service","model_id","voice_id","region","result","api")
)
WITH (fillfactor='60');
