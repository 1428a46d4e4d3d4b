-- AlterTable
ALTER TABLE "passkeys" ADD COLUMN     "session_id" TEXT;

-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "device" TEXT;

-- AlterTable
ALTER TABLE "totp_factors" ADD COLUMN     "session_id" TEXT;


