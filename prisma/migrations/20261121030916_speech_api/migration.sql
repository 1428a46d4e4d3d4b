-- CreateEnum
CREATE TYPE "JobStatus" AS ENUM ('completed', 'failed');

-- AlterTable
ALTER TABLE "businesses" ADD COLUMN     "pinned_region" TEXT,
ADD COLUMN     "retention_days" INTEGER NOT NULL DEFAULT 30;

-- AlterTable
ALTER TABLE "jobs" DROP COLUMN "config",
DROP COLUMN "text",
ADD COLUMN     "content_object" TEXT,
ADD COLUMN     "deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "erased_at" TIMESTAMPTZ(3),
ADD COLUMN     "input_erased_at" TIMESTAMPTZ(3),
ADD COLUMN     "input_expires_at" TIMESTAMPTZ(3),
ADD COLUMN     "input_object" TEXT,
ADD COLUMN     "result_code" TEXT,
ADD COLUMN     "status" "JobStatus" NOT NULL DEFAULT 'completed';

-- CreateTable
CREATE TABLE "pronunciations" (
    "business_id" TEXT NOT NULL,
    "written" TEXT NOT NULL,
    "spoken" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pronunciations_pkey" PRIMARY KEY ("business_id","written")
);

-- CreateTable
CREATE TABLE "deletion_receipts" (
    "id" TEXT NOT NULL,
    "tracking_id" TEXT NOT NULL,
    "business_id" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "erased_at" TIMESTAMPTZ(3),
    "objects" JSONB NOT NULL,
    "signature" TEXT NOT NULL,

    CONSTRAINT "deletion_receipts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "inventories" (
    "id" TEXT NOT NULL,
    "region" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "expected" INTEGER NOT NULL,
    "found" INTEGER NOT NULL,
    "orphans" JSONB NOT NULL,
    "missing" JSONB NOT NULL,
    "signature" TEXT NOT NULL,

    CONSTRAINT "inventories_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "business_id" TEXT NOT NULL,
    "service" "Service" NOT NULL,
    "key" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "tracking_id" TEXT NOT NULL,
    "finished" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("business_id","service","key")
);

-- CreateIndex
CREATE UNIQUE INDEX "deletion_receipts_tracking_id_key" ON "deletion_receipts"("tracking_id");

-- CreateIndex
CREATE INDEX "deletion_receipts_business_id_requested_at_idx" ON "deletion_receipts"("business_id", "requested_at");

-- CreateIndex
CREATE INDEX "inventories_region_taken_at_idx" ON "inventories"("region", "taken_at");

-- CreateIndex
CREATE INDEX "idempotency_records_expires_at_idx" ON "idempotency_records"("expires_at");

-- CreateIndex
CREATE INDEX "jobs_business_id_key_id_created_at_tracking_id_idx" ON "jobs"("business_id", "key_id", "created_at" DESC, "tracking_id" DESC);

-- AddForeignKey
ALTER TABLE "pronunciations" ADD CONSTRAINT "pronunciations_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;



-- What the schema language cannot say.

-- What the sweeper looks for, and only that.
CREATE INDEX "jobs_to_erase" ON "jobs" ("region", "expires_at") WHERE "erased_at" IS NULL AND "status" = 'completed';
CREATE INDEX "inputs_to_erase" ON "jobs" ("region", "input_expires_at") WHERE "input_object" IS NOT NULL AND "input_erased_at" IS NULL;
CREATE INDEX "deleted_to_erase" ON "jobs" ("region", "deleted_at") WHERE "deleted_at" IS NOT NULL AND "erased_at" IS NULL;
CREATE INDEX "failed_jobs" ON "jobs" ("business_id", "created_at" DESC, "tracking_id" DESC) WHERE "status" = 'failed';

ALTER TABLE "businesses" ADD CONSTRAINT "retention_offered" CHECK ("retention_days" IN (0, 1, 7, 30));
ALTER TABLE "businesses" ADD CONSTRAINT "known_region" CHECK ("pinned_region" IN ('VN', 'SG'));

CREATE TRIGGER "receipts_never_deleted" BEFORE DELETE ON "deletion_receipts" FOR EACH ROW EXECUTE FUNCTION refuse_change();
