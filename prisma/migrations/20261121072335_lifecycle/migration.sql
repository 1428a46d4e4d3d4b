-- AlterEnum
ALTER TYPE "TransferKind" ADD VALUE 'forfeit';

-- AlterTable
ALTER TABLE "businesses" ADD COLUMN     "archived_at" TIMESTAMPTZ(3),
ADD COLUMN     "picture_id" TEXT;

-- CreateTable
CREATE TABLE "invoice_details" (
    "business_id" TEXT NOT NULL,
    "legal_name" TEXT NOT NULL,
    "sealed_tax_code" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoice_details_pkey" PRIMARY KEY ("business_id")
);

-- AddForeignKey
ALTER TABLE "invoice_details" ADD CONSTRAINT "invoice_details_business_id_fkey" FOREIGN KEY ("business_id") REFERENCES "businesses"("id") ON DELETE RESTRICT ON UPDATE CASCADE;


