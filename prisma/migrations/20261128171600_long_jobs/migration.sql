-- CreateTable
CREATE TABLE "long_jobs" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "service" "Service" NOT NULL,
    "mode" "KeyMode" NOT NULL,
    "key_id" TEXT NOT NULL,
    "key_hint" TEXT NOT NULL,
    "owner_id" TEXT,
    "retention_days" INTEGER NOT NULL,
    "request_id" TEXT,
    "metadata" JSONB,
    "model_id" TEXT NOT NULL,
    "language_code" TEXT,
    "price_id" TEXT NOT NULL,
    "request_object" TEXT,
    "state" TEXT NOT NULL DEFAULT 'queued',
    "result_code" TEXT,
    "total_ms" INTEGER,
    "done_ms" INTEGER NOT NULL DEFAULT 0,
    "size_bytes" BIGINT NOT NULL,
    "audio_format" TEXT,
    "spark" TEXT,
    "total_units" INTEGER,
    "units" INTEGER NOT NULL DEFAULT 0,
    "amount_milli" BIGINT NOT NULL DEFAULT 0,
    "idempotency_key" TEXT,
    "fingerprint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "started_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "recorded_at" TIMESTAMPTZ(3),

    CONSTRAINT "long_jobs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "long_job_steps" (
    "job_id" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "from_ms" INTEGER,
    "to_ms" INTEGER,
    "input_object" TEXT,
    "result_object" TEXT,
    "is_done" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_owner" TEXT,
    "leased_until" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "long_job_steps_pkey" PRIMARY KEY ("job_id","number")
);

-- CreateIndex
CREATE INDEX "long_jobs_business_id_created_at_id_idx" ON "long_jobs"("business_id", "created_at" DESC, "id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "long_jobs_business_id_idempotency_key_key" ON "long_jobs"("business_id", "idempotency_key");

-- AddForeignKey
ALTER TABLE "long_jobs" ADD CONSTRAINT "long_jobs_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "long_job_steps" ADD CONSTRAINT "long_job_steps_job_id_fkey" FOREIGN KEY ("job_id") REFERENCES "long_jobs"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The jobs that workers look through.
CREATE INDEX "long_jobs_open_idx" ON "long_jobs" ("region", "created_at") WHERE "recorded_at" IS NULL;
