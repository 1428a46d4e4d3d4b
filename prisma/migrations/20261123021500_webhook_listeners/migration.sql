-- CreateTable
CREATE TABLE "webhook_listeners" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "key_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_listeners_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_listeners_business_id_idx" ON "webhook_listeners"("business_id");

-- CreateIndex
CREATE INDEX "events_business_id_created_at_idx" ON "events"("business_id", "created_at");
