-- AlterTable
ALTER TABLE "deletion_receipts" ADD COLUMN     "audit_entry" JSONB;
