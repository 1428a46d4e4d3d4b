-- AlterEnum
ALTER TYPE "KeyKind" ADD VALUE 'rotated';

-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "allowed_addresses" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "concurrent_calls" INTEGER,
ADD COLUMN     "expiry_notice_days" INTEGER,
ADD COLUMN     "last_used_ip" TEXT,
ADD COLUMN     "last_used_service" "Service",
ADD COLUMN     "leak_source" TEXT,
ADD COLUMN     "leak_url" TEXT,
ADD COLUMN     "leaked_at" TIMESTAMPTZ(3),
ADD COLUMN     "monthly_cap_milli" BIGINT,
ADD COLUMN     "replaced_by_id" TEXT,
ADD COLUMN     "requests_per_minute" INTEGER,
ADD COLUMN     "updated_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "holds" ADD COLUMN     "key_id" TEXT;

-- CreateTable
CREATE TABLE "key_spends" (
    "key_id" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "amount_milli" BIGINT NOT NULL,

    CONSTRAINT "key_spends_pkey" PRIMARY KEY ("key_id","month")
);

-- CreateTable
CREATE TABLE "key_days" (
    "key_id" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "service" "Service" NOT NULL,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "errors" INTEGER NOT NULL DEFAULT 0,
    "amount_milli" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "key_days_pkey" PRIMARY KEY ("key_id","day","service")
);

-- CreateIndex
CREATE INDEX "api_keys_replaced_by_id_idx" ON "api_keys"("replaced_by_id");

-- CreateIndex
CREATE INDEX "api_keys_expires_at_idx" ON "api_keys"("expires_at");

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_replaced_by_id_fkey" FOREIGN KEY ("replaced_by_id") REFERENCES "api_keys"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- A key never spends less than nothing: giving back what was not held would be a defect.
ALTER TABLE "key_spends" ADD CONSTRAINT "key_spends_not_negative" CHECK ("amount_milli" >= 0);
