-- CreateTable
CREATE TABLE "webhook_creations" (
    "endpoint_id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "encrypted_answer" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_creations_pkey" PRIMARY KEY ("endpoint_id")
);

-- CreateIndex
CREATE INDEX "webhook_creations_expires_at_idx" ON "webhook_creations"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "webhook_creations_business_id_key_key" ON "webhook_creations"("business_id", "key");

-- AddForeignKey
ALTER TABLE "webhook_creations" ADD CONSTRAINT "webhook_creations_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;
