-- CreateTable
CREATE TABLE "business_notes" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "author_id" TEXT,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "business_notes_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "temporary_limits" (
    "business_id" TEXT NOT NULL,
    "former_requests_per_minute" INTEGER NOT NULL,
    "former_concurrent_calls" INTEGER NOT NULL,
    "former_webhook_limit" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "temporary_limits_pkey" PRIMARY KEY ("business_id")
);

-- CreateIndex
CREATE INDEX "business_notes_business_id_created_at_idx" ON "business_notes"("business_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "business_notes_author_id_idx" ON "business_notes"("author_id");

-- CreateIndex
CREATE INDEX "temporary_limits_expires_at_idx" ON "temporary_limits"("expires_at");

-- AddForeignKey
ALTER TABLE "business_notes" ADD CONSTRAINT "business_notes_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "business_notes" ADD CONSTRAINT "business_notes_author_id_fkey" FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "temporary_limits" ADD CONSTRAINT "temporary_limits_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


