-- AlterTable
ALTER TABLE "jobs" ADD COLUMN     "key_hint" TEXT;

-- AlterTable
ALTER TABLE "refused_requests" ADD COLUMN     "key_hint" TEXT;

-- CreateTable
CREATE TABLE "shared_traces" (
    "id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "created_by_id" TEXT NOT NULL,
    "shows_price" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "shared_traces_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "shared_traces_business_id_created_at_idx" ON "shared_traces"("business_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "shared_traces_expires_at_idx" ON "shared_traces"("expires_at");


