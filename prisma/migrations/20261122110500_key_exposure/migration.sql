-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "exposed_at" TIMESTAMPTZ(3),
ADD COLUMN     "exposed_where" TEXT,
ADD COLUMN     "secret_issued_by_id" TEXT,
ADD COLUMN     "session_id" TEXT;
